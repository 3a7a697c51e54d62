import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ServerAlarm } from '../../../../contract/routes.ts'
import { removeDirectory } from '../../../../tests/support/directories.ts'
import type { Database } from '../../../database/index.ts'
import { openDatabase } from '../../../database/index.ts'
import { createLog } from '../../../log.ts'
import type { StoredEntityService } from '../../entities/index.ts'
import type { Message } from './deliver.ts'
import { createNotifications } from './index.ts'

let dataDir = ''
let database: Database

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mimic-notified-'))
  database = await openDatabase({ dataDir, log: createLog('error') })
  // Columns queried directly; the others are read through the entity service.
  await sql`create table platform_template (id text primary key, alarm_level integer, alarm_project text, sends_recovery boolean)`.execute(
    database.db,
  )
  await sql`create table platform_notification_log (id text primary key, channel text, result text)`.execute(
    database.db,
  )
  await sql`insert into platform_template (id, alarm_level, alarm_project) values ('every', 1, null), ('severe', 3, null), ('works', 1, 'works')`.execute(
    database.db,
  )
}, 120_000)
afterAll(async () => {
  await database?.close()
  await removeDirectory(dataDir)
})

const alarm = (kind: ServerAlarm['kind']): ServerAlarm => ({
  id: 'alarm-1',
  kind,
  detail: 'No space ¦ 没有空间',
  raisedAt: Date.UTC(2026, 5, 1),
  lastAt: Date.UTC(2026, 5, 1),
  clearedAt: null,
  count: 1,
  confirmedBy: null,
  confirmedAt: null,
})

/** Creates notifications with an entity service whose log accepts rows or fails with this cause. */
function rig(failure?: Error) {
  const delivered: Message[] = []
  const logged: unknown[] = []
  const rows: Readonly<Record<string, object>> = {
    template: { channel: 'hook', subject: '{faultEn} ({level})', content: '{messageZh}', receivers: null },
    channel: { kind: 'webhook', url: 'http://127.0.0.1/in', isEnabled: true },
  }
  const stored = (name: string) =>
    ({
      read: () => Promise.resolve(rows[name]),
      readSecret: () => Promise.resolve(null),
      add: (_author: unknown, values: readonly { readonly values: unknown }[]) => {
        if (failure) return Promise.reject(failure)
        logged.push(...values.map((row) => row.values))
        return Promise.resolve(['1'])
      },
    }) as unknown as StoredEntityService
  const notifications = createNotifications({
    db: database.db,
    stored,
    log: createLog('silent'),
    deliver: (_channel, message) => {
      delivered.push(message)
      return Promise.resolve('200')
    },
  })
  return { notifications, delivered, logged }
}

test('a server alarm uses the templates for its level and for alarms of all projects', async () => {
  const { notifications, logged } = rig()
  await notifications.sendServerAlarm(alarm('clockJumped'))
  expect(logged).toMatchObject([{ subject: 'System clock changed (2)', content: '没有空间', result: 'waiting' }])
  await notifications.sendServerAlarm(alarm('diskFull'))
  expect(logged).toHaveLength(3)
})

test('it is sent without the log where the log cannot be written for lack of space', async () => {
  const { notifications, delivered } = rig(Object.assign(new Error('could not extend file'), { code: '53100' }))
  await notifications.sendServerAlarm(alarm('diskFull'))
  expect(delivered).toMatchObject([
    { subject: 'Disk full (3)', content: '没有空间' },
    { subject: 'Disk full (3)', content: '没有空间' },
  ])
})

test('another failure of the log is reported to the caller', async () => {
  const { notifications, delivered } = rig(new Error('a mistake'))
  await expect(notifications.sendServerAlarm(alarm('diskFull'))).rejects.toThrow('a mistake')
  expect(delivered).toEqual([])
})
