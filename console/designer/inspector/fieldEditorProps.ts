import type { Field, FieldValue } from '@mimic/engine/schema'

export interface FieldEditorProps {
  readonly id?: string
  /** Named by this where no label stands beside it. */
  readonly label?: string
  readonly field: Field
  /** Undefined: several values at once. */
  readonly value: FieldValue | undefined
  readonly isOff?: boolean
  readonly onChange: (value: FieldValue) => void
}
