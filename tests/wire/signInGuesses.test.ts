import { afterAll, beforeAll, expect, it } from 'vitest'
import { limits } from '../../contract/limits.ts'
import { addAccount, call, signIn, sqlIn, testPassword } from '../support/api.ts'
import type { StartedServer } from '../support/server.ts'
import { startServer } from '../support/server.ts'

/** As many tries of each kind as their middle is taken of. */
const rounds = 15
/** The machine computes other things meanwhile: a wide band, and still ten times narrower than what a left-out hash would show. */
const band = { from: 0.6, to: 1.6 }
const env = { MIMIC_TRUSTED_PROXIES: '127.0.0.1, ::1' }

let server: StartedServer
let admin: string
let known: string
let disabled: string
let host = 0

beforeAll(async () => {
  server = await startServer({ env })
  admin = await signIn(server)
  known = (await addAccount(server, admin, 'operator', [])).name
  disabled = (await addAccount(server, admin, 'operator', [])).name
  await sqlIn(server, 'update account set enabled = false where name = $1', [disabled])
})
afterAll(() => server?.stop())

/** Each from an address of its own, unless one is given: an address has a limit of its own. */
const attempt = (account: string, password: string, address = `203.0.${host >> 8}.${host++ & 255}`) =>
  call(server, 'session.signIn', { body: { account, password }, headers: { 'x-forwarded-for': address } })
const settle = () => sqlIn(server, 'delete from login_failure')

it('neither words nor time tell whether an account exists, is disabled, or only the password is wrong', async () => {
  const kinds: Readonly<Record<string, (round: number) => readonly [account: string, password: string]>> = {
    'a wrong password': () => [known, 'not the password'], 'no such account': (round) => [`nobody-${round}`, 'not the password'], 'a disabled account': () => [disabled, testPassword],
  }
  const times = new Map(Object.keys(kinds).map((kind) => [kind, [] as number[]]))
  const answers = new Set<string>()
  for (let round = 0; round < rounds; round++) {
    // In turn, each round beginning with another: what slows the machine for a while slows all of them.
    const order = Object.entries(kinds)
    for (const [kind, of] of [...order.slice(round % order.length), ...order.slice(0, round % order.length)]) {
      const from = performance.now()
      const { status, text } = await attempt(...of(round))
      times.get(kind)?.push(performance.now() - from)
      answers.add(`${status} ${text}`)
    }
    await settle()
  }
  const middles = new Map([...times].map(([kind, all]) => [kind, all.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN]))
  console.info([...middles].map(([kind, ms]) => `${kind}: ${Math.round(ms)} ms`).join(', '))
  expect(answers.size).toBe(1)
  const wrong = middles.get('a wrong password') ?? Number.NaN
  for (const [kind, ms] of middles) expect([kind, ms / wrong > band.from && ms / wrong < band.to, ms / wrong]).toEqual([kind, true, expect.any(Number)])
})

it('a name that nobody has is made to wait as one that somebody has, in the same words', async () => {
  const refusals = []
  for (const name of [known, 'nobody-at-all']) {
    for (let failure = 0; failure < limits.signIn.freeFailures; failure++) expect((await attempt(name, 'not the password')).status).toBe(401)
    await sqlIn(server, `update login_failure set wait_until = now() + interval '1 minute' where name = $1`, [name])
    const { status, bad } = await attempt(name, testPassword)
    refusals.push(JSON.stringify([status, bad.error, bad.msg]))
  }
  expect(new Set(refusals)).toEqual(new Set([expect.stringContaining('[429,"session.locked"')]))
  await settle()
})

