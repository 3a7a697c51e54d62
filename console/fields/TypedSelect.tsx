import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearch } from '../stores/hooks/useSearch.ts'
import type { FieldEditorProps } from './editorProps.ts'

/** Selectable value with a note shown next to it. */
export interface Candidate {
  readonly value: string
  readonly note: string | null
}

interface TypedSelectProps extends Pick<
  FieldEditorProps,
  'id' | 'value' | 'onChange' | 'isBad' | 'isDisabled' | 'label'
> {
  /** Scope of the search; a change repeats the search. */
  readonly within: string
  /** Note for a typed value that the server does not find. */
  readonly unknown: string
  readonly placeholder: string
  /** The selected value does not exist, but is allowed. */
  readonly isDoubtful?: boolean
  /** Display names by value, if known. */
  readonly names?: Readonly<Record<string, string>>
  readonly find: (search: string, signal: AbortSignal) => Promise<readonly Candidate[]>
}

/**
 * Selects among the matches found by the server. Typed values are accepted too, and a stored value remains even if the
 * server does not find it.
 */
export function TypedSelect({
  id,
  value,
  onChange,
  isBad,
  isDisabled,
  label,
  within,
  unknown,
  placeholder,
  isDoubtful = false,
  names,
  find,
}: TypedSelectProps) {
  const { t } = useTranslation('crud')
  const [searchText, setSearchText] = useState<string | null>(null)
  const { answer, isLoading } = useSearch({ search: searchText ?? '', within, isOpen: searchText !== null }, find)
  const chosen = typeof value === 'string' && value !== '' ? value : null
  const found = answer ?? []
  const typed = searchText === null ? '' : searchText.trim()
  const isFound = (each: string): boolean => found.some((one) => one.value === each)
  const other =
    typed === ''
      ? chosen === null || isFound(chosen)
        ? []
        : [{ value: chosen, note: null }]
      : isLoading || isFound(typed)
        ? []
        : [{ value: typed, note: unknown }]
  const formatLabel = ({ value: own, note }: Candidate): string => {
    const name = names && (names[own] ?? (isFound(own) ? note : null))
    return name ? `${name} (${own})` : own
  }
  return (
    <Select
      id={id}
      {...(label === undefined ? {} : { 'aria-label': label })}
      className="editor-wide"
      allowClear
      disabled={isDisabled ?? false}
      placeholder={placeholder}
      loading={isLoading}
      popupMatchSelectWidth={popupWidth}
      notFoundContent={t(isLoading ? 'searching' : 'noneFound')}
      {...(isBad ? { status: 'error' as const } : isDoubtful ? { status: 'warning' as const } : {})}
      showSearch={{ filterOption: false, onSearch: setSearchText }}
      value={chosen}
      onChange={(next: string | null | undefined) => onChange(next ?? null)}
      onOpenChange={(isOpen) => setSearchText(isOpen ? '' : null)}
      optionRender={renderOption}
      options={[...found, ...other].map((one) => ({ value: one.value, label: formatLabel(one), note: one.note }))}
    />
  )
}

/** Width in pixels that fits a path and its name, even if the field is narrow. */
const popupWidth = 380

const renderOption = ({
  value,
  data: { note },
}: {
  readonly value?: string | number | undefined
  readonly data: { readonly note: string | null }
}) => (
  <span className="editor-device">
    {value}
    {note !== null && <small>{note}</small>}
  </span>
)
