import type { Row } from '../../contract/entity/define.ts'
import { limits } from '../../contract/limits.ts'
import type { CallOptions } from '../net/client.ts'
import type { EntityClient } from '../net/entityClient.ts'
import { textOf } from './textOf.ts'

export interface ActiveAlarms {
  readonly rows: readonly Row[]
  /** There are more: what else is faulty is not marked. */
  readonly isCut: boolean
}

export const noActiveAlarms: ActiveAlarms = { rows: [], isCut: false }

/** More are not read, and the page says so: in such a flood a map shows nothing single any more. */
export const mostActive = 1000

/** All alarms whose fault is still there, confirmed or not: confirming one clears nothing. */
export async function readActiveAlarms(client: Pick<EntityClient, 'list'>, project: string | undefined, options: CallOptions): Promise<ActiveAlarms> {
  const pageSize = Math.max(...limits.list.pageSizes)
  // By id: an alarm that comes between two pages moves others on.
  const found = new Map<string, Row>()
  for (let page = 1; page * pageSize <= mostActive; page++) {
    const { rows } = await client.list({ page, pageSize, project, filter: { clearedAt: 'false' } }, options)
    for (const row of rows) found.set(row.id, row)
    if (rows.length < pageSize) return { rows: [...found.values()], isCut: false }
  }
  return { rows: [...found.values()], isCut: true }
}

/** Its fault is still there. */
export function isActive(row: Row): boolean {
  const { clearedAt }: Readonly<Record<string, unknown>> = { ...row }
  return typeof clearedAt !== 'number'
}

/** The devices of these alarms, as `project/device`. */
export function devicesOf(alarms: readonly Row[]): ReadonlySet<string> {
  return new Set(alarms.flatMap((row) => {
    const device = textOf(row, 'device')
    return device === '' ? [] : [`${row.project ?? ''}/${device}`]
  }))
}
