import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStores } from '../../../stores/root.ts'
import { useSearch } from '../../../stores/hooks/useSearch.ts'

interface DrawingPickerProps {
  readonly id: string
  /** Id of a drawing. */
  readonly value: string
  readonly project: string
  readonly onChange: (id: string) => void
}

/** Selects a drawing of the project by name. */
export function DrawingPicker({ id, value, project, onChange }: DrawingPickerProps) {
  const { client } = useStores()
  const { t } = useTranslation('designer')
  const [search, setSearch] = useState('')
  const { answer, isLoading } = useSearch({ search, within: project }, (typed, signal) =>
    client.call('drawing.list', { query: { project, search: typed || undefined, pageSize: 50 } }, { signal }),
  )

  return (
    <Select
      id={id}
      className="wide"
      size="small"
      showSearch={{ filterOption: false, onSearch: setSearch }}
      value={value || null}
      placeholder={t('action.chooseDrawing')}
      notFoundContent={isLoading ? t('tag.searching') : t('tag.none')}
      options={(answer?.rows ?? []).map((row) => ({ value: row.id, label: row.name }))}
      onChange={onChange}
    />
  )
}
