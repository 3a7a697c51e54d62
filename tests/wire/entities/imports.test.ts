import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Entity, Row } from '../../../contract/entity/define.ts'
import type { ImportJob } from '../../../contract/entity/routes.ts'
import { callEntity, signIn, sqlIn, readAuditLog } from '../../support/server/api.ts'
import { removeDirectory } from '../../support/directories.ts'
import type { EntityWorld } from '../../support/entities/entityWorld.ts'
import { project, startEntityWorld } from '../../support/entities/entityWorld.ts'
import { sampleEntities } from '../../support/entities/sampleEntities.ts'
import { startServer, type StartedServer } from '../../support/server/server.ts'

let server: StartedServer
let token: string
let world: EntityWorld
beforeAll(async () => {
  server = await startServer({ env: { TZ: 'America/New_York' } })
  token = await signIn(server)
  world = await startEntityWorld({
    main: 'tests/support/server/sampleServer.ts',
    entities: sampleEntities,
    env: { TZ: 'America/New_York' },
  })
})
afterAll(async () => {
  await server?.stop()
  await world?.stop()
})

it('times in a sheet are in the time zone of the user, in summer and in winter, regardless of the server', async () => {
  const written = [
    '2026-01-15 12:00:00',
    '2026-07-15 12:00',
    '2026-03-08 02:30',
    '2026-03-29 02:30',
    '2026-10-25 02:30',
    '2026-02-01',
  ]
  const rows = written.map((installedAt, n) => ({ name: `Box ${n}`, address: `box-${n}`, kind: 1, installedAt }))
  expect(await moments(rows, 'Europe/Berlin')).toEqual([
    '2026-01-15T11:00:00.000Z',
    '2026-07-15T10:00:00.000Z',
    '2026-03-08T01:30:00.000Z',
    '2026-03-29T01:00:00.000Z',
    '2026-10-25T00:30:00.000Z',
    '2026-01-31T23:00:00.000Z',
  ])
  // Without a zone the project's time zone applies.
  const [quiet] = await moments(
    [{ name: 'Quiet box', address: 'quiet', kind: 1, installedAt: '2026-01-15 12:00:00' }],
    undefined,
  )
  expect(quiet).toBe('2026-01-15T04:00:00.000Z')
  const nowhere = await world.callEntity(findSampleEntity('sampleShelf'), 'importCheck', {
    body: { project, rows, zone: 'Mars/Olympus' },
  })
  expect([nowhere.status, nowhere.bad.problems?.[0]?.path]).toEqual([400, 'zone'])
})

it('the days of a sheet are those of the project, whoever imports them', async () => {
  const rows = ['2026-02-01', '2026-07-15'].map((installedAt, n) => ({
    name: `Cabinet ${n}`,
    address: `cabinet-${n}`,
    communication: 1,
    installedAt,
  }))
  const {
    data: { id },
  } = await callEntity<ImportJob>(server, 'cabinet', 'importCheck', {
    token,
    body: { project: 'street', rows, zone: 'Europe/Berlin' },
  })
  await callEntity(server, 'cabinet', 'importStart', { token, params: { id } })
  await expect
    .poll(
      async () => (await callEntity<ImportJob>(server, 'cabinet', 'importRead', { token, params: { id } })).data.state,
    )
    .toBe('done')
  expect(
    toMoments(
      rows,
      (
        await callEntity<Dated>(server, 'cabinet', 'list', {
          token,
          query: { project: 'street', sort: '-createdAt', pageSize: '50' },
        })
      ).data,
    ),
  ).toEqual(['2026-01-31T16:00:00.000Z', '2026-07-14T16:00:00.000Z'])
})

it('all errors of a sheet are reported at once: every cell of a row, and duplicate numbers', async () => {
  const rows = [
    { name: 'Quay', number: 500, timetable: 'no such plan' },
    { name: 'Dock', number: 77 },
    { name: 'Pier', number: 77 },
    { name: 'Mole' },
  ]
  const { data } = await callEntity<ImportJob>(server, 'area', 'importCheck', {
    token,
    body: { project: 'street', rows },
  })
  expect(data.faults.map(({ row, field }) => [row, field])).toEqual([
    [1, 'timetable'],
    [1, 'number'],
    [3, 'number'],
    [4, 'number'],
  ])
})

