import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import { hashPassword } from '../../../server/services/base/passwords.ts'
import { addAccount, call, signIn, sqlIn, testPassword } from '../../support/server/api.ts'
import { count } from '../../support/counts.ts'
import { cpuMs, startExactCpu, startShare } from '../../support/server/cpu.ts'
import { openConnections } from '../../support/server/keepAlive.ts'
import type { StartedServer } from '../../support/server/server.ts'
import { startServer } from '../../support/server/server.ts'

/** Attempts of each kind, and the maximum relative difference of their CPU time. */
const rounds = count({ daily: 10, full: 200 })
const apart = 0.1
/**
 * Attack with `tries` per account. The first ones look like a morning peak, and legitimate users may have to retry
 * after a second.
 */
const storm = { accounts: 50, tries: 4, perSecond: 500, seconds: 8, rightMs: 3000 }
/**
 * Minimum factor by which a rejected guess is cheaper than the hash it avoids. Machines vary by more than the tested
 * effect.
 */
const cheaper = 60
const env = { MIMIC_TRUSTED_PROXIES: '127.0.0.1, ::1' }

let server: StartedServer
let admin: string
let known: string
let disabled: string
let host = 0

beforeAll(async () => {
  server = await startServer({ passwordCost: 'real', env })
  admin = await signIn(server)
  known = (await addAccount(server, admin, 'operator', [])).name
  disabled = (await addAccount(server, admin, 'operator', [])).name
  await sqlIn(server, 'update account set enabled = false where name = $1', [disabled])
})
afterAll(() => server?.stop())

/** From a unique address unless one is given, because of per-address limits. */
const attempt = (account: string, password: string, address = `203.0.${host >> 8}.${host++ & 255}`) =>
  call(server, 'session.signIn', { body: { account, password }, headers: { 'x-forwarded-for': address } })
const settle = () => sqlIn(server, 'delete from login_failure')

// Compares the CPU time of server and database, which other load does not change. Response times follow from it.
it(`neither words nor time tell in ${rounds} tries of each whether an account exists, is disabled, or only the password is wrong`, async () => {
  const computed = async (account: string, password: string): Promise<number> => {
    const computedMs = startExactCpu(server.pid)
    const { status, text } = await attempt(account, password)
    answers.add(`${status} ${text}`)
    return computedMs()
  }
  const answers = new Set<string>()
  const all = { known: [] as number[], nobody: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    // Alternates the order, so that a temporarily slow machine affects both equally.
    for (const account of round % 2 === 0 ? (['known', 'nobody'] as const) : (['nobody', 'known'] as const))
      all[account].push(await computed(account === 'known' ? known : `nobody-${round}`, 'not the password'))
    if (round % 10 === 0) await computed(disabled, testPassword)
    if (round % limits.signIn.freeFailures === 3) await settle()
  }
  // Interference only adds time.
  const whole = Math.min(...all.nobody)
  const difference = Math.min(...all.known) - whole
  console.info(
    `of ${rounds} each: ${Math.round(whole)} ms computed at least, for a known account ${difference.toFixed(1)} ms more`,
  )
  expect(answers.size).toBe(1)
  expect([Math.abs(difference) / whole < apart, difference, whole]).toEqual([
    true,
    expect.any(Number),
    expect.any(Number),
  ])
  await settle()
})

const origins = [
  { from: 'fifty addresses', addresses: 50 },
  { from: 'one address', addresses: 1 },
]

