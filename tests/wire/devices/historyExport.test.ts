import { afterAll, beforeAll, expect, it } from 'vitest'
import { addAccount, callEntity, call, signIn, sqlIn } from '../../support/server/api.ts'
import { type StartedServer, startServer } from '../../support/server/server.ts'

const start = Date.UTC(2026, 2, 1, 8)
const count = 200_000
let server: StartedServer
let admin = ''
const tag = 'street/pole-001/power'

beforeAll(async () => {
  server = await startServer()
  admin = await signIn(server)
  await sqlIn(
    server,
    `insert into tag_history (tag, at, value, quality) select id, to_timestamp($2::float8 / 1000 + n), n, 0 from tag, generate_series(0, $3::int - 1) as n where path = $1`,
    [tag, start, count],
  )
  await sqlIn(
    server,
    `insert into tag_history (tag, at, value, quality, text) select id, to_timestamp($2::float8 / 1000), 'NaN', 2, '=1+"2"' from tag where path = $1`,
    [tag, start + 500],
  )
  await sqlIn(
    server,
    `insert into tag_hour (tag, at, low, high, mean, count, good) select id, to_timestamp($2::float8 / 1000), 1, 3, 2, 8, 6 from tag where path = $1`,
    [tag, start],
  )
}, 120_000)
afterAll(() => server?.stop())

const get = (query: string, token = admin, signal?: AbortSignal): Promise<Response> =>
  fetch(`${server.httpUrl}/api/history/export?${query}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: signal ?? null,
  })
const span = `from=${start}&to=${start + count * 1000}`

it('exports stored values as CSV, each once and in order, with texts that no spreadsheet runs', async () => {
  const answer = await get(`tags=${tag}&${span}`)
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('content-disposition')]).toEqual([
    200,
    'text/csv; charset=utf-8',
    `attachment; filename*=UTF-8''history-2026-03-01-2026-03-03.csv`,
  ])
  const lines = (await answer.text()).split('\r\n')
  expect(lines.slice(0, 4)).toEqual([
    'time,tag,value,quality,text',
    `2026-03-01T08:00:00.000Z,${tag},0,0,`,
    `2026-03-01T08:00:00.500Z,${tag},,2,"'=1+""2"""`,
    `2026-03-01T08:00:01.000Z,${tag},1,0,`,
  ])
  expect(lines).toHaveLength(count + 3)
  expect(lines.slice(3, -1).every((line, index) => line.includes(`,${index + 1},0,`))).toBe(true)
})

it('exports hours with minimum, maximum, mean, count and share of good quality', async () => {
  expect((await (await get(`tags=${tag}&${span}&level=hour`)).text()).split('\r\n').slice(1)).toEqual([
    `2026-03-01T08:00:00.000Z,${tag},1,3,2,8,0.75`,
    '',
  ])
})

it('requires permission to read the history of the project', async () => {
  const { token: stranger } = await addAccount(server, admin, 'manager', [{ id: 'tunnel', role: 'manager' }])
  expect([
    (await get(`tags=${tag}&${span}`, stranger)).status,
    (await get(`tags=${tag}&${span}`, 'x')).status,
    (await get(`tags=${tag}&from=5&to=4`)).status,
  ]).toEqual([404, 401, 400])
})

it('counts its size and predicts it by the rule that the first start makes', async () => {
  const before = await call(server, 'monitor.history', { token: admin })
  const [raw, minute, hour] = before.data.levels
  expect([before.status, raw?.level, minute?.level, hour?.level, before.data.freeBytes > 0]).toEqual([
    200,
    'raw',
    'minute',
    'hour',
    true,
  ])
  expect(raw?.bytes).toBeGreaterThan(count * 40)
  // The growth is rounded in the response.
  expect(Math.abs((raw?.predictedBytes ?? 0) - (raw?.bytesPerDay ?? 0) * 365)).toBeLessThan(365)
  const rules = await callEntity(server, 'tagRetention', 'list', { token: admin })
  expect(rules.data.rows).toEqual([
    expect.objectContaining({ pattern: '#', ofProject: null, rawDays: 365, minuteDays: 1095, hourDays: 7300 }),
  ])
})

it('reads only as fast as the client: an aborted download ends it, and other requests are served meanwhile', async () => {
  const leaving = new AbortController()
  const answer = await get(`tags=${Array.from({ length: 8 }, () => tag).join(',')}&${span}`, admin, leaving.signal)
  const reader = answer.body?.getReader()
  expect((await reader?.read())?.done).toBe(false)
  expect((await fetch(`${server.httpUrl}/healthz`)).status).toBe(200)
  leaving.abort()
  await expect(reader?.read()).rejects.toThrow()
})
