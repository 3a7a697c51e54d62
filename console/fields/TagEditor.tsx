import { useTranslation } from 'react-i18next'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { useStores } from '../stores/root.ts'
import type { FieldEditorProps } from './editorProps.ts'
import { TypedSelect } from './TypedSelect.tsx'

/** Selects a point of the project by path, name or device name. */
export function TagEditor(props: FieldEditorProps) {
  const { project } = props
  const { client } = useStores()
  const { t } = useTranslation('crud')
  const localize = useLocalized()
  return (
    <TypedSelect
      {...props}
      within={project ?? ''}
      unknown={t('pointUnknown')}
      placeholder={t('choosePoint')}
      find={async (search, signal) => {
        const { rows } = await client.call(
          'tag.list',
          { query: { project, search: search || undefined, page: 1, pageSize: 50 } },
          { signal, quiet: true },
        )
        return rows.map(({ path, words, unit, deviceName }) => ({
          value: path,
          note: [
            ...(deviceName === undefined ? [] : [deviceName]),
            unit === '' ? localize(words) : `${localize(words)} (${unit})`,
          ].join(' · '),
        }))
      }}
    />
  )
}
