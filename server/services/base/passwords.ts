import type { BinaryLike, ScryptOptions } from 'node:crypto'
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import type { Words } from '../../../contract/entity/field.ts'
import { ApiError } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { commonPasswords } from './commonPasswords.ts'
import { passwordCost } from './passwordCost.ts'

/** Stored with each hash and its log2N, so that they can be raised without ending old ones. */
const [r, p] = [8, 1]
const keyBytes = 32
const saltBytes = 16

/** How many letters and digits must be left of a password without the account's name; of a name shorter than three, which stands in many good ones by chance, less. */
const restLength = (name: string): number => (name.length < 3 ? 3 : limits.password.min)

/** Why a password is too easy to guess for this account, in words for who chose it; null where it is not. */
export function findWeakness(password: string, account: string): Words | null {
  const small = password.toLowerCase()
  const name = account.toLowerCase()
  const rest = small.replaceAll(name, '')
  if (commonPasswords.has(small)) return { en: 'Among the passwords that are guessed first', zh: '属于最常被猜到的密码' }
  if (new Set(small).size < 4) return { en: 'Too few different characters', zh: '不同字符过少' }
  // Not merely that the name stands in it: “eve” stands in “seven wet umbrellas”.
  if (rest !== small && (rest.replaceAll(/[^\p{L}\p{N}]/gu, '').length < restLength(name) || commonPasswords.has(rest))) return { en: 'Little more than the account name', zh: '除账号名外内容过少' }
  return null
}

/** Hashes a password as it was typed, with a salt of its own. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes)
  const { log2N } = passwordCost
  const key = await derive(password, salt, { N: 2 ** log2N, r, p })
  return ['scrypt', log2N, r, p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/** Whether a password fits a stored hash; without one it takes as long and says no. `source`: who asks, for they take turns; `crowd`: among how many, for the thinner crowd goes first. */
export async function verifyPassword(password: string, stored: string | undefined, source = '', crowd: HashQueue = noCrowd): Promise<boolean> {
  const [scheme, log2N, storedR, storedP, salt, key] = (stored ?? nobody()).split('$')
  if (scheme !== 'scrypt' || !salt || !key) throw new Error('a stored password has an unknown form')
  const derived = await derive(password, Buffer.from(salt, 'base64url'), { N: 2 ** Number(log2N), r: Number(storedR), p: Number(storedP) }, source, crowd)
  return timingSafeEqual(derived, Buffer.from(key, 'base64url')) && stored !== undefined
}

/** The hash an unknown account is checked against: random, so that nothing fits it, and of the cost of new hashes, so that checking takes as long. */
const nobody = (): string => ['scrypt', passwordCost.log2N, r, p, nobodySalt, nobodyKey].join('$')
const [nobodySalt, nobodyKey] = [randomBytes(saltBytes).toString('base64url'), randomBytes(keyBytes).toString('base64url')]

/** How thick the tries come among which one waits, as of now. */
export type HashQueue = () => number
const noCrowd: HashQueue = () => 0

interface Waiter {
  readonly source: string
  readonly crowd: HashQueue
  readonly go: () => void
  readonly giveWay: () => void
}

/** One core stays for everybody else: with two hashes on two cores a refusal and a right sign-in both waited behind the guesses. */
export const maxConcurrentHashes = Math.max(1, Math.min(limits.signIn.hashesAtOnce, availableParallelism() - 1))

let running = 0
let lastSource = ''
const waiting: Waiter[] = []

/**
 * A few at a time: a storm of sign-ins may not take every core, and those behind it are told at once that we are busy. Where the crowd
 * is thinner one goes first; of equals sources take turns, and the one that waits the most times gives way to another: who guesses
 * from one place, or at a few names from many, keeps nobody else out.
 */
async function derive(password: BinaryLike, salt: Buffer, parameters: Pick<ScryptOptions, 'N' | 'r' | 'p'>, source = '', crowd: HashQueue = noCrowd): Promise<Buffer> {
  if (running >= maxConcurrentHashes) {
    if (waiting.length >= limits.signIn.hashesWaiting) makeRoomFor(source, crowd)
    await new Promise<void>((go, fail) => { waiting.push({ source, crowd, go, giveWay: () => fail(new ApiError('session.busy', busyDetail)) }) })
  } else running++
  lastSource = source
  try {
    return await new Promise<Buffer>((done, fail) => {
      const maxmem = 256 * (parameters.N ?? 1) * (parameters.r ?? 1)
      scrypt(password, salt, keyBytes, { ...parameters, maxmem }, (cause, key) => (cause ? fail(cause) : done(key)))
    })
  } finally {
    const next = takeNext()
    if (next) next.go()
    else running--
  }
}

/** How thick the crowd of each is that waits, asked once: it thins out while one looks, and a choice is made of one moment. */
const thicknesses = (): readonly (readonly [Waiter, number])[] => waiting.map((waiter) => [waiter, waiter.crowd()])

/** Of the thinnest crowd who waits longest and is not of the last one's source; where all are, who waits longest. */
function takeNext(): Waiter | undefined {
  const crowds = thicknesses()
  const thinnest = Math.min(...crowds.map(([, thickness]) => thickness))
  const equals = crowds.flatMap(([waiter, thickness]) => (thickness === thinnest ? [waiter] : []))
  const next = equals.find((waiter) => waiter.source !== lastSource) ?? equals[0]
  if (next) leave(next)
  return next
}

/** Throws where nobody is in a thicker crowd, and nobody waits more often than this source would. */
function makeRoomFor(source: string, crowd: HashQueue): void {
  const times = (of: string): number => waiting.filter((waiter) => waiter.source === of).length
  const own = crowd()
  // Of equals who came last.
  const [found] = thicknesses().toReversed().toSorted(([a, inA], [b, inB]) => inB - inA || times(b.source) - times(a.source))
  if (!found) throw new ApiError('session.busy', busyDetail)
  const [last, thickness] = found
  if (thickness < own || (thickness === own && times(last.source) <= times(source) + 1)) throw new ApiError('session.busy', busyDetail)
  leave(last)
  last.giveWay()
}

function leave(waiter: Waiter): void {
  const at = waiting.indexOf(waiter)
  if (at >= 0) waiting.splice(at, 1)
}

const busyDetail = { detail: { retryAfterSeconds: 1 } }
