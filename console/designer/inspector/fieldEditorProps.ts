import type { NamedNumber } from '@mimic/engine/catalog'
import type { Field, FieldValue } from '@mimic/engine/schema'

export interface FieldEditorProps {
  readonly id?: string
  /** Named by this where no label stands beside it. */
  readonly label?: string
  readonly field: Field
  /** Undefined: several values at once. */
  readonly value: FieldValue | undefined
  /** What numbers mean, where they are chosen by that. */
  readonly named?: readonly NamedNumber[] | undefined
  /** Where a tag drives it: a number that means nothing is then only what it is set to meanwhile. */
  readonly isBound?: boolean
  readonly isOff?: boolean
  /** Of a field of points. */
  readonly leastPoints?: number
  /** A number that is written only once it is whole: what comes of its first digits could not be taken back by the others. */
  readonly isWhole?: boolean
  readonly onChange: (value: FieldValue) => void
}
