import { decodeLocalized } from '../../contract/localizedText.ts'
import type { ServerAlarm } from '../../contract/routes.ts'
import { serverAlarmKinds } from '../../contract/serverAlarms.ts'
import type { EntityQuery } from '../net/entityClient.ts'

/** Maximum number of server alarms above the list. The monitoring page shows more. */
export const maxServerAlarms = 20

/**
 * Selects the server alarms that match the query of the alarm list. Without a filter by status these are the open and
 * the unacknowledged ones. A filter that only alarms of devices can match, a project and a later page select none.
 */
export function selectServerAlarms(alarms: readonly ServerAlarm[], query: EntityQuery): readonly ServerAlarm[] {
  const { filter = {}, search = '', project, page, since, from = -Infinity, to = Infinity } = query
  if (page > 1 || project !== undefined || filter['owner'] !== undefined || filter['fault'] !== undefined) return []
  const matches = (name: string, value: string): boolean => filter[name]?.split(',').includes(value) ?? true
  return alarms
    .filter((alarm) => {
      const { kind, raisedAt, clearedAt, confirmedAt } = alarm
      const at = since === 'clearedAt' ? clearedAt : raisedAt
      return (
        (filter['status'] !== undefined || clearedAt === null || confirmedAt === null) &&
        matches('status', confirmedAt === null ? 'unconfirmed' : 'confirmed') &&
        matches('level', String(serverAlarmKinds[kind].level)) &&
        matches('clearedAt', String(clearedAt !== null)) &&
        (since === undefined || (at !== null && at >= from && at < to)) &&
        contains(alarm, search)
      )
    })
    .slice(0, maxServerAlarms)
}

function contains({ kind, detail }: ServerAlarm, search: string): boolean {
  const { words } = serverAlarmKinds[kind]
  const texts = [words.en, words.zh, ...Object.values(decodeLocalized(detail))]
  return texts.some((text) => text.toLowerCase().includes(search.toLowerCase()))
}
