import { type EntityField, type EntityValues, usesProjectCalendar } from '../../../contract/entity/field.ts'
import { fromPickerDate, toPickerDate } from '../../kit/text/zonedDatePicker.ts'
import type { Zones } from '../../stores/projects/zones.ts'

/** Returns true if the field is displayed in the project's time zone: a calendar day, or another time declared so. */
export const isByProject = (field: EntityField): boolean => field.kind === 'instant' && usesProjectCalendar(field)

/** Moves days selected in one time zone to the same calendar days in another, after the project has changed. */
export function moveDays(
  fields: readonly (readonly [name: string, field: EntityField])[],
  values: EntityValues,
  from: string,
  to: string,
): EntityValues {
  const days = fields.flatMap(([name, field]) => {
    const at = values[name]
    return isByProject(field) && typeof at === 'number'
      ? [[name, fromPickerDate(toPickerDate(at, from), to)] as const]
      : []
  })
  return { ...values, ...Object.fromEntries(days) }
}

/** Returns true if all projects share one time zone. */
export const haveOneClock = (projects: Iterable<string | null | undefined>, zones: Pick<Zones, 'of'>): boolean =>
  new Set([...projects].map((project) => zones.of(project))).size <= 1
