import type { ComponentType, ReactNode } from 'react'
import type { Policy } from '../../contract/access.ts'
import { decodeLocalized } from '../../contract/localizedText.ts'
import type { Entity, Row } from '../../contract/entity/define.ts'
import { type EntityField, type EntityFields, type EntityValue, type EntityValues, usesProjectCalendar, type Variant, type Words } from '../../contract/entity/field.ts'
import { isAsked, isEmpty } from '../../contract/entity/read.ts'
import type { FieldEditorProps } from '../fields/editorProps.ts'

/** How a page shows an entity. */
export interface ScreenConfig extends CustomScreenConfig {
  readonly entity: Entity
  /** The page's own address: what a person chose for it holds on no other page of the entity. Without it the entity's name. */
  readonly path?: string
  /** Which face of the page it is (specification, section 2): some fields belong to some faces only. */
  readonly variant?: Variant
  /** The fields that the page is about, where it is not about all: an area's page of its lights. */
  readonly only?: readonly string[]
  /** Filters that the page is about and nobody takes away: a page of lamps among products. */
  readonly preset?: Readonly<Record<string, string>>
  /** A page's own name for its rows, where it is not the entity's. */
  readonly title?: string
}

/** What a page has beyond the declaration; without any of it the declaration alone decides. */
export interface CustomScreenConfig {
  /** What is to be known before the list is read: the key of its words, with their screen. */
  readonly note?: `${string}:${string}`
  /** What an empty list says instead of “none yet”, because there is something beside it: the keys of its words, with their screen. */
  readonly empty?: { readonly title: `${string}:${string}`; readonly text: `${string}:${string}` }
  /** Whose clock the page's times are said by, where it is not this browser's. */
  readonly clock?: 'periods' | 'runs'
  /** A cell of the page's own, by field. */
  readonly cells?: Readonly<Record<string, (row: Row) => ReactNode>>
  /** How wide a cell of the page's own needs its column, by field, where that says more than the value it stands for. */
  readonly cellsPx?: Readonly<Record<string, number>>
  /** The fields that a cell of the page's own says with another's: a row's details leave them out. */
  readonly saidAlong?: readonly string[]
  /** The fields whose cells of the page's own say a time, where the value they stand for is none. */
  readonly timedCells?: readonly string[]
  /** What a spreadsheet says in a column, by field, where the value as it is stored says nothing to people. */
  readonly texts?: Readonly<Record<string, (row: Row) => Words>>
  /** What a row is called, where its title as it is stored says nothing to people. */
  readonly named?: (row: Row) => Words
  /** A control of the page's own in the form, by field. */
  readonly editors?: Readonly<Record<string, (props: FieldEditorProps) => ReactNode>>
  /** What the page's own may be done with a row, in the row's menu. */
  readonly rowActions?: readonly RowAction[]
  /** What the page's own may be done beside the whole list: stands before the list's own buttons. */
  readonly tools?: () => ReactNode
  /** The rows in a shape of the page's own instead of the table; `actions` are the row's buttons. */
  readonly view?: (rows: readonly Row[], actions: (row: Row) => ReactNode) => ReactNode
  /** What of a row comes before its values: what it does now. */
  readonly lead?: (row: Row) => ReactNode
  /** More of a row, below its values. */
  readonly detail?: (row: Row) => ReactNode
  /** After how long rows like these are asked for anew, because they change without being told; null: only when asked for. */
  readonly renewMs?: (rows: readonly Row[]) => number | null
}

/** What may be done with a row: it leads to another page, or opens something of the page's own over the list. */
export type RowAction = {
  /** The key of its words, with their screen: `script:log`. */
  readonly label: `${string}:${string}`
  /** It is offered to who may do this with the entity's row (`update`), or may call what has this policy; else to everybody. */
  readonly needs?: string | Policy
} & ({ readonly to: (row: Row) => string } | { readonly Dialog: ComponentType<RowDialogProps> })

export interface RowDialogProps {
  readonly row: Row
  readonly onClose: () => void
}

