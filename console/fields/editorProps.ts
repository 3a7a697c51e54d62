import type { EntityField, EntityValue, EntityValues, Words } from '../../contract/entity/field.ts'

/** What every editor of a field is given. */
export interface FieldEditorProps {
  readonly id: string
  readonly field: EntityField
  readonly value: EntityValue
  readonly onChange: (value: EntityValue) => void
  /** The project whose rows a reference may name; undefined where the entity is in no project. */
  readonly project?: string | undefined
  /** What stands in the other fields of the same form. */
  readonly beside?: EntityValues
  readonly isBad?: boolean
  /** What is wrong inside a field of several rows: `2.time` is the time of the third. */
  readonly faults?: Readonly<Record<string, Words>>
  readonly isDisabled?: boolean
  /** Titles already known of the rows that the value names. */
  readonly titles?: Readonly<Record<string, string>>
  /** A name for who cannot see the label, where there is none beside it. */
  readonly label?: string
}
