import { expect, it } from 'vitest'
import { ApiError } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { commonPasswords } from './commonPasswords.ts'
import { createAttemptRate } from '../identity/attemptRate.ts'
import { lockoutDelay } from './lockout.ts'
import { maxConcurrentHashes, hashPassword, verifyPassword, findWeakness } from './passwords.ts'

it('a hash fits its own password, as typed, and no other', async () => {
  const hash = await hashPassword('pa\u00dfword with caf\u00e9')
  expect(hash).toMatch(/^scrypt\$16\$8\$1\$[\w-]{22}\$[\w-]{43}$/)
  expect(await verifyPassword('pa\u00dfword with caf\u00e9', hash)).toBe(true)
  expect(await verifyPassword('pa\u00dfword with cafe\u0301', hash)).toBe(false)
  expect(await verifyPassword('anything', undefined)).toBe(false)
})

/** Hashes that run or wait; further requests are rejected. */
const accepted = maxConcurrentHashes + limits.signIn.hashesWaiting

it('a burst of sign-ins is rejected as busy, and earlier ones are served', { tags: 'full' }, async () => {
  const attempts = await Promise.allSettled(Array.from({ length: 14 }, () => verifyPassword('x', undefined)))
  expect(attempts.filter(({ status }) => status === 'fulfilled').length).toBe(accepted)
  expect(
    attempts.filter(
      (one) => one.status === 'rejected' && one.reason instanceof ApiError && one.reason.error === 'session.busy',
    ).length,
  ).toBe(attempts.length - accepted)
})

it('guesses from one address wait behind each other and do not block other addresses', { tags: 'full' }, async () => {
  const order: string[] = []
  const burst = Array.from({ length: 14 }, () =>
    verifyPassword('x', undefined, 'stranger').then(
      () => order.push('stranger'),
      () => order.push('refused'),
    ),
  )
  const person = verifyPassword('x', undefined, 'person').then(() => order.push('person'))
  await Promise.all([...burst, person])
  expect(order.filter((one) => one === 'refused')).toHaveLength(burst.length + 1 - accepted)
  // After the hashes in progress, and at most two more that were already due.
  expect(order.filter((one) => one !== 'refused').indexOf('person')).toBeLessThan(4)
})

it(
  'a sign-in from a quiet address takes precedence over guesses at a few accounts from many addresses',
  { tags: 'full' },
  async () => {
    const order: string[] = []
    const burst = Array.from({ length: 14 }, (_, n) =>
      verifyPassword('x', undefined, `place ${n}`, () => 3).then(
        () => order.push('stranger'),
        () => order.push('refused'),
      ),
    )
    const person = verifyPassword('x', undefined, 'another place', () => 0).then(() => order.push('person'))
    await Promise.all([...burst, person])
    expect(order.filter((one) => one === 'refused')).toHaveLength(burst.length + 1 - accepted)
    // After the hashes in progress; a parallel hash may finish first.
    expect(order.filter((one) => one !== 'refused').indexOf('person')).toBeLessThan(4)
  },
)

it('rejects an attempt of the source with the most attempts, even if counts drop during the check', async () => {
  let rate = 1_000
  const guess = () => rate--
  const order: string[] = []
  const enter = (client: string, getRate: () => number) =>
    verifyPassword('x', undefined, client, getRate).then(
      () => order.push(client),
      () => order.push(`${client} refused`),
    )
  await Promise.all([
    ...Array.from({ length: accepted - 1 }, (_, n) => enter(`stranger ${n}`, guess)),
    enter('first person', () => 0),
    enter('second person', () => 0),
  ])
  expect(order.filter((one) => one.endsWith('refused'))).toEqual([expect.stringMatching(/^stranger \d refused$/)])
  // After the hashes in progress. The two run in parallel, so a hash started beside the second may finish first.
  expect(
    order
      .filter((one) => !one.endsWith('refused'))
      .slice(0, 5)
      .filter((one) => one.endsWith('person'))
      .toSorted(),
  ).toEqual(['first person', 'second person'])
})

it('a crowd is as thick as tries came of late, thins out, and is forgotten for the next', () => {
  let at = 0
  const rates = createAttemptRate(() => at, 2)
  expect(rates.rate('ann')).toBe(0)
  rates.count('ann')
  expect(rates.rate('ann')).toBe(0)
  at = 100
  rates.count('ann')
  expect(rates.rate('ann')).toBe(1)
  for (let n = 2; n < 8; n++) rates.count('ann')
  expect(rates.rate('ann')).toBe(3)
  at = 20_000
  expect(rates.rate('ann')).toBe(1)
  for (const name of ['bob', 'cid']) rates.count(name)
  expect([rates.rate('ann'), rates.rate('bob')]).toEqual([0, 0])
})

const isWeak = (password: string, account: string): boolean => findWeakness(password, account) !== null

it("the common and the account's own name are weak", () => {
  expect(
    ['Password123', 'xx-anna-xx', 'aaaabbbb', 'Rush2112', 'mimic2026'].map((password) => isWeak(password, 'anna')),
  ).toEqual([true, true, true, true, true])
  expect(isWeak('seven wet umbrellas', 'anna')).toBe(false)
  expect(isWeak('cabbage stew', 'ab')).toBe(false)
  expect([isWeak('abababab', 'ab'), isWeak('ababababx', 'ab')]).toEqual([true, true])
})

it('accepts a good password that contains the account name by chance, and gives the reason for rejecting a weak one', () => {
  expect([findWeakness('seven wet umbrellas', 'eve'), findWeakness('planning is half of it', 'ann')]).toEqual([
    null,
    null,
  ])
  expect(
    ['eve12345', 'evePassword1', 'my-eve-pass', 'qwerty123', 'aabbaabb'].map(
      (password) => findWeakness(password, 'eve')?.en,
    ),
  ).toEqual([
    'Too similar to the account name',
    'Too similar to the account name',
    'Too similar to the account name',
    'One of the most common passwords',
    'Too few different characters',
  ])
})

it('the wait doubles from the fifth failure and ends at a quarter of an hour', () => {
  expect([1, 4, 5, 6, 7, 14, 15, 1000].map(lockoutDelay)).toEqual([
    0, 0, 1_000, 2_000, 4_000, 512_000, 900_000, 900_000,
  ])
})

it('more than a thousand common passwords are refused, whatever their case', () => {
  expect(commonPasswords.size).toBeGreaterThan(1_000)
  for (const password of [
    'P@ssw0rd123',
    'Qwerty123',
    '1qaz2wsx',
    '19880808',
    '20252025',
    'Admin@123',
    'woaini1314',
    'a12345678',
    '87654321',
    'Streetlamp1',
    'SCADA2026',
    'zxcvbnm123',
  ]) {
    expect([password, isWeak(password, 'somebody')]).toEqual([password, true])
  }
})
