import { expect, test } from 'vitest'
import type { ServerAlarm } from '../../contract/routes.ts'
import type { EntityQuery } from '../net/entityClient.ts'
import { selectServerAlarms } from './selectServerAlarms.ts'

const createAlarm = (more: Partial<ServerAlarm>): ServerAlarm => ({
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
const cleared = { clearedAt: 1_700_000_100_000 }
const alarms = [
  createAlarm({}),
  createAlarm({ kind: 'databaseRestarted', ...cleared }),
  createAlarm({ kind: 'backupFailed', ...cleared, confirmedBy: 'ann', confirmedAt: 1_700_000_200_000 }),
]

test.each<[string, Partial<EntityQuery>, readonly string[]]>([
  ['nothing', {}, ['diskFull', 'databaseRestarted']],
  ['status', { filter: { status: 'confirmed' } }, ['backupFailed']],
  ['level', { filter: { level: '3' } }, ['diskFull']],
  ['text in Chinese', { search: '数据库已' }, ['databaseRestarted']],
  ['cleared', { filter: { clearedAt: 'true' } }, ['databaseRestarted']],
  ['time', { since: 'at', from: 1_700_000_000_001 }, []],
  ['kind of device', { filter: { owner: 'pole' } }, []],
  ['project', { project: 'plant' }, []],
  ['second page', { page: 2 }, []],
])('selects server alarms by %s of the query', (_, query, kinds) => {
  const selected = selectServerAlarms(alarms, { page: 1, pageSize: 20, ...query })
  expect(selected.map(({ kind }) => kind)).toEqual(kinds)
})
