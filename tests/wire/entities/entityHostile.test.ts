import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '../../../contract/entity/define.ts'
import { formFields } from '../../../contract/entity/define.ts'
import type { EntityField } from '../../../contract/entity/field.ts'
import { isVisible, readValues } from '../../../contract/entity/read.ts'
import { getEntityRoutes } from '../../../contract/entity/routes.ts'
import { entities, getEntity } from '../../../contract/entities.ts'
import { errors, isErrorName } from '../../../contract/errors.ts'
import { addAccount, call, sqlIn } from '../../support/server/api.ts'
import type { BadRequest } from '../../support/hostile/badRequests.ts'
import { createBadRequests } from '../../support/hostile/badRequests.ts'
import { count } from '../../support/counts.ts'
import { cpuMs } from '../../support/server/cpu.ts'
import type { EntityWorld, StartedWorld } from '../../support/entities/entityWorld.ts'
import { project, startEntityWorld } from '../../support/entities/entityWorld.ts'
import type { Connections, RawReply } from '../../support/server/keepAlive.ts'
import { openConnections } from '../../support/server/keepAlive.ts'

/**
 * Number of bad requests; the seed makes them repeatable. The full count takes 2.5 minutes on two busy cores;
 * `MIMIC_BAD_REQUESTS=2000` overrides it.
 */
const badRequests = Number(process.env['MIMIC_BAD_REQUESTS'] ?? count({ daily: 3_500, full: 100_000 }))
const seed = Number(process.env['MIMIC_BAD_SEED'] ?? 20_261_121)
const atOnce = 24
const shownFaults = 20
const maxMs = 30 * 60_000

