import type { LiveField, Words } from './field.ts'

/** The part of a row that live fields read. */
export type LiveRow = Readonly<Record<string, unknown>>

/** Returns the tag of a row's live value, or undefined if the row has no device. */
export function liveTag(field: LiveField, row: LiveRow): string | undefined {
  if (field.tagOf) return field.tagOf(row)
  const [project, device] = [textOf(row['project']), textOf(row[field.device])]
  const own = field.pointBy === undefined ? undefined : textOf(row[field.pointBy])
  return project === undefined || device === undefined ? undefined : `${project}/${device}/${own ?? field.point}`
}

/** Converts a point's value to the displayed value. */
export function liveValue({ scaledBy }: LiveField, row: LiveRow, value: number): number {
  const factor = scaledBy === undefined ? undefined : row[scaledBy]
  return typeof factor === 'number' ? value * factor : value
}

/** Returns the unit of a row's live value, or undefined if it has none. */
export function liveUnit({ unit, unitBy, units }: LiveField, row: LiveRow): Words | undefined {
  const own = unitBy === undefined ? undefined : row[unitBy]
  const named = units && (typeof own === 'number' || typeof own === 'string') ? units[String(own)] : undefined
  const said = units ? unit : textOf(own) ?? unit
  return named ?? (said === '' ? undefined : { en: said, zh: said })
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)
