import type { BinaryLike, ScryptOptions } from 'node:crypto'
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import type { Words } from '../../../contract/entity/field.ts'
import { ApiError } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { commonPasswords } from './commonPasswords.ts'
import { passwordCost } from './passwordCost.ts'

/** Stored with each hash together with log2N, so that the cost can be raised without invalidating old hashes. */
const [r, p] = [8, 1]
const keyBytes = 32
const saltBytes = 16

/**
 * Minimum letters and digits of a password without the account name. Lower for names under three characters, which good
 * passwords contain by chance.
 */
const minRestLength = (name: string): number => (name.length < 3 ? 3 : limits.password.min)

/** Returns the reason a password is too easy to guess for this account, or null. */
export function findWeakness(password: string, account: string): Words | null {
  const lowerCase = password.toLowerCase()
  const name = account.toLowerCase()
  const rest = lowerCase.replaceAll(name, '')
  if (commonPasswords.has(lowerCase)) return { en: 'One of the most common passwords', zh: '属于最常被猜到的密码' }
  if (new Set(lowerCase).size < 4) return { en: 'Too few different characters', zh: '不同字符过少' }
  // Containing the name alone is no weakness: "seven wet umbrellas" contains "eve".
  if (
    rest !== lowerCase &&
    (rest.replaceAll(/[^\p{L}\p{N}]/gu, '').length < minRestLength(name) || commonPasswords.has(rest))
  )
    return { en: 'Too similar to the account name', zh: '除账号名外内容过少' }
  return null
}

/** Hashes a password with a random salt. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes)
  const { log2N } = passwordCost
  const key = await derive(password, salt, { N: 2 ** log2N, r, p })
  return ['scrypt', log2N, r, p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/**
 * Verifies a password against a stored hash. Without a hash it takes the same time and returns false. `source` (client
 * address) takes turns with other sources; `crowd` gives the attempt rate, and lower rates are served first.
 */
export async function verifyPassword(
  password: string,
  stored: string | undefined,
  source = '',
  getRate: GetAttemptRate = noAttemptRate,
): Promise<boolean> {
  const [scheme, log2N, storedR, storedP, salt, key] = (stored ?? createDummyHash()).split('$')
  if (scheme !== 'scrypt' || !salt || !key) throw new Error('a stored password hash has an unknown format')
  const derived = await derive(
    password,
    Buffer.from(salt, 'base64url'),
    { N: 2 ** Number(log2N), r: Number(storedR), p: Number(storedP) },
    source,
    getRate,
  )
  return timingSafeEqual(derived, Buffer.from(key, 'base64url')) && stored !== undefined
}

/**
 * Hash used for unknown accounts: random, so nothing matches, and with the cost of new hashes, so the time is the same.
 */
const createDummyHash = (): string => ['scrypt', passwordCost.log2N, r, p, dummySalt, dummyKey].join('$')
const [dummySalt, dummyKey] = [
  randomBytes(saltBytes).toString('base64url'),
  randomBytes(keyBytes).toString('base64url'),
]

/** Returns the current attempt rate of the group an attempt belongs to. */
export type GetAttemptRate = () => number
const noAttemptRate: GetAttemptRate = () => 0

interface Waiter {
  readonly source: string
  readonly crowd: GetAttemptRate
  readonly start: () => void
  readonly yieldPlace: () => void
}

/** One core stays free for other work. With two hashes on two cores, even rejections and valid sign-ins had to wait. */
export const maxConcurrentHashes = Math.max(1, Math.min(limits.signIn.hashesAtOnce, availableParallelism() - 1))

let running = 0
let lastSource = ''
const waiting: Waiter[] = []

/**
 * Limits parallel hashes, so that a burst of sign-ins cannot occupy every core; a full queue rejects with
 * `session.busy`. Groups with lower attempt rates go first. Within a rate, sources take turns, and the source with the
 * most waiting attempts yields its place.
 */
async function derive(
  password: BinaryLike,
  salt: Buffer,
  parameters: Pick<ScryptOptions, 'N' | 'r' | 'p'>,
  source = '',
  getRate: GetAttemptRate = noAttemptRate,
): Promise<Buffer> {
  if (running >= maxConcurrentHashes) {
    if (waiting.length >= limits.signIn.hashesWaiting) evictWaiter(source, getRate)
    await new Promise<void>((proceed, fail) => {
      waiting.push({
        source,
        crowd: getRate,
        start: proceed,
        yieldPlace: () => fail(new ApiError('session.busy', busyDetail)),
      })
    })
  } else running++
  lastSource = source
  try {
    return await new Promise<Buffer>((done, fail) => {
      const maxmem = 256 * (parameters.N ?? 1) * (parameters.r ?? 1)
      scrypt(password, salt, keyBytes, { ...parameters, maxmem }, (cause, key) => (cause ? fail(cause) : done(key)))
    })
  } finally {
    const next = takeNext()
    if (next) next.start()
    else running--
  }
}

/** Attempt rate of each waiter, read once: rates decrease over time, and a choice needs consistent values. */
const getRates = (): readonly (readonly [Waiter, number])[] => waiting.map((waiter) => [waiter, waiter.crowd()])

/** Next waiter: lowest attempt rate, then another source than the last one, then the longest wait. */
function takeNext(): Waiter | undefined {
  const rates = getRates()
  const lowestRate = Math.min(...rates.map(([, rate]) => rate))
  const equals = rates.flatMap(([waiter, rate]) => (rate === lowestRate ? [waiter] : []))
  const next = equals.find((waiter) => waiter.source !== lastSource) ?? equals[0]
  if (next) removeWaiter(next)
  return next
}

/** Throws unless another waiter has a higher attempt rate or a source with more waiting attempts. */
function evictWaiter(source: string, getRate: GetAttemptRate): void {
  const countWaiting = (of: string): number => waiting.filter((waiter) => waiter.source === of).length
  const ownRate = getRate()
  // Among equals, the newest waiter yields.
  const [candidate] = getRates()
    .toReversed()
    .toSorted(([a, inA], [b, inB]) => inB - inA || countWaiting(b.source) - countWaiting(a.source))
  if (!candidate) throw new ApiError('session.busy', busyDetail)
  const [last, rate] = candidate
  if (rate < ownRate || (rate === ownRate && countWaiting(last.source) <= countWaiting(source) + 1))
    throw new ApiError('session.busy', busyDetail)
  removeWaiter(last)
  last.yieldPlace()
}

function removeWaiter(waiter: Waiter): void {
  const at = waiting.indexOf(waiter)
  if (at >= 0) waiting.splice(at, 1)
}

const busyDetail = { detail: { retryAfterSeconds: 1 } }