/** Whose clock a page's times are said by; null where nothing is in a project and the page says nothing of it. */
export function clockOf({ clock, entity }: Pick<ScreenConfig, 'clock' | 'entity'>): 'moments' | 'plan' | 'periods' | 'runs' | null {
  if (clock !== undefined || entity.scope !== 'project') return clock ?? null
  // What the server writes down of each day has no other times.
  const instants = Object.values(entity.fields).filter((field) => field.kind === 'instant')
  return entity.origin === 'server' && instants.length > 0 && instants.every(usesProjectCalendar) ? 'plan' : 'moments'
}

/** Whether a list says a time by that clock: in one of these columns, or in the filter that asks for a span of it. */
export function saysTimes(shape: ScreenConfig, columns: readonly string[]): boolean {
  const { entity, timedCells, view } = shape
  const clock = clockOf(shape)
  const isSaid = (name: string): boolean => {
    const field = entity.fields[name]
    if (!field) return name.endsWith('At')
    if (field.kind === 'instant') return clock !== 'moments' || !usesProjectCalendar(field)
    return timedCells?.includes(name) === true || (field.kind === 'text' && (field.format === 'cron' || field.format === 'time'))
  }
  return spanOf(shape) !== undefined || (!view && columns.some(isSaid))
}

/** The names of the page's filters, without those that it is about. */
export function filtersOf(shape: ScreenConfig): readonly string[] {
  const { entity, preset = {} } = shape
  const shown = new Set(fieldsFor(shape).map(([name]) => name))
  return (entity.list.filters ?? []).filter((name) => shown.has(name) && !Object.hasOwn(preset, name))
}

/** The moment that the list is asked for by a span of. */
export const spanOf = (shape: ScreenConfig): string | undefined => filtersOf(shape).find((name) => shape.entity.fields[name]?.kind === 'instant')

/** The fields that the page shows, in the declaration's order. */
export const fieldsFor = ({ entity, variant, only }: ScreenConfig): [name: string, field: EntityField][] =>
  Object.entries(entity.fields).filter(([name, { variants }]) =>
    (only?.includes(name) ?? true) && (variants === undefined || variant === undefined || variants.includes(variant)))

/** What was chosen when a row was made and is never changed: a form says it beside what it asks. Its title stands above the form. */
export const fixedFields = (shape: ScreenConfig): [name: string, field: EntityField][] =>
  fieldsFor(shape).filter(([name, { fixed }]) => fixed === true && name !== shape.entity.title)

/** The fields of rows within a row in which at least one of them says something: what a row is not asked for it has by default, and says nothing by it. */
export const filledFields = (fields: EntityFields, rows: readonly EntityValues[]): [name: string, field: EntityField][] =>
  Object.entries(fields).filter(([name, field]) => rows.some((row) => isAsked(field, row) && (field.kind === 'live' || field.noneWords !== undefined || !isEmpty(row[name]))))

/** A row's value of a field; the frame's own names included. */
export function valueOf(row: Row, name: string): EntityValue | undefined {
  const values: Readonly<Record<string, unknown>> = row
  const value = values[name]
  return isValue(value) ? value : undefined
}

/** The values of a row that a form starts from. */
export const valuesOf = (row: Row, fields: readonly (readonly [name: string, field: EntityField])[]): EntityValues =>
  Object.fromEntries(fields.map(([name, field]) => [name, field.kind === 'secret' ? null : valueOf(row, name) ?? field.default]))

/** What a row is called: its title field, or its id where that is empty. What the server writes in both languages, `say` says in the reader's. */
export function titleOf(entity: Entity, row: Row, say: (words: Words) => string = ({ en }) => en): string {
  const given = valueOf(row, entity.title)
  const title = typeof given === 'string' && entity.fields[entity.title]?.readOnly ? say(decodeLocalized(given)) : given
  return typeof title === 'string' && title !== '' ? title : typeof title === 'number' ? String(title) : row.id
}

/** What the page calls a row. */
export const nameOf = ({ entity, named }: Pick<ScreenConfig, 'entity' | 'named'>, row: Row, say: (words: Words) => string): string => (named ? say(named(row)) : titleOf(entity, row, say))

/** Whether the row's state leaves it as it is. */
export function isClosed({ lifecycle }: Entity, row: Row): boolean {
  return lifecycle?.closed?.some((state) => state === valueOf(row, lifecycle.field)) === true
}

export const isValue = (value: unknown): value is EntityValue =>
  value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || Array.isArray(value)
