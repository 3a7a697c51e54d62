import type { NamedNumber } from '@mimic/engine/catalog'
import type { Field, FieldValue } from '@mimic/engine/schema'

export interface FieldEditorProps {
  readonly id?: string
  /** Accessible name, if there is no label next to the control. */
  readonly label?: string
  readonly field: Field
  /** Undefined if several components differ. */
  readonly value: FieldValue | undefined
  /** Labels of the numbers, if the number is selected by label. */
  readonly named?: readonly NamedNumber[] | undefined
  /** A tag drives the property: a number without a label is only the value until then. */
  readonly isBound?: boolean
  readonly isOff?: boolean
  /** Minimum number of points, for a field of points. */
  readonly minPoints?: number
  /** Write a number only when complete, because the effect of its first digits may not be reversible. */
  readonly isWhole?: boolean
  readonly onChange: (value: FieldValue) => void
}
