import type { LiveField, Words } from './field.ts'

/** The part of a row that live fields read. */
export type LiveRow = Readonly<Record<string, unknown>>

/** Returns the tag of a row's live value, or undefined if the row has no device. */
export function liveTag(field: LiveField, row: LiveRow): string | undefined {
  if (field.getTag) return field.getTag(row)
  const [project, device] = [toText(row['project']), toText(row[field.device])]
  const override = field.pointBy === undefined ? undefined : toText(row[field.pointBy])
  return project === undefined || device === undefined ? undefined : `${project}/${device}/${override ?? field.point}`
}

/** Converts a point's value to the displayed value. */
export function liveValue({ scaledBy }: LiveField, row: LiveRow, value: number): number {
  const factor = scaledBy === undefined ? undefined : row[scaledBy]
  return typeof factor === 'number' ? value * factor : value
}

/** Returns the unit of a row's live value, or undefined if it has none. */
export function liveUnit({ unit, unitBy, units }: LiveField, row: LiveRow): Words | undefined {
  const override = unitBy === undefined ? undefined : row[unitBy]
  const named =
    units && (typeof override === 'number' || typeof override === 'string') ? units[String(override)] : undefined
  const unitText = units ? unit : (toText(override) ?? unit)
  return named ?? (unitText === '' ? undefined : { en: unitText, zh: unitText })
}

const toText = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)