describe.each(origins.slice(0, count({ daily: 1, full: origins.length })))(
  'five hundred wrong sign-ins a second over fifty accounts, from $from',
  ({ addresses }) => {
    // Compares the duration multiplied by the available share of the machine: twice the time counts the same on half of
    // it.
    it('do not prevent a correct sign-in from another address within three seconds, and are throttled', async () => {
      const attacked = await accountsLike(known, storm.accounts)
      const others = await accountsLike(known, 20 * storm.seconds)
      const [victim = ''] = attacked
      const own = `192.0.2.${addresses}`
      // An address with an earlier sign-in.
      expect((await attempt(victim, testPassword, own)).status).toBe(200)
      const wire = openConnections(server.httpUrl, 128)
      const statuses = new Map<number, number>()
      let sent = 0
      const guess = async (n: number): Promise<void> => {
        const body = JSON.stringify({ account: attacked[n % attacked.length], password: `guess number ${n}` })
        const { status } = await wire.call({
          method: 'POST',
          path: '/api/session',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.18.${addresses}.${n % addresses}` },
          body,
        })
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
      const right: { readonly account: string; readonly status: number; readonly ms: number }[] = []
      const comesIn = async (name: string, account = '', address?: string): Promise<void> => {
        const from = performance.now()
        const { status } = await attempt(account, testPassword, address)
        right.push({ account: name, status, ms: Math.round(performance.now() - from) })
      }
      const startedAt = performance.now()
      const isStorming = (): boolean =>
        performance.now() - startedAt < storm.seconds * 1000 ||
        (right.length < 4 && performance.now() - startedAt < 4 * storm.seconds * 1000)
      const cpu = cpuMs(server.pid)
      const getShare = startShare(server.pid)
      // In sequence, so that they do not wait for each other.
      const signInCorrectly = async (): Promise<void> => {
        // The victim's address has used one attempt; a fast machine would exceed the address limit.
        for (let left = limits.signIn.perAddressMinute - 1; isStorming(); left--) {
          if (left > 0) await comesIn('who is guessed at, from an own address', victim, own)
          await comesIn('somebody else, from a new address', others[right.length])
        }
      }
      let rightly: Promise<void> | undefined
      const guesses: Promise<void>[] = []
      // As many as are due, independent of the responses.
      while (isStorming()) {
        const due = Math.floor(((performance.now() - startedAt) / 1000) * storm.perSecond)
        for (; sent < due; sent++) guesses.push(guess(sent))
        if (sent >= storm.tries * storm.accounts) rightly ??= signInCorrectly()
        await new Promise((next) => {
          setTimeout(next, 5)
        })
      }
      for (; sent < storm.seconds * storm.perSecond; sent++) guesses.push(guess(sent))
      const stormedMs = performance.now() - startedAt
      await Promise.all([...guesses, rightly])
      wire.close()
      const share = getShare()
      const computed = cpuMs(server.pid) - cpu
      const checked = right.length + (statuses.get(401) ?? 0)
      const aHash = await hashMs()
      const aRefusal = (computed - checked * aHash) / (statuses.get(429) ?? 0)
      console.info(
        `${sent} in ${Math.round(stormedMs / 1000)} s: ${[...statuses].map(([status, answers]) => `${status} ${answers}`).join(', ')}; right ones in ${right.map(({ status, ms }) => `${status === 200 ? '' : `${status} `}${ms}`).join(', ')} ms, with ${share.toFixed(2)} of the machine; ${(computed / stormedMs).toFixed(2)} cores, a hash ${Math.round(aHash)} ms, a refusal ${aRefusal.toFixed(2)} ms`,
      )
      expect(right.filter(({ status, ms }) => status !== 200 || ms * share > storm.rightMs)).toEqual([])
      if (!Number.isNaN(aRefusal)) expect(aRefusal).toBeLessThan(aHash / cheaper)
      expect(right.length).toBeGreaterThanOrEqual(4)
      // Only a few guesses are checked: five free ones and those within the address limit. All others are throttled.
      expect([...statuses.keys()].filter((status) => status !== 401 && status !== 429)).toEqual([])
      expect(statuses.get(429) ?? 0).toBeGreaterThan(sent * 0.9)
      await settle()
    })
  },
)

/** Creates accounts with the same password hash, because hashing fifty passwords would take longer than the test. */
async function accountsLike(name: string, accounts: number): Promise<readonly string[]> {
  const names = Array.from({ length: accounts }, (_, n) => `like-${host++}-${n}`)
  const columns = (
    await sqlIn(
      server,
      `select column_name as name from information_schema.columns where table_name = 'account' and column_name not in ('id', 'name')`,
    )
  )
    .map(({ name: column }) => `"${String(column)}"`)
    .join(', ')
  await sqlIn(
    server,
    `insert into account (id, name, ${columns}) select gen_random_uuid()::text, more.name, ${columns} from account, unnest($2::text[]) as more(name) where account.name = $1`,
    [name, names],
  )
  return names
}

/** Returns the CPU time of a password hash on this machine in milliseconds. */
async function hashMs(): Promise<number> {
  const times: number[] = []
  for (let time = 0; time < 5; time++) {
    const from = process.cpuUsage()
    await hashPassword('a password as long as others')
    const { user, system } = process.cpuUsage(from)
    times.push((user + system) / 1000)
  }
  return getMedian(times)
}

const getMedian = (all: readonly number[]): number =>
  all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN

it('an unknown account is throttled like an existing one, with the same message', async () => {
  const refusals = []
  for (const name of [known, 'nobody-at-all']) {
    for (let failure = 0; failure < limits.signIn.freeFailures; failure++)
      expect((await attempt(name, 'not the password')).status).toBe(401)
    await sqlIn(server, `update login_failure set wait_until = now() + interval '1 minute' where name = $1`, [name])
    const { status, bad } = await attempt(name, testPassword)
    refusals.push(JSON.stringify([status, bad.error, bad.msg]))
  }
  expect(new Set(refusals)).toEqual(new Set([expect.stringContaining('[429,"session.locked"')]))
  await settle()
})

it('of guesses sent at once one is looked at, and the right one among them gains nothing', async () => {
  await sqlIn(
    server,
    `insert into login_failure (name, address, count, last_at, wait_until) values ($1, '*', 9, now(), now())`,
    [known],
  )
  const guesses = [...Array.from({ length: 11 }, (_, n) => `guess number ${n}`), testPassword]
  const replies = await Promise.all(guesses.map((guess) => attempt(known, guess)))
  const statuses = replies.map(({ status }) => status)
  expect(statuses.filter((status) => status !== 429)).toHaveLength(1)
  expect(replies.filter(({ bad }) => bad.error === 'session.locked')).toHaveLength(guesses.length - 1)
  await settle()
})

it('guesses at once never use up more than the free tries', async () => {
  const replies = await Promise.all(Array.from({ length: 8 }, (_, n) => attempt('somebody-new', `guess number ${n}`)))
  const [{ counted, wait } = {}] = await sqlIn(
    server,
    `select count as counted, extract(epoch from wait_until - last_at)::float8 as wait from login_failure where name = 'somebody-new'`,
  )
  const checked = replies.filter(({ status }) => status === 401).length
  // Checked attempts are counted; those rejected by a busy server are not.
  expect(Number(counted)).toBe(checked)
  expect(checked + replies.filter(({ status }) => status === 429).length).toBe(8)
  if (checked >= limits.signIn.freeFailures) expect(Number(wait)).toBeGreaterThan(0)
  await settle()
})

it('waits grow to a quarter of an hour and no further, and a restart forgives none', { tags: 'full' }, async () => {
  await sqlIn(
    server,
    `insert into login_failure (name, address, count, last_at, wait_until) values ($1, '*', 4, now(), now())`,
    [known],
  )
  const waits: number[] = []
  for (let failure = 0; failure < 13; failure++) {
    await sqlIn(server, `update login_failure set wait_until = now() where name = $1`, [known])
    expect((await attempt(known, 'not the password')).status).toBe(401)
    const [{ wait } = {}] = await sqlIn(
      server,
      `select round(extract(epoch from wait_until - now()))::int as wait from login_failure where name = $1`,
      [known],
    )
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
  // Concurrently, because on a busy machine the limit would refill between slow attempts.
  const replies = await Promise.all(
    Array.from({ length: perAddressMinute + 8 }, (_, n) =>
      attempt(n % 2 === 0 ? known : `somebody-${n}`, testPassword, own),
    ),
  )
  const refused = replies.filter(({ bad }) => bad.error === 'limit.rate')
  expect(refused.length).toBeGreaterThan(0)
  expect(replies.length - refused.length).toBeLessThanOrEqual(perAddressMinute + 4)
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
  await settle()
  expect((await attempt(known, testPassword)).status).toBe(200)
})

it('the tries of an address are counted through a restart', { tags: 'full' }, async () => {
  const own = '198.51.100.8'
  const { perAddressMinute } = limits.signIn
  await Promise.all(Array.from({ length: perAddressMinute + 4 }, () => attempt('nobody-here', testPassword, own)))
  // Moves the times of the attempts to now, so that the restart's duration does not matter.
  await sqlIn(
    server,
    `update login_failure set last_at = now() + interval '50 seconds' where name = '' and address = $1`,
    [own],
  )
  await server.kill('SIGKILL')
  server = await startServer({ dataDir: server.dataDir, env })
  const { status, bad, headers } = await attempt(known, testPassword, own)
  expect([status, bad.error, Number(headers.get('retry-after'))]).toEqual([429, 'limit.rate', 3])
  expect((await attempt(known, testPassword, '198.51.100.9')).status).toBe(200)
})
