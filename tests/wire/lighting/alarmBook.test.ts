import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AlarmEvent } from '../../../contract/alarms/alarmEvents.ts'
import { createLog } from '../../../server/log.ts'
import { AlarmStore, type ActiveAlarm } from '../../../server/services/alarms/alarmStore.ts'
import { openOwnServices, type OwnServices } from '../../support/server/ownServices.ts'

const log = createLog('error')
const project = 'tunnel'
const minuteMs = 60_000
let own: OwnServices
/** The alarms' clock in milliseconds. */
let now = Date.UTC(2026, 0, 15, 12)

beforeAll(async () => {
  own = await openOwnServices('alarms', log)
  await own.database.db
    .insertInto('project')
    .values({ id: project, name: project, edition: 'lighting', created_at: new Date(now) })
    .execute()
})
afterAll(() => own?.close())

/** Opens the store of open alarms as a server of this database would, with its events for consoles. */
async function openBook(): Promise<{ readonly book: AlarmStore; readonly alarmEvents: AlarmEvent[] }> {
  const events: AlarmEvent[] = []
  const book = new AlarmStore({ db: own.database.db, log, now: () => now, notify: (one) => events.push(one) })
  await book.load(own.rows.getStoredService('alarm'))
  return { book, alarmEvents: events }
}
const fault = (device: string, value: number): ActiveAlarm => ({
  project,
  device,
  fault: 'limit',
  point: 'value.high',
  owner: 'sensor',
  level: 2,
  message: `${device} is too high`,
  at: now,
  value,
  limit: 100,
})
const readRows = async (device: string) =>
  (
    await sql<{
      count: number
      status: string
      cleared: boolean
      value: number
    }>`select count, status, cleared_at is not null as cleared, value from lighting_alarm where device = ${device} order by at`.execute(
      own.database.db,
    )
  ).rows
const getChanges = (...several: readonly (readonly AlarmEvent[])[]): readonly (readonly string[])[] =>
  several.map((events) => events.map(({ change }) => change))

it('an unconfirmed alarm that returns within ten minutes counts each return, and is raised once', async () => {
  const { book, alarmEvents: events } = await openBook()
  book.raise([fault('returning', 101)])
  for (const value of [102, 103]) {
    book.clear([fault('returning', 0)], now)
    await book.waitUntilIdle()
    now += 9 * minuteMs
    book.raise([fault('returning', value)])
    await book.waitUntilIdle()
  }
  expect(await readRows('returning')).toEqual([{ count: 3, status: 'unconfirmed', cleared: false, value: 103 }])
  expect(getChanges(events)).toEqual([['raised', 'cleared', 'returned', 'cleared', 'returned']])
  // A later fault is another occurrence: a separate row with a count of one.
  book.clear([fault('returning', 0)], now)
  await book.waitUntilIdle()
  now += 11 * minuteMs
  book.raise([fault('returning', 104)])
  await book.waitUntilIdle()
  expect((await readRows('returning')).map(({ count }) => count)).toEqual([3, 1])
  expect(events.filter(({ change }) => change === 'raised')).toHaveLength(2)
})

it('an alarm that is open stays one row when another server of the database finds the fault too, and is raised once', async () => {
  const [first, second] = [await openBook(), await openBook()]
  first.book.raise([fault('shared', 101)])
  await first.book.waitUntilIdle()
  now += 60 * minuteMs
  second.book.raise([fault('shared', 102)])
  await second.book.waitUntilIdle()
  const third = await openBook()
  third.book.clear([fault('shared', 0)], now)
  await third.book.waitUntilIdle()
  third.book.raise([fault('shared', 103)])
  await third.book.waitUntilIdle()
  expect(await readRows('shared')).toEqual([{ count: 3, status: 'unconfirmed', cleared: false, value: 103 }])
  expect(getChanges(first.alarmEvents, second.alarmEvents, third.alarmEvents)).toEqual([
    ['raised'],
    ['changed'],
    ['cleared', 'returned'],
  ])
})

it('an alarm that is open is left as it is when its server finds the fault again', async () => {
  const { book, alarmEvents: events } = await openBook()
  book.raise([fault('lasting', 101), fault('lasting', 102)])
  await book.waitUntilIdle()
  book.raise([fault('lasting', 103)])
  await book.waitUntilIdle()
  expect(await readRows('lasting')).toEqual([{ count: 1, status: 'unconfirmed', cleared: false, value: 101 }])
  expect(getChanges(events)).toEqual([['raised']])
})
