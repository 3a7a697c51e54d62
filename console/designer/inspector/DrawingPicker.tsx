import { Select } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrawingSummary } from '../../../contract/routes.ts'
import { CallFailure } from '../../net/failure.ts'
import { useStores } from '../../stores/root.ts'

interface DrawingPickerProps {
  readonly id: string
  /** A drawing's id. */
  readonly value: string
  readonly project: string
  readonly onChange: (id: string) => void
}

const typingMs = 250

/** Chooses a drawing of the project by its name. */
export function DrawingPicker({ id, value, project, onChange }: DrawingPickerProps) {
  const { client } = useStores()
  const { t } = useTranslation('designer')
  const [search, setSearch] = useState('')
  const [rows, setRows] = useState<readonly DrawingSummary[] | null>(null)

  useEffect(() => {
    const ask = new AbortController()
    const timer = setTimeout(() => {
      client.call('drawing.list', { query: { project, search: search || undefined, pageSize: 50 } }, { signal: ask.signal })
        .then((list) => setRows(list.rows))
        .catch((thrown: unknown) => { if (!ask.signal.aborted && !(thrown instanceof CallFailure)) throw thrown })
    }, search ? typingMs : 0)
    return () => {
      clearTimeout(timer)
      ask.abort()
    }
  }, [client, project, search])

  return (
    <Select
      id={id} className="wide" size="small" showSearch={{ filterOption: false, onSearch: setSearch }} value={value || null}
      placeholder={t('action.chooseDrawing')} notFoundContent={rows ? t('tag.none') : t('tag.searching')}
      options={(rows ?? []).map((row) => ({ value: row.id, label: row.name }))} onChange={onChange}
    />
  )
}
