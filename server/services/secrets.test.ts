import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { createSecretBox } from './secrets.ts'

it('opens what it sealed, seals no two alike, and shows nothing of it', () => {
  const box = createSecretBox(randomBytes(32))
  const [one, other] = [box.seal('camera 密码'), box.seal('camera 密码')]
  expect([box.open(one), box.open(other), one === other, one.includes('camera')]).toEqual(['camera 密码', 'camera 密码', false, false])
})

it('opens nothing of another installation, and nothing that was touched', () => {
  const box = createSecretBox(randomBytes(32))
  const sealed = box.seal('x')
  expect(() => createSecretBox(randomBytes(32)).open(sealed)).toThrow()
  expect(() => box.open(`${sealed.slice(0, -1)}${sealed.endsWith('A') ? 'Q' : 'A'}`)).toThrow()
  expect(() => box.open('plain')).toThrow()
})
