import type { ZodType } from 'zod'
import { toJSONSchema } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isErrorName } from '../../../contract/errors.ts'
import { routeList } from '../../../contract/routes.ts'
import { addAccount, call, callRoute, signIn, sqlIn } from '../../support/server/api.ts'
import { count } from '../../support/counts.ts'
import { createRandom } from '../../support/hostile/random.ts'
import type { StartedServer } from '../../support/server/server.ts'
import { startServer } from '../../support/server/server.ts'

/* Like `entityHostile.test.ts`, but for all other routes: invalid requests generated from each route's declaration. */

/**
 * Invalid values per field, found within a number of attempts. The next field continues where the previous one ended,
 * so that every value occurs.
 */
const perField = count({ daily: 3, full: 50 })
const attempts = 50
const inside = /node_modules|\.ts:\d|\bat \w+ \(|select .+ from|insert into|syntax error|postgres|relation "/i
const strange: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  -1e308,
  2 ** 53,
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202e反转',
  '👩‍👩‍👧‍👦'.repeat(50),
  'x'.repeat(5_000),
  `'; drop table account; --`,
  '../../etc/passwd',
  '__proto__',
  '<script>1</script>',
  'NaN',
  '1e400',
  '1970-01-01',
  [],
  [null],
  [[]],
  ['x'],
  [{}],
  {},
  { $ne: null },
  { toString: 1 },
  { a: { b: { c: [1, 2, 3] } } },
  Array.from({ length: 2_000 }, (_, n) => n),
]

let server: StartedServer
let admin: string
const tokens: string[] = []
/** A route with a low rate limit is called until it throttles. */
const seldom = 100

beforeAll(async () => {
  server = await startServer({ env: { MIMIC_LOG: 'error' } })
  admin = await signIn(server)
  for (let n = 0; n < 4; n++) tokens.push((await addAccount(server, admin, 'super', [])).token)
})
afterAll(() => server?.stop())

const routesWithInput = routeList.filter(([, route]) =>
  [route.body, route.query].some((schema) => schema !== undefined && getFields(schema).length > 0),
)

describe("a route that is no entity's", () => {
  it('has input in more than 25 cases', () => expect(routesWithInput.length).toBeGreaterThan(25))

  it.each(routesWithInput)(
    `%s refuses up to ${perField} values of each field that its declaration does not take, and keeps nothing of them`,
    async (id, route) => {
      const before = await readContent()
      const printed = server.output().length
      const random = createRandom(id.length * 7919)
      let isValidated = true
      let sent = 0
      for (const part of ['body', 'query'] as const) {
        const schema = route[part]
        if (schema === undefined) continue
        for (const wrong of createWrongValues(schema, part, random)) {
          if (!isValidated) break
          const reply = await callRoute(server, route, {
            token: tokens[sent++ % tokens.length],
            params: { id: 'no-such-thing', key: 'k', name: 'sessions', type: 'x', ticket: 'x', share: 'x' },
            headers: {
              ...(route.ifMatch ? { 'if-match': '"1"' } : {}),
              ...(route.idempotent ? { 'idempotency-key': `wrong-${sent}` } : {}),
            },
            ...(part === 'body' ? { body: wrong.value } : { query: wrong.value as Record<string, string> }),
          })
          if (reply.status === 429 && (route.policy.limit?.perMinute ?? Infinity) < seldom) isValidated = false
          const text = JSON.stringify(wrong.value)?.slice(0, 300)
          expect([id, wrong.field, text, reply.status]).toEqual([
            id,
            wrong.field,
            text,
            refusals.has(reply.status) ? reply.status : 'a clean refusal',
          ])
          expect([
            id,
            text,
            typeof reply.bad.error === 'string' && isErrorName(reply.bad.error),
            inside.test(reply.text),
          ]).toEqual([id, text, true, false])
          if (reply.status === 400) expect([id, text, (reply.bad.problems ?? []).length > 0]).toEqual([id, text, true])
        }
      }
      expect(sent).toBeGreaterThan(2)
      expect(server.output().slice(printed)).not.toMatch(/"level":"error"|unhandled|uncaught/i)
      expect(await readContent()).toEqual(before)
    },
  )

  it('leaves the server as it was', async () => {
    expect((await call(server, 'server.ready')).status).toBe(200)
    expect((await call(server, 'session.read', { token: admin })).status).toBe(200)
  })
})

/** 404 and 409: missing objects and wrong states are reported before the body's content is validated. */
const refusals = new Set([400, 401, 404, 409, 413, 428, 429])

interface Wrong {
  readonly field: string
  readonly value: unknown
}

interface Shape {
  readonly properties?: Readonly<Record<string, unknown>>
}

/** Returns the field names of an object schema. */
function getFields(schema: ZodType): readonly string[] {
  const shape = toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape
  return Object.keys(shape.properties ?? {})
}

let nextStrange = 0

/** Returns values that the schema rejects, so the server must reject them too. */
function createWrongValues(schema: ZodType, part: 'body' | 'query', random: () => number): readonly Wrong[] {
  const fields = getFields(schema)
  const pick = (): unknown => strange[Math.floor(random() * strange.length)]
  const found: Wrong[] = []
  const take = (field: string, value: unknown): boolean => {
    const isWrong = !schema.safeParse(value).success && (part === 'body' || fitsUrl(value))
    if (isWrong) found.push({ field, value })
    return isWrong
  }
  const plain = (value: unknown): unknown =>
    part === 'query' && typeof value !== 'string' ? JSON.stringify(value) : value
  for (const field of fields) {
    for (let n = 0, wrong = 0; n < attempts && wrong < perField; n++) {
      const others = Object.fromEntries(
        fields.filter((name) => name !== field && random() < 0.5).map((name) => [name, plain(pick())]),
      )
      if (take(field, { ...others, [field]: plain(strange[nextStrange++ % strange.length]) })) wrong++
    }
  }
  take('one that there is not', { noSuchField: '1' })
  if (part === 'body') for (const value of strange) take('the whole', value)
  return found
}

/** URLs cannot contain lone surrogates and have a limited length. */
function fitsUrl(value: unknown): boolean {
  const text = JSON.stringify(value)
  return text.length < 4_000 && !text.includes(String.raw`\ud800`)
}

/** Returns all stored data except sign-in attempts. */
async function readContent(): Promise<unknown> {
  const tables = await sqlIn(
    server,
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
    and table_name not in ('session', 'login_failure', 'entity_count', 'system_sign_in_log', 'system_job', 'system_job_run') order by 1`,
  )
  const parts = tables.map(
    ({ name }) =>
      `select '${String(name)}' as name, md5(string_agg(t::text, '' order by t::text)) as content from "${String(name)}" t`,
  )
  return sqlIn(server, parts.join(' union all '))
}