/** An error message reveals nothing about code or database. */
const inside = /node_modules|\.ts:\d|\bat \w+ \(|select .+ from|insert into|syntax error|postgres|relation "/i

let world: StartedWorld
let wire: Connections
const rowIds = new Map<string, string>()
const tokens: string[] = []
const people = entities.filter(({ origin }) => origin === 'people')

beforeAll(async () => {
  world = await startEntityWorld({ main: 'server/main.ts', entities })
  wire = openConnections(world.server.httpUrl, atOnce)
  for (const entity of entities)
    if (entity.origin === 'people' || entity.custom !== true) rowIds.set(entity.name, await world.make(entity))
  for (let n = 0; n < 8; n++) tokens.push((await addAccount(world.server, world.admin, 'super', [])).token)
}, maxMs)
afterAll(async () => {
  wire?.close()
  await world?.stop()
})

/*
 * Stored values remain plain text: output escapes them, and no browser may interpret a response as anything but data.
 */
const scripts = [
  '<script>globalThis.pwned = 1</script>',
  '"><img src=x onerror="globalThis.pwned = 1">',
  `javascript:globalThis.pwned=1//'`,
  '<svg onload=globalThis.pwned=1>',
  '{{constructor.constructor("globalThis.pwned=1")()}}',
  '${globalThis.pwned = 1}',
  `'; drop table account; --`,
  '=HYPERLINK("http://example.org","x")',
  '</textarea><iframe srcdoc="&lt;script&gt;1&lt;/script&gt;">',
  'a%0d%0aset-cookie:%20x=1',
  '\u202e反转<b>',
  '&lt;b&gt; &amp; %3Cscript%3E',
]

/** Scripts per entity; the next entity continues with the following ones. */
const scriptsEach = count({ daily: 4, full: scripts.length })

describe(`${scriptsEach} scripts in text fields`, () => {
  it.each(people.map((entity, at) => [entity.name, entity, at] as const))(
    'of %s come back as the same text, as data, or are refused',
    async (_name, entity, at) => {
      for (let each = 0; each < scriptsEach; each++) {
        const n = (at * scriptsEach + each) % scripts.length
        const script = scripts[n] ?? ''
        const { values, ...within } = await world.body(entity, 300 + 97 * n)
        const texts = new Map<string, string>()
        for (const [name, field] of formFields(entity, 'create')) {
          if (field.kind !== 'text') continue
          // The source of a rule script must compile.
          const isSource = entity.name === 'script' && name === 'source'
          const text = isSource ? `// ${script.replaceAll(/[\r\n]/g, ' ')}` : textFor(field, script, n)
          if (readValues(entity, { ...values, [name]: text }, 'create').problems) {
            const { status, bad } = await world.callEntity(entity, 'create', {
              body: { ...within, values: { ...values, [name]: text } },
            })
            expect([name, script, status, bad.error]).toEqual([name, script, 400, 'input.invalid'])
          } else {
            values[name] = text
            texts.set(name, text)
          }
        }
        const whole = readValues(entity, values, 'create').values ?? {}
        // Fields hidden for these values are not stored.
        const stored = [...texts].filter(([name]) =>
          isVisible(
            entity.fields[name] ?? { kind: 'flag', words: { en: '', zh: '' }, required: false, default: false },
            whole,
          ),
        )
        const created = await world.callEntity(entity, 'create', {
          token: tokens[n % tokens.length],
          body: { ...within, values, overwrite: true },
        })
        expect([script, created.status, created.text.slice(0, 300)]).toEqual([script, 200, expect.any(String)])
        const { id } = created.data
        const query = { ...(entity.scope === 'project' ? { project } : {}), sort: '-createdAt' }
        const read = await world.callEntity(entity, 'read', { params: { id } })
        const listed = await world.callEntity<{ rows: readonly Row[] }>(entity, 'list', { query })
        const exported = await world.callEntity<{ rows: readonly Row[] }>(entity, 'export', {
          query,
          token: tokens[n % tokens.length],
        })
        const options = await world.callEntity<readonly { id: string; title: string }[]>(entity, 'options', {
          query: { ids: id },
        })
        for (const { headers, text } of [created, read, listed, exported, options]) {
          expect([
            headers.get('content-type'),
            headers.get('x-content-type-options'),
            headers.get('set-cookie'),
          ]).toEqual([expect.stringMatching(/^application\/json\b/), 'nosniff', null])
          expect(headers.get('content-security-policy')).toContain(`script-src 'self'`)
          expect(() => {
            JSON.parse(text)
          }).not.toThrow()
        }
        const rows = [
          created.data,
          read.data,
          listed.data.rows.find((row) => row.id === id),
          exported.data.rows.find((row) => row.id === id),
        ]
        for (const [name, text] of stored)
          expect([name, rows.map((row) => row && Object.entries(row).find(([key]) => key === name)?.[1])]).toEqual([
            name,
            [text, text, text, text],
          ])
        const title = texts.get(entity.title)
        if (title !== undefined) expect(options.data.map((option) => option.title)).toContain(title)
        await world.callEntity(entity, 'remove', { params: { id }, token: tokens[n % tokens.length] })
      }
    },
  )
})

/**
 * Only every n-th combination of entity, attack and place is tested. 5 divides neither 19 attacks nor 13 places, so
 * each attack still occurs in each place, at every fifth entity.
 */
const stride = count({ daily: 5, full: 1 })
const some = <T>(all: readonly T[]): readonly T[] => all.filter((_one, n) => n % stride === 0)

const attacks = [
  `'`,
  `' or '1'='1`,
  '1; drop table account; --',
  `%' union select password from account --`,
  String.raw`\'; select pg_sleep(9); --`,
  '%00',
  '\u0000',
  '$1',
  '${7*7}',
  '{{7*7}}',
  '../../etc/passwd',
  'a\r\nset-cookie: x=1',
  '\ud800',
  '__proto__',
  'constructor',
  '*',
  '%',
  '_',
  'x'.repeat(5_000),
]

describe(`an attack in an address or a header, one of each ${stride}`, () => {
  it(
    'in search, sort, filter, period or project finds nothing, or is refused',
    async () => {
      const samples = some(
        entities.flatMap((entity) =>
          attacks.flatMap((attack) => {
            const list = getEntityRoutes(entity)['list']?.path ?? ''
            const queries: readonly Readonly<Record<string, string>>[] = [
              { search: attack },
              { sort: attack },
              { sort: `-${entity.title}${attack}` },
              { [`filter[${attack}]`]: 'x' },
              { [`filter[${entity.title}]`]: attack },
              { since: attack },
              { since: 'createdAt', from: attack },
              { project: attack },
              { page: attack },
              { filter: attack },
              { [attack]: 'x' },
            ]
            const choices: readonly Readonly<Record<string, string>>[] = [{ search: attack }, { ids: attack }]
            return [
              ...queries.map((query) => ({ attack, path: list, query })),
              ...choices.map((query) => ({ attack, path: `${list}/options`, query })),
            ]
          }),
        ),
      )
      await inParallel(samples.length, async (n) => {
        const { attack, path, query } = samples[n] ?? { attack: '', path: '', query: {} }
        const { status, text, headers } = await wire.call({
          method: 'GET',
          path: `${path}?${new URLSearchParams(query).toString()}`,
          headers: authorized(n),
        })
        expect([
          path,
          query,
          status === 200 || (status === 400 && text.includes('"code":601')),
          headers['set-cookie'],
        ]).toEqual([path, query, true, undefined])
        if (status !== 200) expect(text.replaceAll(JSON.stringify(attack).slice(1, -1), '')).not.toMatch(inside)
      })
      const [{ accounts } = {}] = await sqlIn(world.server, 'select count(*)::int as accounts from account')
      expect(Number(accounts)).toBeGreaterThan(tokens.length)
    },
    maxMs,
  )

  it(
    'in an id names nothing',
    async () => {
      const ids = attacks.filter((text) => text !== '\ud800') // invalid in a URL
      const samples = some(
        entities.flatMap((entity) =>
          Object.values(getEntityRoutes(entity))
            .filter(({ path }) => path.includes(':id'))
            .flatMap(({ method, path }) => ids.map((attack) => ({ attack, method, path }))),
        ),
      )
      await inParallel(samples.length, async (n) => {
        const { attack, method, path } = samples[n] ?? { attack: '', method: 'GET', path: '' }
        const { status, text } = await wire.call({
          method,
          path: path.replace(':id', encodeURIComponent(attack)),
          headers: {
            ...authorized(n),
            'if-match': '"1"',
            ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
          },
          body: method === 'GET' ? undefined : '{"values":{}}',
        })
        expect([method, path, attack, status]).toEqual([method, path, attack, status === 400 ? 400 : 404])
        expect(text.replaceAll(JSON.stringify(attack).slice(1, -1), '')).not.toMatch(inside)
      })
    },
    maxMs,
  )

  it('in a query key named like a prototype property is rejected and changes no object', async () => {
    for (const { path } of entities.map((entity) => getEntityRoutes(entity)['list'] ?? { path: '' })) {
      for (const query of [
        '__proto__=x',
        '__proto__=x&__proto__=y',
        '__proto__[polluted]=1',
        'constructor=1',
        'constructor[prototype][polluted]=1',
        'filter[__proto__]=1',
        'filter[constructor]=1',
        'filter[prototype]=1',
        'filter[toString]=1',
        'filter[__proto__][polluted]=1',
        'a[]=1&a=2',
        'filter[]=1',
      ]) {
        const { status, text } = await wire.call({
          method: 'GET',
          path: `${path}?${encodeURI(query)}`,
          headers: authorized(query.length),
        })
        expect([path, query, status, text.includes('"problems"')]).toEqual([path, query, 400, true])
      }
    }
    expect((await call(world.server, 'session.read', { token: world.admin })).text).not.toContain('polluted')
  })

  it('in an authentication or content header grants no access', async () => {
    const path = `/api/devices/${rowIds.get('device') ?? ''}`
    for (const attack of [
      `Bearer ' or 1=1 --`,
      'Bearer null',
      'Bearer undefined',
      'Bearer __proto__',
      'Basic YWRtaW46YWRtaW4=',
      `Bearer ${'x'.repeat(4_000)}`,
      'Bearer ../../etc/passwd',
      `bearer ${world.admin}x`,
    ]) {
      const { status, text } = await wire.call({ method: 'GET', path, headers: { authorization: attack } })
      expect([attack, status]).toEqual([attack, status === 429 ? 429 : 401])
      expect(text).not.toMatch(inside)
    }
    for (const [name, value] of [
      ['host', `evil.example"; script-src *`],
      ['x-forwarded-host', 'evil.example'],
      ['x-forwarded-for', `127.0.0.1'; drop table account; --`],
      ['user-agent', `'; drop table account; --<script>`],
      ['accept', 'text/html'],
      ['origin', 'https://evil.example'],
    ] as const) {
      const { status, headers, text } = await wire.call({
        method: 'GET',
        path,
        headers: { authorization: `Bearer ${world.admin}`, [name]: value },
      })
      expect([name, status, headers['access-control-allow-origin']]).toEqual([name, 200, undefined])
      expect([
        name,
        String(headers['content-type']),
        String(headers['content-security-policy']).includes('evil.example'),
        text.includes('evil.example'),
      ]).toEqual([name, expect.stringMatching(/^application\/json\b/), false, false])
    }
  })
})

describe('bad bodies drawn from the declarations', () => {
  it(
    `${badRequests} of them give only clean refusals, and nothing is stored`,
    async () => {
      const { draw, wholeRound } = createBadRequests(entities, rowIds, seed)
      if (process.env['MIMIC_BAD_REQUESTS'] === undefined) expect(badRequests).toBeGreaterThanOrEqual(wholeRound)
      await pauseJobs(world)
      const before = await readContent(world)
      const printed = world.server.output().length
      const faults: string[] = []
      const statuses = new Map<number, number>()
      const from = performance.now()
      const cpu = cpuMs(world.server.pid)
      await inParallel(badRequests, async (n) => {
        if (faults.length >= shownFaults) return
        const request = draw(n)
        const reply = await wire.call({ ...request, headers: { ...request.headers, ...authorized(n) } })
        statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
        const fault = faultIn(reply)
        if (fault !== undefined)
          faults.push(
            `${n}: ${request.entity}.${request.action}, ${request.description}: ${fault}\n  sent ${formatRequest(request)}\n  answered ${reply.status} ${reply.text.slice(0, 500)}`,
          )
      })
      const durationS = (performance.now() - from) / 1000
      process.stdout.write(
        `${badRequests} bad requests in ${durationS.toFixed(0)} s, of which server and database computed ${((cpuMs(world.server.pid) - cpu) / 1000).toFixed(0)} s: ${[
          ...statuses,
        ]
          .toSorted(([a], [b]) => a - b)
          .map(([status, answers]) => `${status} ${answers}`)
          .join(', ')}\n`,
      )
      expect(faults).toEqual([])
      // Throttled requests were not processed.
      expect(statuses.get(429) ?? 0).toBeLessThan(badRequests / 100)
      expect(world.server.output().slice(printed)).not.toMatch(/"level":"error"|unhandled|uncaught/i)
      expect(await readContent(world)).toEqual(before)
      expect((await call(world.server, 'server.ready')).status).toBe(200)
    },
    maxMs,
  )
})

/** Scheduled writes, on the hour or twenty minutes past it, do not belong to any request. */
async function pauseJobs(on: EntityWorld): Promise<void> {
  const jobs = getEntity('job')
  const { rows } = (
    await on.callEntity<{ rows: readonly { id: string; status: string }[] }>(jobs, 'list', {
      query: { pageSize: '50' },
    })
  ).data
  for (const { id, status } of rows)
    if (status === 'running')
      expect(await on.callEntity(jobs, 'pause', { params: { id }, body: {} })).toMatchObject({ status: 200 })
}

const authorized = (n: number): { readonly authorization: string } => ({
  authorization: `Bearer ${tokens[n % tokens.length] ?? ''}`,
})

/** Calls `work` for each number below `end`, several at a time. */
async function inParallel(end: number, work: (n: number) => Promise<void>): Promise<void> {
  let next = 0
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < end) await work(next++)
    }),
  )
}

