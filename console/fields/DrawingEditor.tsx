import { Select } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrawingSummary } from '../../contract/routes.ts'
import { CallFailure } from '../net/failure.ts'
import { useStores } from '../stores/root.ts'
import type { FieldEditorProps } from './editorProps.ts'

const pauseMs = 250

/** Chooses the drawing that a text field names by its id: by name, among those of the row's project. */
export function DrawingEditor({ id, value, onChange, project, isBad, isDisabled }: FieldEditorProps) {
  const { client } = useStores()
  const { t } = useTranslation('crud')
  const [asked, setAsked] = useState('')
  const [found, setFound] = useState<readonly DrawingSummary[]>([])
  useEffect(() => {
    const running = new AbortController()
    const timer = setTimeout(() => {
      client.call('drawing.list', { query: { page: 1, pageSize: 50, ...(project === undefined ? {} : { project }), search: asked } }, { signal: running.signal, quiet: true })
        .then(({ rows }) => setFound(rows), (thrown: unknown) => {
          if (!running.signal.aborted && !(thrown instanceof CallFailure)) throw thrown
        })
    }, asked === '' ? 0 : pauseMs)
    return () => {
      clearTimeout(timer)
      running.abort()
    }
  }, [client, project, asked])
  const chosen = typeof value === 'string' ? value : null
  const ids = [...new Set([...found.map((drawing) => drawing.id), ...(chosen === null ? [] : [chosen])])]
  return (
    <Select
      id={id} className="editor-wide" allowClear disabled={isDisabled ?? false} placeholder={t('choose')} notFoundContent={t('noneFound')} {...(isBad ? { status: 'error' as const } : {})}
      showSearch={{ filterOption: false, onSearch: setAsked }} value={chosen} onChange={(next: string | null | undefined) => onChange(next ?? null)}
      options={ids.map((each) => ({ value: each, label: found.find((drawing) => drawing.id === each)?.name ?? each }))}
    />
  )
}
