import { Input, InputNumber, Select } from 'antd'
import type { ReactNode } from 'react'
import type { Literal } from '../../../contract/mapping/index.ts'
import { formatLiteral, parseLiteral } from './literals.ts'

interface FieldProps<Value> {
  readonly label: string
  /** Accessible name, if the label alone is ambiguous on the page. */
  readonly name?: string
  readonly value: Value | undefined
  /** Undefined: the field is empty. */
  readonly onChange: (value: Value | undefined) => void
  readonly isDisabled?: boolean
  readonly placeholder?: string
}

/** A label above a control. */
export function Labelled({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="onboarding-field">
      <span>{label}</span>
      {children}
    </div>
  )
}

export function TextField({ label, name = label, value, onChange, isDisabled, placeholder }: FieldProps<string>) {
  return (
    <Labelled label={label}>
      <Input
        size="small"
        aria-label={name}
        value={value ?? ''}
        disabled={isDisabled === true}
        placeholder={placeholder}
        onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
      />
    </Labelled>
  )
}

export function NumberField({ label, name = label, value, onChange, isDisabled, placeholder }: FieldProps<number>) {
  return (
    <Labelled label={label}>
      <InputNumber<number>
        size="small"
        className="onboarding-wide"
        aria-label={name}
        value={value ?? null}
        disabled={isDisabled === true}
        placeholder={placeholder}
        changeOnWheel={false}
        onChange={(next) => onChange(next ?? undefined)}
      />
    </Labelled>
  )
}

interface ChoiceFieldProps<Value> extends FieldProps<Value> {
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  /** Whether the field can be empty. */
  readonly isOptional?: boolean
}

export function ChoiceField<Value extends string>({
  label,
  name = label,
  value,
  onChange,
  isDisabled,
  placeholder,
  options,
  isOptional = false,
}: ChoiceFieldProps<Value>) {
  return (
    <Labelled label={label}>
      <Select<Value | null>
        size="small"
        className="onboarding-wide"
        aria-label={name}
        value={value ?? null}
        disabled={isDisabled === true}
        placeholder={placeholder}
        allowClear={isOptional}
        options={[...options]}
        onChange={(next) => onChange(next ?? undefined)}
      />
    </Labelled>
  )
}

/** A list of words of a device. */
export function WordsField({
  label,
  name = label,
  value,
  onChange,
  isDisabled,
  placeholder,
}: FieldProps<readonly Literal[]>) {
  return (
    <Labelled label={label}>
      <Select<string[]>
        mode="tags"
        open={false}
        suffixIcon={null}
        size="small"
        className="onboarding-wide"
        aria-label={name}
        disabled={isDisabled === true}
        placeholder={placeholder}
        tokenSeparators={[',']}
        value={(value ?? []).map(formatLiteral)}
        onChange={(words) => onChange(words.length === 0 ? undefined : words.map(parseLiteral))}
      />
    </Labelled>
  )
}
