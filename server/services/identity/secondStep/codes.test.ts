import { expect, test } from 'vitest'
import { limits } from '../../../../contract/limits.ts'
import { newRecoveryCodes, newSecret, readCode, recoveryHash, findStep, createUri } from './codes.ts'

const { periodMs } = limits.secondStep
/** "12345678901234567890", the secret of the test vectors in RFC 6238. */
const label = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test('RFC 6238: codes are those of its table, cut to six digits', () => {
  for (const [seconds, code] of [
    [59, '287082'],
    [1111111109, '081804'],
    [1234567890, '005924'],
    [2000000000, '279037'],
  ] as const) {
    expect(findStep(label, code, seconds * 1000)).toBe(Math.floor(seconds / 30))
  }
})

test('a code is valid one step before and after its own, and its step is returned', () => {
  const now = 1111111109_000
  const step = Math.floor(now / periodMs)
  for (const [away, found] of [
    [-2, undefined],
    [-1, step],
    [0, step],
    [1, step],
    [2, undefined],
  ] as const)
    expect([away, findStep(label, '081804', now + away * periodMs)]).toEqual([away, found])
})

test('entered codes are normalized', () => {
  for (const typed of ['123456', ' 123 456 ', '123-456', '１２３４５６'])
    expect(readCode(typed)).toEqual({ kind: 'code', code: '123456' })
  for (const typed of ['2P88-WZ4T-3QTT-5CTN', '2p88wz4t3qtt5ctn', '2p88 wz4t 3qtt 5ctn'])
    expect(readCode(typed)).toEqual({ kind: 'recoveryCode', code: '2p88wz4t3qtt5ctn' })
  expect(readCode('OIL0-0000-0000-0000')).toEqual({ kind: 'recoveryCode', code: '0110000000000000' })
  for (const typed of ['', '12345', '1234567', 'abcdef', '2p88-wz4t-3qtt', '2p88-wz4t-3qtt-5ct!', '9'.repeat(64)])
    expect(readCode(typed)).toBeUndefined()
})

test('secrets and recovery codes are unique, and an entered recovery code matches its stored hash', () => {
  expect(newSecret()).toMatch(/^[A-Z2-7]{32}$/)
  expect(newSecret()).not.toBe(newSecret())
  const codes = [...newRecoveryCodes(), ...newRecoveryCodes()]
  expect(new Set(codes).size).toBe(2 * limits.secondStep.recoveryCodes)
  for (const code of codes) expect(recoveryHash('a', readCode(code)?.code ?? '')).toBe(recoveryHash('a', code))
  expect(recoveryHash('a', codes[0] ?? '')).not.toBe(recoveryHash('b', codes[0] ?? ''))
})

test('the QR code contains the account and the site', () => {
  const uri = new URL(createUri(label, 'ann@plant.example:8080'))
  expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual([
    'otpauth:',
    'totp',
    '/Mimic:ann@plant.example:8080',
  ])
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    issuer: 'Mimic',
    secret: label,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})
