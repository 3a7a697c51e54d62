import { expect, it } from 'vitest'
import { parsePacket } from './packet.ts'

it.each([
  ['DTU-7', 'DTU-7'],
  ['', ''],
  ['a\\r\\n\\x41\\\\', 'a\r\nA\\'],
  ['hex:44 54,55', 'DTU'],
  ['HEX:', ''],
  ['注册', '注册'],
])('reads the packet %j', (text, bytes) => {
  expect(parsePacket(text)?.toString()).toBe(bytes)
})

it.each(['hex:4', 'hex:xx', 'a\\', 'a\\q'])('rejects the packet %j', (text) => {
  expect(parsePacket(text)).toBeNull()
})
