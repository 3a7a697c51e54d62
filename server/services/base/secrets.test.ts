import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { createSecretBox } from './secrets.ts'

const location = { table: 'lighting_camera', column: 'password', row: 'a' }

it('decrypts its own output, never encrypts twice to the same text, and reveals nothing', () => {
  const box = createSecretBox(randomBytes(32))
  const [one, other] = [box.seal('camera 密码', location), box.seal('camera 密码', location)]
  expect([box.open(one, location), box.open(other, location), one === other, one.includes('camera')]).toEqual([
    'camera 密码',
    'camera 密码',
    false,
    false,
  ])
})

it('opens nothing of another installation, and nothing that was touched', () => {
  const box = createSecretBox(randomBytes(32))
  const sealed = box.seal('x', location)
  expect(() => createSecretBox(randomBytes(32)).open(sealed, location)).toThrow('another key')
  const parts = sealed.split(':')
  for (const at of [1, 2, 3, 4]) {
    const modified = parts.with(at, `${parts[at]?.startsWith('A') ? 'B' : 'A'}${parts[at]?.slice(1)}`).join(':')
    expect(() => box.open(modified, location)).toThrow()
  }
  for (const text of ['plain', '', 'v2', 'v2:::', 'v3:a:b:c:d', `${sealed}:x`, sealed.replace(/[^:]*$/, '')])
    expect(() => box.open(text, location)).toThrow()
  expect(() => box.open([...parts.slice(0, 3), parts[3]?.slice(0, 6), parts[4]].join(':'), location)).toThrow()
})

it('opens nothing that was carried to another row, column or table', () => {
  const box = createSecretBox(randomBytes(32))
  const sealed = box.seal('x', location)
  for (const place of [
    { ...location, row: 'b' },
    { ...location, column: 'token' },
    { ...location, table: 'platform_channel' },
    { table: 'lighting_camera","password', column: 'a', row: '' },
  ])
    expect(() => box.open(sealed, place)).toThrow()
})

it('decrypts with any of its keys and encrypts with the last one', () => {
  const [old, next] = [randomBytes(32), randomBytes(32)]
  const sealed = createSecretBox(old).seal('x', location)
  const both = createSecretBox(old, next)
  expect(both.open(sealed, location)).toBe('x')
  expect(createSecretBox(next).open(both.seal('y', location), location)).toBe('y')
  expect(() => createSecretBox(old).open(both.seal('y', location), location)).toThrow()
})

it('decrypts values of an earlier version without a context', () => {
  const secret = randomBytes(32)
  const sealed = sealedBefore(secret, '旧 password')
  expect(createSecretBox(secret).open(sealed, location)).toBe('旧 password')
  expect(createSecretBox(secret, randomBytes(32)).open(sealed, location)).toBe('旧 password')
  expect(() => createSecretBox(randomBytes(32)).open(sealed, location)).toThrow()
  expect(() => createSecretBox(secret).open(sealed.replace('v1:', 'v2:'), location)).toThrow()
})

function sealedBefore(secret: Buffer, text: string): string {
  const iv = randomBytes(12)
  const sealing = createCipheriv(
    'aes-256-gcm',
    Buffer.from(hkdfSync('sha256', secret, '', 'mimic entity secrets', 32)),
    iv,
  )
  const content = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()])
  return ['v1', ...[iv, sealing.getAuthTag(), content].map((part) => part.toString('base64url'))].join(':')
}
