import { describe, expect, it } from 'vitest'
import { decodeCustom, encodeCustom } from './customPayload.ts'
import type { CustomProperty } from './customTopics.ts'

const now = Date.UTC(2026, 5, 1)
const property = (identifier: string, type = 'decimal'): CustomProperty => ({ identifier, type, isWritable: true })
const properties = [
  property('temperature'),
  property('lamp', 'bool'),
  property('mode', 'string'),
  property('list', 'array'),
  property('code', 'string'),
  property('constructor'),
]
const read = (message: unknown, every?: number) =>
  decodeCustom(
    Buffer.from(typeof message === 'string' ? message : JSON.stringify(message)),
    properties,
    { everyMs: every },
    now,
  )
const parse = (bytes: Buffer | null | undefined): unknown => (bytes ? JSON.parse(bytes.toString()) : null)
const readWell = (message: unknown, every?: number) => {
  const well = read(message, every)
  if (well.problem !== undefined) throw new Error(well.problem)
  return well
}
const frameOf = (message: unknown, every?: number) => parse(readWell(message, every).values)
const ackOf = (message: unknown) => parse(readWell(message).ack)

describe('a message of an own topic', () => {
  it('becomes a frame of the properties that the thing model has, of the time of receipt', () => {
    expect(frameOf({ temperature: 21.5, lamp: true, mode: 'auto', other: 1, constructor: 2 })).toEqual({
      at: now,
      v: { temperature: 21.5, lamp: true, mode: 'auto' },
    })
    expect(frameOf({ at: 1_790_000_000, temperature: 1 }, 60_000)).toEqual({
      at: 1_790_000_000,
      every: 60_000,
      v: { temperature: 1 },
    })
  })

  it('stores lists and objects as text only where the thing model declares it', () => {
    expect(frameOf({ list: [1, { a: 2 }], temperature: [1] })).toEqual({
      at: now,
      v: { list: '[1,{"a":2}]', temperature: [1] },
    })
  })

  it.each([
    ['no JSON', '{'],
    ['a list', '[1]'],
    ['a number', '1'],
    ['null', 'null'],
    ['no property', '{"other":1}'],
    ['nothing', ''],
    ['bytes that are no text', '\ud800{'],
  ])('is left out when it is %s', (_name, message) => {
    expect(read(message)).toEqual({ problem: expect.stringMatching(/^own\./) })
  })

  it('answers a command by its id; a key that the thing model has is the property', () => {
    expect(ackOf({ id: 'c1', lamp: true })).toEqual({ id: 'c1', ok: true, at: now })
    expect(ackOf({ id: 'c1', ok: false })).toEqual({ id: 'c1', ok: false, at: now })
    expect(frameOf({ id: 'c1', ok: false, code: 'text of the device' })).toEqual({
      at: now,
      v: { code: 'text of the device' },
    })
    expect(readWell({ id: 'c1' }).values).toBe(null)
  })
})

it('a command is written for one property, a switch as a switch', () => {
  const command = {
    project: 'street',
    device: 'pole-1',
    id: 'c1',
    point: 'lamp',
    value: 1,
    by: 'eva',
    expiresAt: now + 1000,
  }
  expect(parse(encodeCustom(command, property('lamp', 'bool'), now))).toEqual({
    id: 'c1',
    at: now,
    expiresAt: now + 1000,
    lamp: true,
  })
  expect(parse(encodeCustom({ ...command, point: 'temperature', value: 21 }, property('temperature'), now))).toEqual({
    id: 'c1',
    at: now,
    expiresAt: now + 1000,
    temperature: 21,
  })
})