const refusals = new Set([400, 404, 409, 412, 413, 415, 428, 429])

function faultIn({ status, headers, text }: RawReply): string | undefined {
  if (!refusals.has(status)) return `the status ${status}`
  if (
    !String(headers['content-type']).startsWith('application/json') ||
    headers['x-content-type-options'] !== 'nosniff'
  )
    return 'the headers'
  const body = JSON.parse(text) as { code?: unknown; error?: unknown; msg?: unknown }
  if (
    typeof body.error !== 'string' ||
    !isErrorName(body.error) ||
    body.code !== errors[body.error].code ||
    body.msg !== errors[body.error].words.en
  )
    return 'the envelope'
  return inside.test(text) ? 'what it tells of the inside' : undefined
}

const formatRequest = ({ method, path, body }: BadRequest): string =>
  `${method} ${path} ${(typeof body === 'string' ? body : Buffer.from(body ?? '').toString('latin1')).slice(0, 1_000)}`

/** Returns a text that fits the field, different for each number if it must be unique. */
function textFor(field: EntityField, script: string, n: number): string {
  if (field.kind !== 'text') return script
  const text = field.format === 'lines' ? `${script}\n${n}` : `${script} ${n}`
  return text.length <= field.maxLength ? text : `${n}${script}`.slice(0, field.maxLength).trim()
}

/** Returns all stored data except sessions, by table. Row counts are stored in parts that are merged occasionally. */
async function readContent({ server }: EntityWorld): Promise<unknown> {
  const tables = await sqlIn(
    server,
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
    and table_name not in ('session', 'login_failure', 'entity_count') order by 1`,
  )
  const found: unknown[] = []
  for (const { name } of tables)
    found.push([
      name,
      await sqlIn(
        server,
        `select count(*)::int as rows, md5(string_agg(t::text, '' order by t::text)) as content from "${String(name)}" t`,
      ),
    ])
  return [
    ...found,
    await sqlIn(
      server,
      'select entity, project, sum(rows)::int as rows from entity_count group by 1, 2 having sum(rows) <> 0 order by 1, 2',
    ),
  ]
}
