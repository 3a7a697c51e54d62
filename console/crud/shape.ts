import type { ReactNode } from 'react'
import type { Entity, Row } from '../../contract/entity/define.ts'
import type { EntityField, EntityValue, EntityValues, Variant } from '../../contract/entity/field.ts'
import type { FieldEditorProps } from '../fields/editorProps.ts'

/** How a page shows an entity. Without any of it the declaration alone decides. */
export interface ScreenShape {
  readonly entity: Entity
  /** Which face of the page it is (specification, section 2): some fields belong to some faces only. */
  readonly variant?: Variant
  /** The fields that the page is about, where it is not about all: an area's page of its lights. */
  readonly only?: readonly string[]
  /** Filters that the page is about and nobody takes away: a page of lamps among products. */
  readonly preset?: Readonly<Record<string, string>>
  /** A page's own name for its rows, where it is not the entity's. */
  readonly title?: string
  /** A cell of the page's own, by field. */
  readonly cells?: Readonly<Record<string, (row: Row) => ReactNode>>
  /** A control of the page's own in the form, by field. */
  readonly editors?: Readonly<Record<string, (props: FieldEditorProps) => ReactNode>>
  /** Buttons of the page's own in a row's menu. */
  readonly rowActions?: (row: Row) => readonly RowAction[]
  /** Buttons of the page's own beside "add". */
  readonly tools?: ReactNode
  /** The rows in a shape of the page's own instead of the table; `actions` are the row's buttons. */
  readonly view?: (rows: readonly Row[], actions: (row: Row) => ReactNode) => ReactNode
  /** What of a row comes before its values: what it does now. */
  readonly lead?: (row: Row) => ReactNode
  /** More of a row, below its values. */
  readonly detail?: (row: Row) => ReactNode
}

export interface RowAction {
  readonly key: string
  readonly label: string
  readonly isDanger?: boolean
  readonly onClick: () => void
}

/** The fields that the page shows, in the declaration's order. */
export const fieldsFor = ({ entity, variant, only }: ScreenShape): [name: string, field: EntityField][] =>
  Object.entries(entity.fields).filter(([name, { variants }]) =>
    (only?.includes(name) ?? true) && (variants === undefined || variant === undefined || variants.includes(variant)))

/** A row's value of a field; the frame's own names included. */
export function valueOf(row: Row, name: string): EntityValue | undefined {
  const values: Readonly<Record<string, unknown>> = row
  const value = values[name]
  return isValue(value) ? value : undefined
}

/** The values of a row that a form starts from. */
export const valuesOf = (row: Row, fields: readonly (readonly [name: string, field: EntityField])[]): EntityValues =>
  Object.fromEntries(fields.map(([name, field]) => [name, field.kind === 'secret' ? null : valueOf(row, name) ?? field.default]))

/** What a row is called: its title field, or its id where that is empty. */
export function titleOf(entity: Entity, row: Row): string {
  const title = valueOf(row, entity.title)
  return typeof title === 'string' && title !== '' ? title : typeof title === 'number' ? String(title) : row.id
}

const isValue = (value: unknown): value is EntityValue =>
  value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || Array.isArray(value)
