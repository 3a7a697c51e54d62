import type { EntityField, EntityValue, EntityValues, Words } from '../../contract/entity/field.ts'

/** Props of all field editors. */
export interface FieldEditorProps {
  readonly id: string
  readonly field: EntityField
  readonly value: EntityValue
  readonly onChange: (value: EntityValue) => void
  /** Project of the rows that a reference may select; undefined for entities without projects. */
  readonly project?: string | undefined
  /** Values of the other fields of the form. */
  readonly rowValues?: EntityValues
  readonly isBad?: boolean
  /** Errors inside a field with several rows: `2.time` is the time of the third row. */
  readonly faults?: Readonly<Record<string, Words>>
  readonly isDisabled?: boolean
  /** Known titles of the referenced rows. */
  readonly titles?: Readonly<Record<string, string>>
  /** Accessible name, if there is no label next to the control. */
  readonly label?: string
}
