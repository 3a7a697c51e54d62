import { beforeAll, describe, expect, it } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import { addAccount, callEntity, call, signIn, sqlIn } from '../../support/server/api.ts'
import { joinServer, type SharedServer } from '../../support/shared/client.ts'

const tag = 'street/trend-test/power'
const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** Start of the stored values: whole hours, three days ago. */
const start = Math.floor(Date.now() / hourMs) * hourMs - 72 * hourMs
const definition = JSON.stringify({ pens: [{ tag }], range: { kind: 'live', spanMs: hourMs } })

let server: SharedServer
let admin: string
let manager: string
let ann: string
let bob: string
let stranger: string

beforeAll(async () => {
  server = await joinServer()
  admin = await signIn(server)
  const operator = async (project: string) =>
    (await addAccount(server, admin, 'operator', [{ id: project, role: 'operator' }])).token
  ;[ann, bob, stranger] = [await operator('street'), await operator('street'), await operator('tunnel')]
  manager = (await addAccount(server, admin, 'manager', [{ id: 'street', role: 'manager' }])).token
  await sqlIn(
    server,
    `insert into tag (path, project, device, point, unit, kind, writable, en, zh)
     values ($1, 'street', 'trend-test', 'power', 'kW', 'number', false, 'Power', '功率') on conflict do nothing`,
    [tag],
  )
  // A value each second for two hours. One peak; the values of one minute are bad.
  await sqlIn(
    server,
    `insert into tag_history (tag, at, value, quality)
     select id, to_timestamp($2::float8 / 1000 + s), case when s = 4321 then 500 else 10 end, case when s between 600 and 659 then 2 else 0 end
     from tag, generate_series(0, 7199) as s where path = $1`,
    [tag, start],
  )
  // The shared server may have aggregated this time before.
  for (const unit of ['minute', 'hour'])
    await sqlIn(
      server,
      `insert into tag_${unit} (tag, at, low, high, mean, count, good, variance)
       select tag, date_bin('1 ${unit}', at, 'epoch'), min(value) filter (where quality = 0), max(value) filter (where quality = 0),
         avg(value) filter (where quality = 0), count(*), count(*) filter (where quality = 0), var_pop(value) filter (where quality = 0)
       from tag_history where tag = (select id from tag where path = $1) group by 1, 2 on conflict do nothing`,
      [tag],
    )
})

describe('a curve', () => {
  it('of many values keeps a peak of a second, and shows bad values as a gap', async () => {
    const { data } = await call(server, 'history.read', {
      token: ann,
      query: { tags: tag, from: String(start), to: String(start + 2 * hourMs), points: '600' },
    })
    const [curve] = data
    expect(curve?.values.length).toBeLessThan(1000)
    expect(curve?.at[curve.values.indexOf(500)]).toBe(start + 4_321_000)
    expect(curve?.values).toContain(null)
  })

  it('has at most the documented number of points', async () => {
    const query = { tags: tag, spanMs: String(hourMs), points: String(limits.history.maxPoints + 1) }
    expect((await call(server, 'history.read', { token: ann, query })).status).toBe(400)
  })
})

describe('statistics', () => {
  const read = (query: Readonly<Record<string, string>>, token = ann) =>
    call(server, 'history.statistics', { token, query: { tags: tag, ...query } })

  it('cover the values of good quality', async () => {
    const { data } = await read({ from: String(start), to: String(start + 2 * hourMs - 1) })
    const [found] = data
    const good = 7200 - 60
    const mean = (10 * (good - 1) + 500) / good
    expect(found).toMatchObject({ tag, low: 10, high: 500, count: 7200, good, last: 10, basis: 'raw' })
    expect(found?.mean).toBeCloseTo(mean, 6)
    expect(found?.deviation).toBeCloseTo(Math.sqrt((490 ** 2 * (good - 1)) / good ** 2), 4)
    expect(found?.timeMean).toBeCloseTo(mean, 1)
  })

  it('of a long period equal those of the stored values', async () => {
    const short = (await read({ from: String(start), to: String(start + 3 * hourMs) })).data[0]
    const long = (await read({ from: String(start - 24 * hourMs), to: String(start + 24 * hourMs) })).data[0]
    expect(long?.basis).toBe('minute')
    for (const figure of ['low', 'high', 'last', 'lastAt', 'count', 'good'] as const)
      expect([figure, long?.[figure]]).toEqual([figure, short?.[figure]])
    expect(long?.mean).toBeCloseTo(short?.mean ?? NaN, 6)
    expect(long?.deviation).toBeCloseTo(short?.deviation ?? NaN, 6)
  })

  it('are empty without values, and hidden from accounts of other projects', async () => {
    const { data } = await read({ from: String(start - hourMs), to: String(start - 1) })
    expect(data[0]).toMatchObject({ low: null, mean: null, deviation: null, last: null, count: 0, good: 0 })
    expect((await read({ spanMs: '60000' }, stranger)).status).toBe(404)
  })
})