it('a stopped import leaves no references to the rows it rolls back, and reports the rows it must keep', async () => {
  const [shelf, slot] = [findSampleEntity('sampleShelf'), findSampleEntity('sampleSlot')]
  const rows = Array.from({ length: 12_000 }, (_, n) => ({ name: `Stopped ${n}`, address: `stopped-${n}`, kind: 1 }))
  const {
    data: { id },
  } = await world.callEntity<ImportJob>(shelf, 'importCheck', { body: { project, rows } })
  await world.callEntity(shelf, 'importStart', { params: { id } })
  const job = async () => (await world.callEntity<ImportJob>(shelf, 'importRead', { params: { id } })).data
  await expect.poll(async () => (await job()).done, { timeout: 30_000, interval: 10 }).toBeGreaterThan(0)
  const first = (
    await world.callEntity<{ rows: readonly (Row & { name?: string })[] }>(shelf, 'list', {
      query: { project, sort: 'createdAt', pageSize: '50' },
    })
  ).data.rows
  const ids = [0, 1, 2, 3].map((n) => first.find(({ name }) => name === `Stopped ${n}`)?.id)
  const refer = (name: string, values: Readonly<Record<string, unknown>>) =>
    world.callEntity(slot, 'create', { body: { project, values: { name, ...values } } })
  const created = await Promise.all([
    refer('Firm', { firm: ids[0] }),
    refer('Loose', { only: ids[1], many: [ids[1], ids[2]] }),
    refer('Steps', { steps: [{ shelf: ids[3], note: 'here' }] }),
  ])
  expect([created.map(({ status }) => status), (await job()).state]).toEqual([[200, 200, 200], 'running'])

  const { data: stopped } = await world.callEntity<ImportJob>(shelf, 'importStop', { params: { id } })
  expect(stopped).toMatchObject({ state: 'stopped', done: 2, kept: 2, faultCount: 2 })
  expect(stopped.faults).toEqual([
    { row: 1, field: 'name', words: { en: 'Used by Slot Firm', zh: '被槽位Firm使用' } },
    { row: 4, field: 'name', words: { en: 'Used by Slot Steps', zh: '被槽位Steps使用' } },
  ])
  const left = await world.callEntity<{ rows: readonly Row[] }>(shelf, 'list', {
    query: { project, search: 'Stopped ', sort: 'name' },
  })
  expect(left.data.rows.map((row) => row.id)).toEqual([ids[0], ids[3]])
  const slots = await Promise.all(
    created.map(async ({ data }) => (await world.callEntity(slot, 'read', { params: { id: data.id } })).data),
  )
  expect(slots).toMatchObject([{ firm: ids[0] }, { only: null, many: [] }, { steps: [{ shelf: ids[3] }] }])
  // They are ordinary rows now.
  expect((await world.callEntity(slot, 'remove', { params: { id: created[0]?.data.id ?? '' } })).status).toBe(200)
  expect((await world.callEntity(shelf, 'remove', { params: { id: ids[0] ?? '' } })).status).toBe(200)
}, 120_000)

