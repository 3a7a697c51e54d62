import type { ParamKind, ParamValue } from '@mimic/engine/document'
import { color, type Field, flag, number, text } from '@mimic/engine/schema'
import { FieldEditor } from '../inspector/fields/FieldEditor.tsx'
import { TagPrefixPicker } from './TagPrefixPicker.tsx'

interface ParamValueFieldProps {
  readonly id?: string
  readonly label?: string
  readonly kind: ParamKind
  /** Undefined if several instances differ. */
  readonly value: ParamValue | undefined
  readonly onChange: (value: ParamValue) => void
}

/** Editor of a parameter value by its kind. */
export function ParamValueField({ kind, value, onChange, ...name }: ParamValueFieldProps) {
  if (kind === 'tag')
    return <TagPrefixPicker {...name} value={typeof value === 'string' ? value : undefined} onChange={onChange} />
  return (
    <FieldEditor
      {...name}
      field={fields[kind]}
      value={value}
      onChange={(next) => {
        if (typeof next !== 'object') onChange(next)
      }}
    />
  )
}

const words = { en: 'Value', zh: '取值' }
const fields: Readonly<Record<Exclude<ParamKind, 'tag'>, Field>> = {
  text: text(words, { maxLength: 500, format: 'line' }),
  number: number(words, { default: 0, min: -1e9, max: 1e9 }),
  color: color(words, { default: '#000000ff', gradient: true }),
  flag: flag(words),
}
