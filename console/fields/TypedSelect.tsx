import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearch } from '../stores/useSearch.ts'
import type { FieldEditorProps } from './editorProps.ts'

/** One that can be chosen: what is stored, and what stands beside it. */
export interface Candidate {
  readonly value: string
  readonly note: string | null
}

interface TypedSelectProps extends Pick<FieldEditorProps, 'id' | 'value' | 'onChange' | 'isBad' | 'isDisabled' | 'label'> {
  /** Within what is looked; another asks anew. */
  readonly within: string
  /** What stands beside a text that nothing is known of. */
  readonly unknown: string
  readonly placeholder: string
  /** Nothing is known of what is chosen, which may be taken all the same. */
  readonly isDoubtful?: boolean
  /** What is chosen is shown by what stands beside it, as far as that is known: what is stored says little to people. */
  readonly names?: Readonly<Record<string, string>>
  readonly find: (search: string, signal: AbortSignal) => Promise<readonly Candidate[]>
}

/** Chooses among what the server finds, by what is typed of it; what is typed can be taken too, and what is stored stays, known or not. */
export function TypedSelect({ id, value, onChange, isBad, isDisabled, label, within, unknown, placeholder, isDoubtful = false, names, find }: TypedSelectProps) {
  const { t } = useTranslation('crud')
  const [asked, setAsked] = useState<string | null>(null)
  const { answer, isComing } = useSearch({ search: asked ?? '', within, isOpen: asked !== null }, find)
  const chosen = typeof value === 'string' && value !== '' ? value : null
  const found = answer ?? []
  const typed = asked === null ? '' : asked.trim()
  const isFound = (each: string): boolean => found.some((one) => one.value === each)
  const other = typed === '' ? chosen === null || isFound(chosen) ? [] : [{ value: chosen, note: null }] : isComing || isFound(typed) ? [] : [{ value: typed, note: unknown }]
  const labelOf = ({ value: own, note }: Candidate): string => {
    const name = names && (names[own] ?? (isFound(own) ? note : null))
    return name ? `${name} (${own})` : own
  }
  return (
    <Select
      id={id} {...(label === undefined ? {} : { 'aria-label': label })} className="editor-wide" allowClear disabled={isDisabled ?? false} placeholder={placeholder} loading={isComing} popupMatchSelectWidth={popupWidth}
      notFoundContent={t(isComing ? 'searching' : 'noneFound')} {...(isBad ? { status: 'error' as const } : isDoubtful ? { status: 'warning' as const } : {})} showSearch={{ filterOption: false, onSearch: setAsked }}
      value={chosen} onChange={(next: string | null | undefined) => onChange(next ?? null)} onOpenChange={(isOpen) => setAsked(isOpen ? '' : null)}
      optionRender={optionOf}
      options={[...found, ...other].map((one) => ({ value: one.value, label: labelOf(one), note: one.note }))}
    />
  )
}

/** Wide enough for a path and its name, also where the field is a narrow cell. */
const popupWidth = 380

const optionOf = ({ value, data: { note } }: { readonly value?: string | number | undefined; readonly data: { readonly note: string | null } }) => (
  <span className="editor-device">{value}{note !== null && <small>{note}</small>}</span>
)