describe('an import that fails after its first thousand rows', () => {
  const total = 1_200
  const late = 1_150
  const cabinets = (mark: string) =>
    Array.from({ length: total }, (_, n) => ({
      name: `${mark} row ${n + 1}`,
      address: `${mark}-${n + 1}`,
      communication: 1,
    }))
  const check = async (entity: string, rows: readonly object[]): Promise<string> => {
    const {
      data: { id, faults },
    } = await callEntity<ImportJob>(server, entity, 'importCheck', { token, body: { project: 'street', rows } })
    expect(faults).toEqual([])
    return id
  }
  const run = async (entity: string, id: string): Promise<ImportJob> => {
    const job = async () => (await callEntity<ImportJob>(server, entity, 'importRead', { token, params: { id } })).data
    await callEntity(server, entity, 'importStart', { token, params: { id } })
    await expect.poll(async () => (await job()).state, { timeout: 60_000 }).not.toBe('running')
    return job()
  }
  const create = async (entity: string, values: Readonly<Record<string, unknown>>): Promise<string> => {
    const { status, data, text } = await callEntity(server, entity, 'create', {
      token,
      body: { project: 'street', values },
    })
    expect([status, text]).toEqual([200, expect.anything()])
    return data.id
  }
  const counted = async (entity: string, query: Readonly<Record<string, string>> = {}): Promise<number> =>
    (await callEntity<{ total: number }>(server, entity, 'list', { token, query: { project: 'street', ...query } }))
      .data.total
  /** Runs the import of rows named after `mark` and expects traces of it only in the audit log. */
  const expectNothingLeft = async (entity: string, id: string, mark: string, before: number): Promise<ImportJob> => {
    const job = await run(entity, id)
    expect(job).toMatchObject({ state: 'failed', total, done: 0 })
    expect(job.kept).toBeUndefined()
    expect([await counted(entity), await counted(entity, { search: `${mark} row` })]).toEqual([before, 0])
    expect(
      await sqlIn(
        server,
        `select (select count(*)::int from lighting_${entity} where name like $1) as rows, (select count(*)::int from entity_import) as notes`,
        [`${mark} row %`],
      ),
    ).toEqual([{ rows: 0, notes: 0 }])
    const trail = (await readAuditLog(server, token, entity))
      .map(({ action, content }) => ({ action, ...(JSON.parse(content) as object) }))
      .filter((entry) => 'job' in entry && entry.job === id)
    expect(trail).toEqual([
      { action: 'remove', job: id, project: 'street', rows: 1_000 },
      { action: 'import', job: id, project: 'street', rows: total },
    ])
    return job
  }

  it('because of a duplicate address in the database leaves no rows, and succeeds once the other row is removed', async () => {
    const rows = cabinets('Taken').map((row, n) => (n === 0 ? { ...row, device: 'taken-device' } : row))
    const id = await check('cabinet', rows)
    const other = await create('cabinet', { name: 'Same address', address: rows[late - 1]?.address, communication: 1 })
    const before = await counted('cabinet')
    await expectNothingLeft('cabinet', id, 'Taken', before)
    // The device of the first row is free again.
    const holder = await create('cabinet', {
      name: 'Same device',
      address: 'same-device',
      communication: 1,
      device: 'taken-device',
    })
    for (const removed of [other, holder])
      expect((await callEntity(server, 'cabinet', 'remove', { token, params: { id: removed } })).status).toBe(200)
    expect(await run('cabinet', await check('cabinet', rows))).toMatchObject({ state: 'done', done: total })
    expect([await counted('cabinet'), await counted('cabinet', { search: 'Taken row' })]).toEqual([
      before - 1 + total,
      total,
    ])
  })

  it('because a row refers to one that was removed after the check leaves nothing', async () => {
    const cabinet = await create('cabinet', { name: 'Parent', address: 'parent', communication: 1 })
    const [stays, removed] = [
      await create('area', { name: 'Stays', number: 91 }),
      await create('area', { name: 'Goes', number: 92 }),
    ]
    const rows = cabinets('Orphan').map(({ name, address }, n) => ({
      name,
      address,
      area: n === late - 1 ? 'Goes' : 'Stays',
      cabinet: 'Parent',
      channel: 1,
      kind: 1,
      protocol: 3,
      workMode: 0,
    }))
    const id = await check('pole', rows)
    expect((await callEntity(server, 'area', 'remove', { token, params: { id: removed } })).status).toBe(200)
    await expectNothingLeft('pole', id, 'Orphan', await counted('pole'))
    // No row refers to these any more.
    for (const [entity, free] of [
      ['area', stays],
      ['cabinet', cabinet],
    ] as const)
      expect((await callEntity(server, entity, 'remove', { token, params: { id: free } })).status).toBe(200)
  })

  it('because a row claims the device of another leaves nothing, and names that row', async () => {
    const id = await check(
      'cabinet',
      cabinets('Claiming').map((row, n) => (n === late - 1 ? { ...row, device: 'claimed-device' } : row)),
    )
    await create('cabinet', { name: 'Claimed', address: 'claimed', communication: 1, device: 'claimed-device' })
    expect((await expectNothingLeft('cabinet', id, 'Claiming', await counted('cabinet'))).faults).toMatchObject([
      { row: late, field: 'device', words: { en: expect.stringContaining('Claimed') } },
    ])
  })
})

