import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Database } from '../../database/index.ts'
import { openDatabase } from '../../database/index.ts'
import { createLog } from '../../log.ts'
import { createLease, runAsLeader } from './leaderLease.ts'
import { removeDirectory } from '../../../tests/support/directories.ts'

const name = 'linkages'
let dataDir = ''
let database: Database

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mimic-lease-'))
  database = await openDatabase({ dataDir, log: createLog('error') })
}, 120_000)
afterAll(async () => {
  await database?.close()
  await removeDirectory(dataDir)
})

it('one server of a database acts, however far their clocks are apart, and the next one when it gives way or is gone', async () => {
  const { db } = database
  const [one, other] = [createLease(db, name), createLease(db, name)]
  const isHeldAfter = async (lease: typeof one): Promise<boolean> => {
    await lease.acquire()
    return lease.isHeld
  }
  expect([one.isHeld, await isHeldAfter(one)]).toEqual([false, true])
  const clock = vi.spyOn(Date, 'now')
  for (const hours of [1, -1]) {
    clock.mockReturnValue(new Date().getTime() + hours * 3_600_000)
    expect([await isHeldAfter(other), await isHeldAfter(one)]).toEqual([false, true])
  }
  clock.mockRestore()
  await db
    .updateTable('setting')
    .set({ value: JSON.stringify({ holder: 'who is gone', until: new Date().getTime() - 1 }) })
    .where('key', '=', name)
    .execute()
  expect([await isHeldAfter(other), await isHeldAfter(one)]).toEqual([true, false])
  await other.release()
  expect([other.isHeld, await isHeldAfter(one)]).toEqual([false, true])
})

it('a server gives way when either of its clocks says that the lease is over, as after a sleep in which one of them stood still', async () => {
  const lease = createLease(database.db, name)
  await database.db.deleteFrom('setting').where('key', '=', name).execute()
  for (const clock of [Date, performance]) {
    await lease.acquire()
    expect(lease.isHeld).toBe(true)
    const wasAsleep = vi.spyOn(clock, 'now').mockReturnValue(clock.now() + 15_001)
    expect(lease.isHeld).toBe(false)
    wasAsleep.mockRestore()
    expect(lease.isHeld).toBe(true)
  }
})

it('work of one name runs on one server at a time, and work of another name beside it', async () => {
  const { db } = database
  const [one, other, another] = [createLease(db, 'sums'), createLease(db, 'sums'), createLease(db, 'others')]
  const ran: boolean[] = []
  const doNothing = (): Promise<void> => Promise.resolve()
  await runAsLeader(one, async () => {
    ran.push(await runAsLeader(other, doNothing), await runAsLeader(another, doNothing))
  })
  const failed = runAsLeader(other, () => Promise.reject(new Error('no sum')))
  await expect(failed).rejects.toThrow('no sum')
  ran.push(await runAsLeader(one, doNothing), await runAsLeader(undefined, doNothing))
  expect(ran).toEqual([false, true, true, true])
})

it('long work keeps the lease', async () => {
  const { db } = database
  const readExpiry = async (): Promise<number> => {
    const { value } = await db
      .selectFrom('setting')
      .select('value')
      .where('key', '=', 'long work')
      .executeTakeFirstOrThrow()
    return Number(/"until"\s*:\s*([\d.]+)/.exec(value)?.[1])
  }
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    await runAsLeader(createLease(db, 'long work'), async () => {
      const first = await readExpiry()
      vi.advanceTimersByTime(5_000)
      await expect.poll(readExpiry, { timeout: 20_000 }).toBeGreaterThan(first)
    })
  } finally {
    vi.useRealTimers()
  }
  expect(await db.selectFrom('setting').select('key').where('key', '=', 'long work').execute()).toEqual([])
})
