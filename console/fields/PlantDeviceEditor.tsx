import { useTranslation } from 'react-i18next'
import { useStores } from '../stores/root.ts'
import type { FieldEditorProps } from './editorProps.ts'
import { TypedSelect } from './TypedSelect.tsx'

const noNames = {}

/** Chooses the device of the plant that speaks for a row: by its name or id, among those of the project that have tags. One may be named before it has ever spoken. */
export function PlantDeviceEditor(props: FieldEditorProps) {
  const { project = '' } = props
  const { client } = useStores()
  const { t } = useTranslation('crud')
  return (
    <TypedSelect
      {...props} within={project} names={props.titles ?? noNames} unknown={t('deviceSilent')} placeholder={t('choose')}
      find={async (search, signal) => {
        const devices = await client.call('plant.devices', { query: { project, search: search || undefined } }, { signal, quiet: true })
        return devices.map(({ device, name }) => ({ value: device, note: name }))
      }}
    />
  )
}