it(
  'an import interrupted by a server crash leaves no rows, and the log reports it',
  { tags: 'full', timeout: 180_000 },
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'mimic-import-'))
    let running: StartedServer | undefined
    try {
      running = await startServer({ dataDir })
      const first = running
      const by = await signIn(first)
      const rows = Array.from({ length: 8_000 }, (_, n) => ({
        name: `Broken ${n}`,
        address: `broken-${n}`,
        communication: 1,
      }))
      const {
        data: { id },
      } = await callEntity<ImportJob>(first, 'cabinet', 'importCheck', { token: by, body: { project: 'street', rows } })
      await callEntity(first, 'cabinet', 'importStart', { token: by, params: { id } })
      const job = async () =>
        (await callEntity<ImportJob>(first, 'cabinet', 'importRead', { token: by, params: { id } })).data
      await expect.poll(async () => (await job()).done, { timeout: 60_000, interval: 10 }).toBeGreaterThan(0)
      expect((await job()).state).toBe('running')
      await first.kill('SIGKILL')

      running = await startServer({ dataDir })
      const again = running
      const token2 = await signIn(again)
      expect(
        (
          await callEntity<{ total: number }>(again, 'cabinet', 'list', {
            token: token2,
            query: { project: 'street', search: 'Broken ' },
          })
        ).data.total,
      ).toBe(0)
      expect(await sqlIn(again, `select count(*)::int as n from entity_import`)).toEqual([{ n: 0 }])
      // The job no longer exists, which the waiting page receives as its result.
      expect((await callEntity(again, 'cabinet', 'importRead', { token: token2, params: { id } })).bad.error).toBe(
        'object.missing',
      )
      const trail = (await readAuditLog(again, token2, 'cabinet')).map(({ action, user, content }) => [
        action,
        user,
        JSON.parse(content),
      ])
      expect(trail.find(([action]) => action === 'remove')).toEqual([
        'remove',
        'server',
        expect.objectContaining({ job: id, project: 'street', kept: 0, cause: 'crash' }),
      ])
      expect(trail.find(([action]) => action === 'import')).toEqual([
        'import',
        'admin',
        expect.objectContaining({ job: id, rows: rows.length }),
      ])
      // It can be imported again.
      expect(
        (
          await callEntity<ImportJob>(again, 'cabinet', 'importCheck', {
            token: token2,
            body: { project: 'street', rows },
          })
        ).data.faults,
      ).toEqual([])
    } finally {
      await running?.stop()
      await removeDirectory(dataDir)
    }
  },
)

interface Dated {
  readonly rows: readonly { readonly name: string; readonly installedAt: number }[]
}

async function moments(rows: readonly object[], zone: string | undefined): Promise<string[]> {
  const shelf = findSampleEntity('sampleShelf')
  const {
    data: { id, faults },
  } = await world.callEntity<ImportJob>(shelf, 'importCheck', {
    body: { project, rows, ...(zone === undefined ? {} : { zone }) },
  })
  expect(faults).toEqual([])
  await world.callEntity(shelf, 'importStart', { params: { id } })
  await expect
    .poll(async () => (await world.callEntity<ImportJob>(shelf, 'importRead', { params: { id } })).data.state)
    .toBe('done')
  return toMoments(
    rows,
    (await world.callEntity<Dated>(shelf, 'list', { query: { project, sort: '-createdAt', pageSize: '50' } })).data,
  )
}

function toMoments(rows: readonly object[], { rows: listed }: Dated): string[] {
  const byName = new Map(listed.map(({ name, installedAt }) => [name, new Date(installedAt).toISOString()]))
  return rows.map((row) => byName.get('name' in row ? String(row.name) : '') ?? '')
}

function findSampleEntity(name: string): Entity {
  const found = sampleEntities.find((entity) => entity.name === name)
  if (!found) throw new Error(`there is no ${name}`)
  return found
}
