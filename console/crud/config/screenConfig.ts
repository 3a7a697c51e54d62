import type { ComponentType, ReactNode } from 'react'
import type { Policy } from '../../../contract/access.ts'
import { decodeLocalized } from '../../../contract/localizedText.ts'
import type { Entity, Row } from '../../../contract/entity/define.ts'
import {
  type EntityField,
  type EntityFields,
  type EntityValue,
  type EntityValues,
  usesProjectCalendar,
  type Variant,
  type Words,
} from '../../../contract/entity/field.ts'
import { isVisible, isEmpty } from '../../../contract/entity/read.ts'
import type { EntityQuery } from '../../net/entityClient.ts'
import type { FieldEditorProps } from '../../fields/editorProps.ts'

/** Configuration of an entity page. */
export interface ScreenConfig extends CustomScreenConfig {
  readonly entity: Entity
  /** Path of the page. User settings are stored per path; without one, per entity. */
  readonly path?: string
  /** Variant of the page (specification, section 2). Some fields exist only in some variants. */
  readonly variant?: Variant
  /** Fields shown by the page, if not all, for example the lighting page of areas. */
  readonly only?: readonly string[]
  /** Fixed filters of the page, for example a page of lamp products. The user cannot remove them. */
  readonly preset?: Readonly<Record<string, string>>
  /** Title of the page, if it differs from the entity's. */
  readonly title?: string
}

/** Customisations of a page. Without them, the page is generated from the declaration alone. */
export interface CustomScreenConfig {
  /** Note above the list: translation key with namespace. */
  readonly note?: `${string}:${string}`
  /**
   * Replaces the default message of an empty list, if the page offers something else: translation keys with namespace.
   */
  readonly empty?: { readonly title: `${string}:${string}`; readonly text: `${string}:${string}` }
  /** Time zone of the page, if not the browser's: `periods` is the project's, `runs` the server's. */
  readonly clock?: 'periods' | 'runs'
  /** Custom cells by field. */
  readonly cells?: Readonly<Record<string, (row: Row) => ReactNode>>
  /** Column width in pixels required by a custom cell that shows more than the value, by field. */
  readonly cellsPx?: Readonly<Record<string, number>>
  /** Fields that a custom cell shows together with another; the details omit them. */
  readonly mergedFields?: readonly string[]
  /** Fields whose custom cell shows a time, although the value is none. */
  readonly timedCells?: readonly string[]
  /** Text for exports by field, where the stored value is not readable. */
  readonly texts?: Readonly<Record<string, (row: Row) => Words>>
  /** Name of a row, where the stored title is not readable. */
  readonly named?: (row: Row) => Words
  /** Custom editors of the form by field. */
  readonly editors?: Readonly<Record<string, (props: FieldEditorProps) => ReactNode>>
  /** Custom actions in the menu of a row. */
  readonly rowActions?: readonly RowAction[]
  /** Custom actions for the whole list, shown before the default buttons. */
  readonly tools?: () => ReactNode
  /** Transition offered for all selected rows at once. */
  readonly manyMove?: string
  /** Tone of a row's background. */
  readonly rowTone?: (row: Row) => 'high' | 'medium' | 'low' | undefined
  /** Content above the list, for the query of the page. */
  readonly above?: (query: EntityQuery) => ReactNode
  /** Custom view instead of the table. `actions` renders the buttons of a row. */
  readonly view?: (rows: readonly Row[], actions: (row: Row) => ReactNode) => ReactNode
  /** Content above the values of a row, such as its live state. */
  readonly lead?: (row: Row) => ReactNode
  /** Content below the values of a row. */
  readonly detail?: (row: Row) => ReactNode
  /** Reload interval in milliseconds for rows that change without an event; `null` disables it. */
  readonly renewMs?: (rows: readonly Row[]) => number | null
}

/** Custom action of a row: opens another page or a custom dialog. */
export type RowAction = {
  /** Translation key with namespace, for example `script:log`. */
  readonly label: `${string}:${string}`
  /**
   * Required permission: an action on the row's entity, such as `update`, or a policy. Default: available to all
   * accounts.
   */
  readonly needs?: string | Policy
} & ({ readonly to: (row: Row) => string } | { readonly Dialog: ComponentType<RowDialogProps> })

export interface RowDialogProps {
  readonly row: Row
  readonly onClose: () => void
}

/**
 * Time zone in which the page shows times; `null` if the entity does not belong to projects and the page does not set
 * one.
 */
export function getClock({
  clock,
  entity,
}: Pick<ScreenConfig, 'clock' | 'entity'>): 'moments' | 'plan' | 'periods' | 'runs' | null {
  if (clock !== undefined || entity.scope !== 'project') return clock ?? null
  // Daily records of the server contain only times in the project's time zone.
  const instants = Object.values(entity.fields).filter((field) => field.kind === 'instant')
  return entity.origin === 'server' && instants.length > 0 && instants.every(usesProjectCalendar) ? 'plan' : 'moments'
}

