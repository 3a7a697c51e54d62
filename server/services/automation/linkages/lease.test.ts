import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Database } from '../../../database/index.ts'
import { openDatabase } from '../../../database/index.ts'
import { createLog } from '../../../log.ts'
import { createLease } from './lease.ts'
import { removeDirectory } from '../../../../tests/support/directories.ts'

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
  const [one, other] = [createLease(db), createLease(db)]
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
    .where('key', '=', 'linkages')
    .execute()
  expect([await isHeldAfter(other), await isHeldAfter(one)]).toEqual([true, false])
  await other.release()
  expect([other.isHeld, await isHeldAfter(one)]).toEqual([false, true])
})

it('a server gives way when either of its clocks says that the lease is over, as after a sleep in which one of them stood still', async () => {
  const lease = createLease(database.db)
  await database.db.deleteFrom('setting').where('key', '=', 'linkages').execute()
  for (const clock of [Date, performance]) {
    await lease.acquire()
    expect(lease.isHeld).toBe(true)
    const wasAsleep = vi.spyOn(clock, 'now').mockReturnValue(clock.now() + 15_001)
    expect(lease.isHeld).toBe(false)
    wasAsleep.mockRestore()
    expect(lease.isHeld).toBe(true)
  }
})