it('of guesses sent at once one is looked at, and the right one among them gains nothing', async () => {
  await sqlIn(server, `insert into login_failure (name, address, count, last_at, wait_until) values ($1, '*', 9, now(), now())`, [known])
  const guesses = [...Array.from({ length: 11 }, (_, n) => `guess number ${n}`), testPassword]
  const replies = await Promise.all(guesses.map((guess) => attempt(known, guess)))
  const statuses = replies.map(({ status }) => status)
  expect(statuses.filter((status) => status !== 429)).toHaveLength(1)
  expect(replies.filter(({ bad }) => bad.error === 'session.locked')).toHaveLength(guesses.length - 1)
  await settle()
})

it('guesses at once never use up more than the free tries', async () => {
  const replies = await Promise.all(Array.from({ length: 8 }, (_, n) => attempt('somebody-new', `guess number ${n}`)))
  const [{ count, wait } = {}] = await sqlIn(server, `select count, extract(epoch from wait_until - last_at)::float8 as wait from login_failure where name = 'somebody-new'`)
  const looked = replies.filter(({ status }) => status === 401).length
  // Each that was looked at is counted; those that a busy server sent away are not.
  expect(Number(count)).toBe(looked)
  expect(looked + replies.filter(({ status }) => status === 429 || status === 503).length).toBe(8)
  if (looked >= limits.signIn.freeFailures) expect(Number(wait)).toBeGreaterThan(0)
  await settle()
})

it('waits grow to a quarter of an hour and no further, and a restart forgives none', async () => {
  await sqlIn(server, `insert into login_failure (name, address, count, last_at, wait_until) values ($1, '*', 4, now(), now())`, [known])
  const waits: number[] = []
  for (let failure = 0; failure < 13; failure++) {
    await sqlIn(server, `update login_failure set wait_until = now() where name = $1`, [known])
    expect((await attempt(known, 'not the password')).status).toBe(401)
    const [{ wait } = {}] = await sqlIn(server, `select round(extract(epoch from wait_until - now()))::int as wait from login_failure where name = $1`, [known])
    waits.push(Number(wait))
  }
  for (const [at, wait] of waits.entries()) {
    const whole = Math.min(2 ** at, 900)
    expect([at, wait <= whole, wait >= whole - 5]).toEqual([at, true, true])
  }
  await server.kill('SIGKILL')
  server = await startServer({ dataDir: server.dataDir, env })
  const { status, headers } = await attempt(known, testPassword)
  expect([status, Number(headers.get('retry-after')) > 600]).toEqual([429, true])
  await settle()
  expect((await attempt(known, testPassword)).status).toBe(200)
})

it('an address has twenty tries a minute, right or wrong, and takes none from another', async () => {
  const own = '198.51.100.7'
  const { perAddressMinute } = limits.signIn
  // At once: on a busy machine the minute would refill between one slow try and the next.
  const replies = await Promise.all(Array.from({ length: perAddressMinute + 8 }, (_, n) => attempt(n % 2 === 0 ? known : `somebody-${n}`, testPassword, own)))
  const refused = replies.filter(({ bad }) => bad.error === 'limit.rate')
  expect(refused.length).toBeGreaterThan(0)
  expect(replies.length - refused.length).toBeLessThanOrEqual(perAddressMinute + 4)
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
  await settle()
  expect((await attempt(known, testPassword)).status).toBe(200)
})

it('the tries of an address are counted through a restart', async () => {
  const own = '198.51.100.8'
  const { perAddressMinute } = limits.signIn
  await Promise.all(Array.from({ length: perAddressMinute + 4 }, () => attempt('nobody-here', testPassword, own)))
  // As if all of them had come just now: how long a restart takes is the machine's business.
  await sqlIn(server, `update login_failure set last_at = now() + interval '5 seconds' where name = '' and address = $1`, [own])
  await server.kill('SIGKILL')
  server = await startServer({ dataDir: server.dataDir, env })
  const { status, bad, headers } = await attempt(known, testPassword, own)
  expect([status, bad.error, Number(headers.get('retry-after'))]).toEqual([429, 'limit.rate', 3])
  expect((await attempt(known, testPassword, '198.51.100.9')).status).toBe(200)
})
