import { type EntityField, type EntityValues, usesProjectCalendar } from '../../contract/entity/field.ts'
import { fromPickerDate, toPickerDate } from '../kit/zonedDatePicker.ts'
import type { Zones } from '../stores/zones.ts'

/** Whether the field is a day of the project's calendar, or another moment that its clock says. */
export const isByProject = (field: EntityField): boolean => field.kind === 'instant' && usesProjectCalendar(field)

/** The values, with days that were chosen by one zone's clock as the same days by another's: the project was chosen after them. */
export function daysElsewhere(fields: readonly (readonly [name: string, field: EntityField])[], values: EntityValues, from: string, to: string): EntityValues {
  const days = fields.flatMap(([name, field]) => {
    const at = values[name]
    return isByProject(field) && typeof at === 'number' ? [[name, fromPickerDate(toPickerDate(at, from), to)] as const] : []
  })
  return { ...values, ...Object.fromEntries(days) }
}

/** Whether a day begins at one moment in all of these projects. */
export const haveOneClock = (projects: Iterable<string | null | undefined>, zones: Pick<Zones, 'of'>): boolean =>
  new Set([...projects].map((project) => zones.of(project))).size <= 1
