import type { LiveField, Words } from './field.ts'

/** A row as far as a live field asks it. */
export type LiveRow = Readonly<Record<string, unknown>>

/** The tag that a row's live value comes from; undefined where no device speaks for the row. */
export function liveTag(field: LiveField, row: LiveRow): string | undefined {
  if (field.tagOf) return field.tagOf(row)
  const [project, device] = [textOf(row['project']), textOf(row[field.device])]
  const own = field.pointBy === undefined ? undefined : textOf(row[field.pointBy])
  return project === undefined || device === undefined ? undefined : `${project}/${device}/${own ?? field.point}`
}

/** The figure that people read, from the one that the point has. */
export function liveValue({ scaledBy }: LiveField, row: LiveRow, value: number): number {
  const factor = scaledBy === undefined ? undefined : row[scaledBy]
  return typeof factor === 'number' ? value * factor : value
}

/** The unit of a row's value; undefined where it has none. */
export function liveUnit({ unit, unitBy, units }: LiveField, row: LiveRow): Words | undefined {
  const own = unitBy === undefined ? undefined : row[unitBy]
  const named = units && (typeof own === 'number' || typeof own === 'string') ? units[String(own)] : undefined
  const said = units ? unit : textOf(own) ?? unit
  return named ?? (said === '' ? undefined : { en: said, zh: said })
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)