/** Returns true if the list shows a time in that zone: in one of these columns, or in the range filter. */
export function showsTimes(shape: ScreenConfig, columns: readonly string[]): boolean {
  const { entity, timedCells, view } = shape
  const clock = getClock(shape)
  const isShownTime = (name: string): boolean => {
    const field = entity.fields[name]
    if (!field) return name.endsWith('At')
    if (field.kind === 'instant') return clock !== 'moments' || !usesProjectCalendar(field)
    return (
      timedCells?.includes(name) === true ||
      (field.kind === 'text' && (field.format === 'cron' || field.format === 'time'))
    )
  }
  const span = getSpanField(shape)
  return (span !== undefined && isShownTime(span)) || (!view && columns.some(isShownTime))
}

/** Names of the page's filters, without the preset ones. */
export function getFilters(shape: ScreenConfig): readonly string[] {
  const { entity, preset = {} } = shape
  const shown = new Set(fieldsFor(shape).map(([name]) => name))
  return (entity.list.filters ?? []).filter((name) => shown.has(name) && !Object.hasOwn(preset, name))
}

/** Name of the time field that the range filter uses. */
export const getSpanField = (shape: ScreenConfig): string | undefined =>
  getFilters(shape).find((name) => shape.entity.fields[name]?.kind === 'instant')

/** Fields that the page shows, in declared order. */
export const fieldsFor = ({ entity, variant, only }: ScreenConfig): [name: string, field: EntityField][] =>
  Object.entries(entity.fields).filter(
    ([name, { variants }]) =>
      (only?.includes(name) ?? true) && (variants === undefined || variant === undefined || variants.includes(variant)),
  )

/**
 * Fields that cannot change after creation; the form shows them read-only. Without the title, which is displayed above
 * the form.
 */
export const fixedFields = (shape: ScreenConfig): [name: string, field: EntityField][] =>
  fieldsFor(shape).filter(([name, { fixed }]) => fixed === true && name !== shape.entity.title)

/**
 * Inner fields with a value in at least one row. Fields that do not apply to a row are ignored, because they contain
 * only defaults.
 */
export const filledFields = (
  fields: EntityFields,
  rows: readonly EntityValues[],
): [name: string, field: EntityField][] =>
  Object.entries(fields).filter(([name, field]) =>
    rows.some(
      (row) => isVisible(field, row) && (field.kind === 'live' || field.noneWords !== undefined || !isEmpty(row[name])),
    ),
  )

/** Value of a field or of a common column such as `createdAt`. */
export function getValue(row: Row, name: string): EntityValue | undefined {
  const values: Readonly<Record<string, unknown>> = row
  const value = values[name]
  return isValue(value) ? value : undefined
}

/** Initial form values of a row. */
export const getFormValues = (
  row: Row,
  fields: readonly (readonly [name: string, field: EntityField])[],
): EntityValues =>
  Object.fromEntries(
    fields.map(([name, field]) => [name, field.kind === 'secret' ? null : (getValue(row, name) ?? field.default)]),
  )

/**
 * Initial input of a transition: the values of the row, or defaults. A field of the row with the same name and another
 * kind has another meaning.
 */
export const getTransitionValues = (entity: Entity, row: Row, fields: EntityFields): EntityValues =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      (entity.fields[name]?.kind === field.kind ? getValue(row, name) : undefined) ?? field.default,
    ]),
  )

/**
 * Title of a row: its title field, or its id if that is empty. Bilingual titles written by the server are localised by
 * `say`.
 */
export function getTitle(entity: Entity, row: Row, localize: (words: Words) => string = ({ en }) => en): string {
  const stored = getValue(row, entity.title)
  const title =
    typeof stored === 'string' && entity.fields[entity.title]?.readOnly ? localize(decodeLocalized(stored)) : stored
  return typeof title === 'string' && title !== '' ? title : typeof title === 'number' ? String(title) : row.id
}

/** Name of a row on this page. */
export const getName = (
  { entity, named }: Pick<ScreenConfig, 'entity' | 'named'>,
  row: Row,
  localize: (words: Words) => string,
): string => (named ? localize(named(row)) : getTitle(entity, row, localize))

/** Returns true if the row can no longer be edited in its state. */
export function isClosed({ lifecycle }: Entity, row: Row): boolean {
  return lifecycle?.closed?.some((state) => state === getValue(row, lifecycle.field)) === true
}

export const isValue = (value: unknown): value is EntityValue =>
  value === null ||
  typeof value === 'string' ||
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  Array.isArray(value)
