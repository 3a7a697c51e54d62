import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getEntity } from '../../contract/entities.ts'
import type { RefField, RefsField } from '../../contract/entity/field.ts'
import { useStores } from '../stores/root.ts'
import { useSearch } from '../stores/hooks/useSearch.ts'
import type { FieldEditorProps } from './editorProps.ts'

interface RefEditorProps extends FieldEditorProps {
  readonly field: RefField | RefsField
  /** Placeholder, if there is no label next to the control. */
  readonly placeholder?: string
}

/** Selects rows of another entity; the server searches. */
export function RefEditor({
  id,
  field,
  value,
  onChange,
  project,
  isBad,
  isDisabled,
  titles = {},
  label,
  placeholder,
}: RefEditorProps) {
  const { t } = useTranslation('crud')
  const { entities } = useStores()
  const [searchText, setSearchText] = useState<string | null>(null)
  const { answer, isLoading } = useSearch(
    { search: searchText ?? '', within: `${field.to} ${project ?? ''}`, isOpen: searchText !== null },
    (search, signal) => entities.of(getEntity(field.to)).client.options({ project, search }, { signal, quiet: true }),
  )
  const options = answer ?? []
  /** Keeps the titles of selected rows that the next search does not return. */
  const [picked, setPicked] = useState<ReadonlyMap<string, string>>(new Map())
  const titlesById = new Map([
    ...Object.entries(titles),
    ...picked,
    ...options.map((option) => [option.id, option.title] as const),
  ])
  const chosen = Array.isArray(value)
    ? value.filter((each: unknown): each is string => typeof each === 'string')
    : typeof value === 'string'
      ? [value]
      : []
  const common = {
    id,
    ...(label === undefined ? {} : { 'aria-label': label }),
    className: 'editor-wide',
    disabled: isDisabled ?? false,
    showSearch: { filterOption: false, onSearch: setSearchText },
    loading: isLoading,
    placeholder: placeholder ?? t('choose'),
    ...(isBad ? { status: 'error' as const } : {}),
    notFoundContent: isLoading ? t('searching') : t('noneFound'),
    options: [...new Set([...options.map((option) => option.id), ...chosen])].map((each) => ({
      value: each,
      label: titlesById.get(each) ?? each,
    })),
    onOpenChange: (isOpen: boolean) => {
      if (isOpen) setSearchText('')
    },
  }
  const choose = (next: string | readonly string[] | null): void => {
    setPicked(
      new Map(
        (typeof next === 'string' ? [next] : (next ?? [])).flatMap((each) => {
          const title = titlesById.get(each)
          return title === undefined ? [] : [[each, title] as const]
        }),
      ),
    )
    onChange(next)
  }
  return field.kind === 'ref' ? (
    <Select
      {...common}
      allowClear={!field.required}
      value={chosen[0] ?? null}
      onChange={(next: string | null | undefined) => choose(next ?? null)}
    />
  ) : (
    <Select
      {...common}
      mode="multiple"
      maxTagCount="responsive"
      value={chosen}
      onChange={(next: string[]) => choose(next)}
    />
  )
}
