import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ServerAlarm } from '../../../../contract/routes.ts'
import { removeDirectory } from '../../../../tests/support/directories.ts'
import type { Database, Db } from '../../../database/index.ts'
import { openDatabase } from '../../../database/index.ts'
import { createLog } from '../../../log.ts'
import type { RequestContext } from '../../base/requestContext.ts'
import { createServerAlarms } from './index.ts'

let dataDir = ''
let database: Database
let nowMs = 0
let sent: string[] = []
let isSendable = true

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mimic-alarms-'))
  database = await openDatabase({ dataDir, log: createLog('error') })
}, 120_000)
afterAll(async () => {
  await database?.close()
  await removeDirectory(dataDir)
})
beforeEach(async () => {
  await database.db.deleteFrom('server_alarm').execute()
  nowMs = Date.UTC(2026, 5, 1)
  sent = []
  isSendable = true
})

/** Opens the service like a server. */
async function opened(db: Db = database.db) {
  const alarms = createServerAlarms({
    db,
    log: createLog('silent'),
    now: () => nowMs,
    notify: ({ kind }: ServerAlarm) => {
      if (!isSendable) return Promise.reject(new Error('no space'))
      sent.push(kind)
      return Promise.resolve()
    },
  })
  return alarms
}
const caller: RequestContext = {
  address: '127.0.0.1',
  request: 'request-1',
  client: 'test',
  session: {
    id: 'session-1',
    accountId: 'account-1',
    name: 'ann',
    role: 'super',
    projects: [],
    roles: ['super'],
    permissions: [],
    mustChangePassword: false,
    mustSetSecondStep: false,
    signedInAt: 0,
    expiresAt: 0,
  },
}
const full = { en: 'full', zh: '已满' }

test('an alarm survives a restart and ends once', async () => {
  const first = await opened()
  first.raise('diskFull', full)
  first.raise('diskFull', full)
  await first.settled()
  const next = await opened()
  await next.load()
  expect(next.list()).toMatchObject([
    { kind: 'diskFull', detail: 'full ¦ 已满', raisedAt: nowMs, clearedAt: null, count: 1 },
  ])
  nowMs += 60_000
  next.raise('diskFull', full)
  next.clear('diskFull')
  next.clear('diskFull')
  await next.settled()
  const last = await opened()
  await last.load()
  expect(last.list()).toMatchObject([{ kind: 'diskFull', clearedAt: nowMs }])
  expect(sent).toEqual(['diskFull'])
})

test('an alarm that cannot be stored or sent yet is listed, and stored and sent later', async () => {
  let isFull = true
  const db = new Proxy(database.db, {
    get: (target, name) => {
      if (isFull && name === 'insertInto') throw Object.assign(new Error('full'), { code: '53100' })
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? (...args: unknown[]) => Reflect.apply(value, target, args) as unknown : value
    },
  })
  isSendable = false
  const alarms = await opened(db)
  alarms.raise('diskFull', full)
  await alarms.settled()
  expect([alarms.openKinds(), sent]).toEqual([['diskFull'], []])
  isFull = false
  isSendable = true
  nowMs += 10_000
  await alarms.check()
  expect(sent).toEqual(['diskFull'])
  const next = await opened()
  await next.load()
  expect(next.openKinds()).toEqual(['diskFull'])
})

test('an alarm raised again within five minutes is the same alarm, and a later one is new', async () => {
  const alarms = await opened()
  for (const waitMs of [60_000, 6 * 60_000, 0]) {
    alarms.raise('brokerLinkLost', { en: 'lost', zh: '丢失' })
    alarms.clear('brokerLinkLost')
    nowMs += waitMs
  }
  await alarms.settled()
  expect(alarms.list().map(({ count }) => count)).toEqual([1, 2])
  expect(sent).toEqual(['brokerLinkLost', 'brokerLinkLost'])
})

test('an event is counted, and ends an hour after it happened last', async () => {
  const alarms = await opened()
  alarms.raise('databaseRestarted', { en: 'restarted', zh: '重启' })
  nowMs += 50 * 60_000
  alarms.raise('databaseRestarted', { en: 'restarted', zh: '重启' })
  nowMs += 30 * 60_000
  await alarms.check()
  expect(alarms.list()).toMatchObject([{ count: 2, clearedAt: null }])
  nowMs += 31 * 60_000
  await alarms.check()
  expect(alarms.openKinds()).toEqual([])
})

test('an acknowledged alarm stays acknowledged after a restart and while it returns within five minutes', async () => {
  const first = await opened()
  first.raise('diskFull', full)
  const id = first.list()[0]?.id ?? ''
  await first.acknowledge(caller, [id, 'unknown'])
  expect(first.list()).toMatchObject([{ confirmedBy: 'ann', confirmedAt: nowMs }])
  const next = await opened()
  await next.load()
  next.clear('diskFull')
  nowMs += 60_000
  next.raise('diskFull', full)
  expect(next.list()).toMatchObject([{ id, count: 2, clearedAt: null, confirmedBy: 'ann' }])
  next.clear('diskFull')
  nowMs += 6 * 60_000
  next.raise('diskFull', full)
  expect(next.list()).toMatchObject([{ confirmedBy: null }, { id, confirmedBy: 'ann' }])
  await next.settled()
})

test('an event that recurs more than five minutes later must be acknowledged again', async () => {
  const alarms = await opened()
  alarms.raise('databaseRestarted', full)
  await alarms.acknowledge(caller, [alarms.list()[0]?.id ?? ''])
  nowMs += 60_000
  alarms.raise('databaseRestarted', full)
  expect(alarms.list()).toMatchObject([{ count: 2, confirmedBy: 'ann' }])
  nowMs += 6 * 60_000
  alarms.raise('databaseRestarted', full)
  expect(alarms.list()).toMatchObject([{ count: 3, confirmedBy: null }])
  await alarms.settled()
})

test('an alarm stays unacknowledged if the audit log cannot be written', async () => {
  const db = new Proxy(database.db, {
    get: (target, name) => {
      if (name === 'transaction') throw Object.assign(new Error('full'), { code: '53100' })
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? (...args: unknown[]) => Reflect.apply(value, target, args) as unknown : value
    },
  })
  const alarms = await opened(db)
  alarms.raise('diskFull', full)
  await expect(alarms.acknowledge(caller, [alarms.list()[0]?.id ?? ''])).rejects.toThrow('full')
  expect(alarms.list()).toMatchObject([{ confirmedAt: null }])
  await alarms.settled()
})
