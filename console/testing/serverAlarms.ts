import type { ServerAlarm } from '../../contract/routes.ts'

/** An open, unconfirmed alarm of the server about a full disk, with other properties. */
export const createServerAlarm = (more: Partial<ServerAlarm> = {}): ServerAlarm => ({
  id: 'a',
  kind: 'diskFull',
  detail: 'New data is rejected ¦ 不再保存新数据',
  raisedAt: 1_700_000_000_000,
  lastAt: 1_700_000_000_000,
  clearedAt: null,
  count: 1,
  confirmedBy: null,
  confirmedAt: null,
  ...more,
})
