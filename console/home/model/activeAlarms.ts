import type { Row } from '../../../contract/entity/define.ts'
import { limits } from '../../../contract/limits.ts'
import type { CallOptions } from '../../net/client.ts'
import type { EntityClient } from '../../net/entityClient.ts'
import { getText } from './rowText.ts'

export interface ActiveAlarms {
  readonly rows: readonly Row[]
  /** There are more alarms; their devices are not marked. */
  readonly isCut: boolean
}

export const noActiveAlarms: ActiveAlarms = { rows: [], isCut: false }

/**
 * Maximum number of alarms read. The page shows that there are more; with this many, single marks on a map are of no
 * use.
 */
export const maxActiveAlarms = 1000

/** Reads all uncleared alarms, confirmed or not. Confirming an alarm does not clear it. */
export async function readActiveAlarms(
  client: Pick<EntityClient, 'list'>,
  project: string | undefined,
  options: CallOptions,
): Promise<ActiveAlarms> {
  const pageSize = Math.max(...limits.list.pageSizes)
  // Keyed by id: an alarm that is raised between two requests shifts the pages.
  const found = new Map<string, Row>()
  for (let page = 1; page * pageSize <= maxActiveAlarms; page++) {
    const { rows } = await client.list({ page, pageSize, project, filter: { clearedAt: 'false' } }, options)
    for (const row of rows) found.set(row.id, row)
    if (rows.length < pageSize) return { rows: [...found.values()], isCut: false }
  }
  return { rows: [...found.values()], isCut: true }
}

/** Returns true if the fault still exists. */
export function isActive(row: Row): boolean {
  const { clearedAt }: Readonly<Record<string, unknown>> = { ...row }
  return typeof clearedAt !== 'number'
}

/** Devices of these alarms as `project/device`. */
export function getDevices(alarms: readonly Row[]): ReadonlySet<string> {
  return new Set(
    alarms.flatMap((row) => {
      const device = getText(row, 'device')
      return device === '' ? [] : [`${row.project ?? ''}/${device}`]
    }),
  )
}
