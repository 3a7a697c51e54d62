import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addAccount, call, signIn, sqlIn } from '../../support/server/api.ts'
import { removeDirectory } from '../../support/directories.ts'
import type { StartedServer } from '../../support/server/server.ts'
import { startServer } from '../../support/server/server.ts'

let server: StartedServer
let operator: string
const tag = 'street/pole-001/power'
let now: number

beforeAll(async () => {
  server = await startServer({
    env: {
      CAMERA_URL: 'https://cameras.example:8443/cloud/',
      WEATHER_URL: 'https://weather.example/now?city={city}',
      ALLOWED_ORIGINS: 'https://maps.example.com, http://192.168.1.20:9000',
    },
  })
  operator = (await addAccount(server, await signIn(server), 'operator', [{ id: 'street', role: 'operator' }])).token
  now = Date.now()
  await sqlIn(
    server,
    `insert into tag_history (tag, at, value, quality) select tag.id, to_timestamp($2::float8 / 1000 - age), 100 - age, case when age = 3 then 2 else 0 end
    from tag, generate_series(1, 5) as age where path = $1`,
    [tag, now],
  )
})
afterAll(() => server?.stop())

describe('the past of tags', () => {
  const past = (query: Readonly<Record<string, string>>, token = operator) =>
    call(server, 'history.read', { token, query: { tags: tag, ...query } })

  it('is returned for a span before now or a period, with null for bad values', async () => {
    const recent = await past({ spanMs: '60000', tags: `${tag},street/pole-001/nothing` })
    expect(recent.data).toEqual([
      { tag, at: [5, 4, 3, 2, 1].map((age) => now - age * 1000), values: [95, 96, null, 98, 99] },
      { tag: 'street/pole-001/nothing', at: [], values: [] },
    ])
    expect((await past({ from: String(now - 2500), to: String(now) })).data[0]?.values).toEqual([null, 98, 99])
  })

  it('of another project is missing, like that of a project that is not there', async () => {
    const hidden = await past({ spanMs: '60000', tags: `${tag},tunnel/lamp-001/power` })
    const absent = await past({ spanMs: '60000', tags: 'nowhere/lamp-001/power' })
    expect([hidden.status, hidden.bad.error, absent.text]).toEqual([404, 'object.missing', hidden.text])
  })

  it.each([
    ['no time', {}],
    ['two ways to say the time', { from: '1', spanMs: '1' }],
    ['an end before its start', { from: '2', to: '1' }],
    ['a start in the future', { from: String(Date.now() + 1e9) }],
    ['twenty years', { spanMs: String(20 * 366 * 86_400_000) }],
    ['no points', { spanMs: '60000', points: '0' }],
    ['too many points', { spanMs: '60000', points: '4001' }],
    ['a wrong tag', { spanMs: '60000', tags: 'power' }],
    ['too many tags', { spanMs: '60000', tags: Array.from({ length: 9 }, () => tag).join(',') }],
    ['an unknown field', { spanMs: '60000', fill: 'linear' }],
  ] as const)('with %s is refused', async (_name, query) => {
    const { status, bad } = await past(query)
    expect([status, bad.error]).toEqual([400, 'input.invalid'])
  })
})

describe('other sites', () => {
  it('that are allowed, and the camera service, may be shown from; nothing else', async () => {
    const policy = (await fetch(`${server.httpUrl}/healthz`)).headers.get('content-security-policy') ?? ''
    const allowed =
      'https://maps.example.com http://192.168.1.20:9000 https://cameras.example:8443 https://weather.example'
    expect(policy).toContain(`img-src 'self' data: blob: ${allowed};`)
    expect(policy).toContain(`media-src 'self' blob: ${allowed};`)
    expect(policy).toContain(`frame-src 'self' ${allowed};`)
    expect(policy).toContain(`connect-src 'self' data: blob: ${allowed} ws:`)
    expect(policy).toContain(`script-src 'self';`)
    expect((await call(server, 'server.config')).data).toMatchObject({
      cameraUrl: 'https://cameras.example:8443/cloud',
      weatherUrl: 'https://weather.example/now?city={city}',
    })
  })

  it.each([
    'maps.example.com',
    'https://*.example.com',
    'https://maps.example.com/tiles',
    'ftp://maps.example.com',
    "https://a.example;script-src 'unsafe-inline'",
    'https://ann:secret@maps.example.com',
  ])('named as %s keep the server from starting', async (origin) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'mimic-origins-'))
    const failure = await startServer({ dataDir, env: { ALLOWED_ORIGINS: origin } }).then(async (started) => {
      await started.stop()
      return ''
    }, String)
    await removeDirectory(dataDir)
    expect(failure).toContain('Mimic did not start: ALLOWED_ORIGINS must be http: or https: origins')
  })
})
