import { expect, test } from 'vitest'
import type { EntityQuery } from '../net/entityClient.ts'
import { createServerAlarm } from '../testing/serverAlarms.ts'
import { selectServerAlarms } from './selectServerAlarms.ts'

const cleared = { clearedAt: 1_700_000_100_000 }
const alarms = [
  createServerAlarm({}),
  createServerAlarm({ kind: 'databaseRestarted', ...cleared }),
  createServerAlarm({ kind: 'backupFailed', ...cleared, confirmedBy: 'ann', confirmedAt: 1_700_000_200_000 }),
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
