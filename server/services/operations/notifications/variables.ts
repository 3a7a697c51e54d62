import { sql } from 'kysely'
import type { Words } from '../../../../contract/entity/field.ts'
import { isTimeZone } from '../../../../contract/entity/timeZone.ts'
import type { Db } from '../../../database/index.ts'

/** An event in a project that a template describes. */
export interface ProjectEvent {
  /** Id of the project. */
  readonly project: string
  /** Display name of the device; empty without one. */
  readonly device: string
  readonly message: Words
  /** Milliseconds since 1970. */
  readonly at: number
  /** Further placeholders. */
  readonly values: Readonly<Record<string, string>>
}

/** Values for the placeholders of a template. `{project}` is the name of the project and `{time}` in its time zone. */
export async function createEventVariables(
  db: Db,
  { project, device, message, at, values }: ProjectEvent,
): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string; zone: string | null }>`select name, time_zone as zone from project
    where id = ${project}`.execute(db)
  return {
    ...values,
    device,
    project: rows[0]?.name ?? project,
    time: formatTime(at, rows[0]?.zone ?? null),
    ...createLocalizedVariables('message', message),
  }
}

/** Variables with both languages, combined and separate. */
export const createLocalizedVariables = (name: string, { en, zh }: Words): Record<string, string> => ({
  [name]: en === zh ? en : `${zh} / ${en}`,
  [`${name}En`]: en,
  [`${name}Zh`]: zh,
})

/**
 * Formats a time in the project's time zone; otherwise in the server's, with its offset, because readers may be
 * elsewhere.
 */
export function formatTime(at: number, zone: string | null): string {
  const moment = new Date(at)
  if (zone !== null && isTimeZone(zone)) return moment.toLocaleString('sv-SE', { timeZone: zone })
  return moment.toLocaleString('sv-SE', { timeZoneName: 'shortOffset' })
}
