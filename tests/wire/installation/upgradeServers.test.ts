import { randomBytes } from 'node:crypto'
import { CompiledQuery, sql, type KyselyPlugin, type RootOperationNode } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EntityValues } from '../../../contract/entity/field.ts'
import { platformEntities } from '../../../contract/platform/index.ts'
import { createLog } from '../../../server/log.ts'
import { systemContext } from '../../../server/services/base/requestContext.ts'
import { createEntityServices, type EntityServices, type Hooks } from '../../../server/services/entities/index.ts'
import { createRecycleBin } from '../../../server/services/recycleBin/index.ts'
import { systemClock } from '../../../server/services/base/scheduler.ts'
import { createSecretBox } from '../../../server/services/base/secrets.ts'
import { createUpgrades, type Upgrades } from '../../../server/services/devices/upgrades/index.ts'
import { createSignedUrls } from '../../../server/services/devices/upgrades/signedUrls.ts'
import { openOwnDatabase, type OwnDatabase } from '../../support/server/ownServices.ts'

const project = 'factory'
const log = createLog('error')
const hourMs = 3_600_000
let own: OwnDatabase
let rows: EntityServices
let product = ''
let firmware = ''
let createdCount = 0
/** Servers of this database. */
const servers = new Set<Upgrades>()
/** Commands that each server sent to a device. */
const sentCommands: { readonly by: string; readonly device: string; readonly id: string }[] = []

beforeAll(async () => {
  own = await openOwnDatabase('upgrades', log)
  const hooks = {
    upgrade: {
      // Any of the servers may handle the transition.
      beforeMove: (...given) => [...servers][0]?.hooks.beforeMove?.(...given),
      afterWrite: (written) => {
        for (const one of servers) void one.hooks.afterWrite?.(written)
      },
    },
  } satisfies Hooks
  rows = await createEntityServices({
    db: own.database.db,
    entities: platformEntities,
    secrets: createSecretBox(randomBytes(32)),
    log,
    bin: createRecycleBin({ db: own.database.db, clock: systemClock, log }),
    hooks,
    hasAutovacuum: false,
  })
  await own.database.db
    .insertInto('project')
    .values({ id: project, name: project, edition: 'lighting', created_at: new Date() })
    .execute()
  product = await make('product', { name: 'Pump', code: 'pump', category: 'other' }, '')
  firmware = await make(
    'firmware',
    { name: 'One', product, version: '1.0.0', file: [{ id: 'file', name: 'one.bin' }] },
    '',
  )
})
afterAll(() => own?.close())

async function make(entity: string, values: EntityValues, within = project): Promise<string> {
  const [id = ''] = await rows.getStoredService(entity).add(systemContext, [{ project: within, values }])
  return id
}
const devices = (count: number): Promise<string[]> =>
  Promise.all(
    Array.from({ length: count }, () => `pump-${++createdCount}`).map((name) =>
      make('device', { name, serial: name, product, plantDevice: name, status: 3 }),
    ),
  )
const move = (id: string, name: string) => rows.getStoredService('upgrade').move(systemContext, id, name, {})
async function readStatus(id: string): Promise<unknown> {
  const { status }: Readonly<Record<string, unknown>> = { ...(await rows.getStoredService('upgrade').read(id)) }
  return status
}
const readResults = async (id: string): Promise<readonly string[]> =>
  (
    await sql<{
      result: string
    }>`select result from platform_upgrade_log where upgrade = ${id} order by created_at, id`.execute(own.database.db)
  ).rows.map(({ result }) => result)

