import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Database } from '../../database/index.ts'
import { openDatabase } from '../../database/index.ts'
import { createLog } from '../../log.ts'
import { createLease } from './lease.ts'

let dataDir = ''
let database: Database

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mimic-lease-'))
  database = await openDatabase({ dataDir, log: createLog('error') })
}, 120_000)
afterAll(async () => {
  await database?.close()
  await rm(dataDir, { recursive: true, force: true })
})

it('one server of a database acts, however far their clocks are apart, and the next one when it gives way or is gone', async () => {
  const { db } = database
  const [one, other] = [createLease(db), createLease(db)]
  const until = await one.take()
  expect(until).toBeGreaterThan(performance.now())
  const clock = vi.spyOn(Date, 'now')
  for (const hours of [1, -1]) {
    clock.mockReturnValue(new Date().getTime() + hours * 3_600_000)
    expect(await other.take()).toBe(-Infinity)
    expect(await one.take()).toBeGreaterThanOrEqual(until)
  }
  clock.mockRestore()
  await db.updateTable('setting').set({ value: JSON.stringify({ holder: 'who is gone', until: new Date().getTime() - 1 }) }).where('key', '=', 'linkages').execute()
  expect(await other.take()).toBeGreaterThan(until)
  expect(await one.take()).toBe(-Infinity)
  await other.release()
  expect(await one.take()).toBeGreaterThan(until)
})
