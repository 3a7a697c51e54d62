import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStores } from '../stores/root.ts'
import { useSearch } from '../stores/hooks/useSearch.ts'
import type { FieldEditorProps } from './editorProps.ts'

/**
 * Selects a drawing by name; the text field stores its id. Offers the drawings of the row's project, and none without a
 * project.
 */
export function DrawingEditor({ id, value, onChange, project, isBad, isDisabled, label }: FieldEditorProps) {
  const { client } = useStores()
  const { t } = useTranslation('crud')
  const [searchText, setSearchText] = useState('')
  const { answer, isLoading } = useSearch(
    { search: searchText, within: project ?? '', isOpen: project !== undefined },
    (search, signal) =>
      client.call(
        'drawing.list',
        { query: { page: 1, pageSize: 50, project, search: search || undefined } },
        { signal, quiet: true },
      ),
  )
  const found = answer?.rows ?? []
  const chosen = typeof value === 'string' ? value : null
  const ids = [...new Set([...found.map((drawing) => drawing.id), ...(chosen === null ? [] : [chosen])])]
  return (
    <Select
      id={id}
      {...(label === undefined ? {} : { 'aria-label': label })}
      className="editor-wide"
      allowClear
      disabled={(isDisabled ?? false) || project === undefined}
      placeholder={t(project === undefined ? 'drawingLater' : 'choose')}
      notFoundContent={t(isLoading ? 'searching' : 'noneFound')}
      {...(isBad ? { status: 'error' as const } : {})}
      showSearch={{ filterOption: false, onSearch: setSearchText }}
      value={chosen}
      onChange={(next: string | null | undefined) => onChange(next ?? null)}
      options={ids.map((each) => ({ value: each, label: found.find((drawing) => drawing.id === each)?.name ?? each }))}
    />
  )
}