/** Starts a server that runs upgrades until it is stopped. `aheadMs`: offset of its clock. */
async function server(name: string, aheadMs = 0, db = own.database.db) {
  const upgrades = createUpgrades({
    db,
    clock: { now: () => Date.now() + aheadMs, wakeAt: (at, wake) => systemClock.wakeAt(at - aheadMs, wake) },
    stored: (entity) => rows.getStoredService(entity),
    signedUrls: createSignedUrls(randomBytes(32), Date.now),
    log,
    isOffline: () => false,
    baseUrl: () => 'http://localhost',
    files: { whole: async () => undefined, facts: async () => ({ bytes: 1, sha256: '0' }) },
    publish: async ({ device, id }) => {
      sentCommands.push({ by: name, device, id })
    },
  })
  servers.add(upgrades)
  const stop = await upgrades.start()
  return {
    waitUntilIdle: upgrades.waitUntilIdle,
    /** Reports the result of the last command to a device. */
    reportResult(state: 'done' | 'failed') {
      const last = sentCommands.at(-1)
      if (!last) throw new Error('nobody was told anything')
      upgrades.handleReport({ project, device: last.device, id: last.id, state, percent: 100, at: Date.now() })
    },
    /** Stops the server completely, including pending requests. */
    stop,
    async end() {
      await stop()
      servers.delete(upgrades)
    },
  }
}

/** Makes these servers check for pending commands again and waits until they have finished. */
async function lookAgain(these: readonly Pick<Upgrades, 'waitUntilIdle'>[], id: string): Promise<void> {
  for (const one of servers)
    void one.hooks.afterWrite?.({
      author: systemContext,
      entity: rows.getService('upgrade').entity,
      action: 'update',
      id,
      project,
    })
  for (const one of these) await one.waitUntilIdle()
}

describe('an upgrade', () => {
  it('that is to be tried again is tried by the server that comes next, where this one ends before it did anything', async () => {
    const [device = ''] = await devices(1)
    const id = await make('upgrade', {
      name: 'Again',
      firmware,
      devices: [device],
      batch: 1,
      timeoutMin: 10,
      retries: 0,
      status: 'waiting',
    })
    const first = await server('first')
    await move(id, 'start')
    await expect.poll(() => sentCommands.length).toBe(1)
    first.reportResult('failed')
    await expect.poll(() => readStatus(id)).toBe('done')
    await first.stop()
    await move(id, 'retry')
    await first.end()
    const second = await server('second')
    await expect.poll(() => sentCommands.map(({ by }) => by)).toEqual(['first', 'second'])
    second.reportResult('done')
    await expect.poll(async () => [await readStatus(id), await readResults(id)]).toEqual(['done', ['done']])
    await second.end()
  })

  it('has one record of each device, whichever of two servers misses it first, and is over when all of them are', async () => {
    const several = await devices(5)
    const id = await make('upgrade', {
      name: 'Both',
      firmware,
      devices: several,
      plannedAt: Date.now() + hourMs,
      batch: 10,
      timeoutMin: 10,
      retries: 0,
      status: 'waiting',
    })
    const both = [await server('first'), await server('second')]
    await move(id, 'start')
    expect(await readResults(id)).toEqual(several.map(() => 'waiting'))
    await expect(move(id, 'finish')).rejects.toMatchObject({ error: 'entity.state' })
    await sql`delete from platform_upgrade_log where upgrade = ${id}`.execute(own.database.db)
    await lookAgain(both, id)
    expect(await readResults(id)).toEqual(several.map(() => 'waiting'))
    await move(id, 'stop')
    expect(await readResults(id)).toEqual(several.map(() => 'cancelled'))
    for (const one of both) await one.end()
  })

  it('that is restarted with another firmware is sent to each device once, even if earlier records have future timestamps', async () => {
    const other = await make(
      'firmware',
      { name: 'Next', product, version: '3.0.0', file: [{ id: 'next', name: 'next.bin' }] },
      '',
    )
    const [device = ''] = await devices(1)
    const id = await make('upgrade', {
      name: 'Anew',
      firmware,
      devices: [device],
      plannedAt: Date.now() + 4 * hourMs,
      batch: 1,
      timeoutMin: 10,
      retries: 0,
      status: 'waiting',
    })
    const ahead = await server('ahead', 2 * hourMs)
    await move(id, 'start')
    await move(id, 'stop')
    await ahead.end()
    await rows.getStoredService('upgrade').set(id, { firmware: other, plannedAt: null })
    const before = sentCommands.length
    const after = await server('after')
    await move(id, 'start')
    await expect.poll(() => sentCommands.slice(before).map(({ by }) => by)).toEqual(['after'])
    await lookAgain([after], id)
    after.reportResult('done')
    await expect
      .poll(async () => [await readStatus(id), await readResults(id)])
      .toEqual(['done', ['cancelled', 'done']])
    await lookAgain([after], id)
    await after.end()
    expect(sentCommands.slice(before).map(({ by, device: to }) => [by, to])).toEqual([
      ['after', `pump-${createdCount}`],
    ])
    expect(await readResults(id)).toEqual(['cancelled', 'done'])
  })

  it('leaves no obsolete record waiting: of a removed or stopped task, a device off its list, or another firmware', async () => {
    const other = await make(
      'firmware',
      { name: 'Two', product, version: '2.0.0', file: [{ id: 'other', name: 'two.bin' }] },
      '',
    )
    const [listed = '', unlisted = ''] = await devices(2)
    const task = { firmware, devices: [listed], plannedAt: Date.now() + hourMs, batch: 10, timeoutMin: 10, retries: 0 }
    const [runs, stopped] = [
      await make('upgrade', { name: 'Runs', ...task, status: 'running' }),
      await make('upgrade', { name: 'Stopped', ...task, status: 'stopped' }),
    ]
    const waiting: readonly EntityValues[] = [
      { upgrade: null, device: listed, firmware },
      { upgrade: stopped, device: listed, firmware },
      { upgrade: runs, device: unlisted, firmware },
      { upgrade: runs, device: listed, firmware: other },
      { upgrade: runs, device: listed, firmware },
    ]
    const ids: string[] = []
    for (const record of waiting)
      ids.push(await make('upgradeLog', { ...record, result: 'waiting', percent: 0, attempts: 0, at: Date.now() }))
    const one = await server('one')
    await one.waitUntilIdle()
    const results: unknown[] = []
    for (const id of ids)
      results.push(
        (
          await sql<{ result: string }>`select result from platform_upgrade_log where id = ${id}`.execute(
            own.database.db,
          )
        ).rows[0]?.result,
      )
    expect(results).toEqual(['cancelled', 'cancelled', 'cancelled', 'cancelled', 'waiting'])
    await one.end()
  })
})

