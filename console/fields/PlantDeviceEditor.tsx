import { useTranslation } from 'react-i18next'
import { CallFailure } from '../net/failure.ts'
import { useStores } from '../stores/root.ts'
import { useRequest } from '../stores/entities/useRequest.ts'
import type { FieldEditorProps } from './editorProps.ts'
import { TypedSelect } from './TypedSelect.tsx'

const noNames = {}
/** Maximum number of devices in a response; in a full response, the selected device may be missing. */
const maxResults = 50

/**
 * Selects the device of a row by name or id, among the project's devices with tags. Also accepts a device that has not
 * sent data yet.
 */
export function PlantDeviceEditor(props: FieldEditorProps) {
  const { project = '' } = props
  const { client } = useStores()
  const { t } = useTranslation('crud')
  const find = async (search: string, signal: AbortSignal) =>
    client.call('plant.devices', { query: { project, search: search || undefined } }, { signal, quiet: true })
  const chosen = typeof props.value === 'string' && props.value !== '' ? props.value : null
  const found = useRequest(chosen === null || project === '' ? null : `${project} ${chosen}`, (signal) =>
    find(chosen ?? '', signal),
  )
  const named =
    found === null || found instanceof CallFailure
      ? noNames
      : Object.fromEntries(found.flatMap(({ device, name }) => (name ? [[device, name]] : [])))
  const isDoubtful =
    found !== null &&
    !(found instanceof CallFailure) &&
    found.length < maxResults &&
    !found.some(({ device }) => device === chosen)
  return (
    <>
      <TypedSelect
        {...props}
        isDoubtful={isDoubtful}
        within={project}
        names={{ ...props.titles, ...named }}
        unknown={t('deviceSilent')}
        placeholder={t('choose')}
        find={async (search, signal) =>
          (await find(search, signal)).map(({ device, name }) => ({ value: device, note: name }))
        }
      />
      {isDoubtful && (
        <small className="editor-doubt" role="status">
          {t('deviceUnknown')}
        </small>
      )}
    </>
  )
}