describe('a saved trend', () => {
  const create = async (token: string, values: Readonly<Record<string, unknown>>) =>
    callEntity(server, 'trend', 'create', { token, body: { project: 'street', values: { definition, ...values } } })

  it('that is private exists only for its creator and super administrators', async () => {
    const { data } = await create(ann, { name: 'Own', isPublic: false })
    const read = async (token: string) =>
      (await callEntity(server, 'trend', 'read', { token, params: { id: data.id } })).status
    expect([await read(ann), await read(admin), await read(bob), await read(manager)]).toEqual([200, 200, 404, 404])
  })

  it('that is shared is changed and deleted only by its creator and managers', async () => {
    const { data } = await create(ann, { name: 'Shared', isPublic: true })
    const change = async (token: string, name: string) => {
      const current = await callEntity(server, 'trend', 'read', { token, params: { id: data.id } })
      const reply = await callEntity(server, 'trend', 'update', {
        token,
        params: { id: data.id },
        headers: { 'if-match': String(current.data.revision) },
        body: { values: { name } },
      })
      return [reply.status, reply.bad.error]
    }
    expect(await change(bob, 'Taken')).toEqual([403, 'access.denied'])
    expect((await change(ann, 'Renamed'))[0]).toBe(200)
    expect((await change(manager, 'Renamed again'))[0]).toBe(200)
    const remove = async (token: string) =>
      (await callEntity(server, 'trend', 'remove', { token, params: { id: data.id } })).status
    expect([await remove(bob), await remove(stranger), await remove(ann)]).toEqual([403, 404, 200])
  })

  it('with an unreadable definition is rejected', async () => {
    const reply = await create(ann, { name: 'Broken', definition: '{"pens":[{"tag":"no tag"}]}' })
    expect([reply.status, reply.text.includes('definition')]).toEqual([400, true])
  })
})

it('annotations are listed by tags, with those of all tags', async () => {
  const at = start + 10 * hourMs
  const ids: string[] = []
  for (const belongsTo of [tag, null, 'street/trend-test/other'])
    ids.push(
      (
        await callEntity(server, 'trendNote', 'create', {
          token: ann,
          body: { project: 'street', values: { note: 'Test', at, tag: belongsTo, isPublic: true } },
        })
      ).data.id,
    )
  const query = { since: 'at', from: String(at), to: String(at + 1), project: 'street', 'filter[tag]': `${tag},` }
  const { data } = await callEntity<{ rows: readonly { id: string }[] }>(server, 'trendNote', 'list', {
    token: ann,
    query,
  })
  expect(data.rows.map(({ id }) => id).toSorted()).toEqual(ids.slice(0, 2).toSorted())
})

it('an annotation is listed by time, and deleted only by its author and managers', async () => {
  const create = async (token: string, note: string, at: number) =>
    (
      await callEntity(server, 'trendNote', 'create', {
        token,
        body: { project: 'street', values: { note, at, until: at + minuteMs, tag, isPublic: true } },
      })
    ).data.id
  const first = await create(ann, 'Pump replaced', start)
  const second = await create(bob, 'Filter cleaned', start + hourMs)
  const query = { since: 'at', from: String(start - 1), to: String(start + minuteMs), project: 'street' }
  const { data } = await callEntity<{ rows: readonly { id: string; createdBy: string }[] }>(
    server,
    'trendNote',
    'list',
    {
      token: bob,
      query,
    },
  )
  expect(data.rows.map(({ id }) => id)).toEqual([first])
  const remove = async (token: string, id: string) =>
    (await callEntity(server, 'trendNote', 'remove', { token, params: { id } })).status
  expect([await remove(bob, first), await remove(ann, first), await remove(manager, second)]).toEqual([403, 200, 200])
})