it('every round finds its records by an index, among those of half a year', async () => {
  const { db } = own.database
  const [only = ''] = await devices(1)
  await make('upgrade', {
    name: 'Planned',
    firmware,
    devices: [only],
    plannedAt: Date.now() + hourMs,
    batch: 1,
    timeoutMin: 10,
    retries: 0,
    status: 'running',
  })
  const queries: RootOperationNode[] = []
  const recorder: KyselyPlugin = {
    transformQuery: ({ node }) => {
      queries.push(node)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const one = await server('indexed', 0, db.withPlugin(recorder))
  await one.waitUntilIdle()
  await one.end()
  const reads = queries
    .map((node) => db.getExecutor().compileQuery(node, { queryId: 'recorded' }))
    .filter(({ sql: text }) => /^\s*select[^]*platform_upgrade_log/.test(text))
  const plans = await db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    return Promise.all(
      reads.map(async ({ sql: text, parameters }) =>
        (await tx.executeQuery<Record<string, string>>(CompiledQuery.raw(`explain ${text}`, [...parameters]))).rows
          .flatMap((row) => Object.values(row))
          .join('\n'),
      ),
    )
  })
  // Query plans of unfinished records, of started ones, and of each task's records.
  const [notOver, started, ...ofTasks] = plans
  expect([notOver, started]).toEqual([
    expect.stringContaining('platform_upgrade_log_open'),
    expect.stringContaining('platform_upgrade_log_open'),
  ])
  expect(ofTasks.length).toBeGreaterThan(0)
  for (const plan of ofTasks) expect(plan).toMatch(/Index Cond: \(upgrade = /)
})
