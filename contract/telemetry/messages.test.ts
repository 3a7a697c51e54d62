import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Message } from './index.ts'
import {
  decodeAck,
  decodeBeacon,
  decodeCommand,
  decodeDeviceState,
  decodeGatewayState,
  encodeAck,
  encodeBeacon,
  encodeCommand,
  encodeDeviceState,
  encodeGatewayState,
} from './index.ts'

const at = Date.UTC(2026, 5, 1)
const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))

describe('a message', () => {
  it('comes back as it was written', () => {
    const command = { id: 'c1', point: 'lamp', value: 1, by: 'eva', expiresAt: at }
    const refusal = { id: 'c1', ok: false, code: 'device.busy', at }
    const gateway = { online: false, devices: ['pole-001', 'pole-002'], at }
    expect(decodeCommand(encodeCommand(command)).value).toEqual(command)
    expect(decodeCommand(encodeCommand({ ...command, value: '暖 "3"' })).value).toMatchObject({ value: '暖 "3"' })
    expect(decodeAck(encodeAck(refusal)).value).toEqual(refusal)
    expect(decodeAck(encodeAck({ id: 'c1', ok: true, at })).value).toEqual({ id: 'c1', ok: true, at })
    expect(decodeDeviceState(encodeDeviceState({ online: true, at })).value).toEqual({ online: true, at })
    expect(decodeGatewayState(encodeGatewayState(gateway)).value).toEqual(gateway)
    expect(decodeBeacon(encodeBeacon({ at, seq: 7 })).value).toEqual({ at, seq: 7 })
  })

  it.each([
    ['value', 'x'.repeat(1025)],
    ['value', null],
    ['value', true],
    ['point', '__proto__'],
    ['point', 'a/b'],
    ['id', ''],
    ['id', 'x'.repeat(129)],
    ['by', 7],
    ['expiresAt', 0],
    ['expiresAt', 'soon'],
    ['expiresAt', undefined],
  ])('that commands with %s = %j is refused', (key, value) => {
    const command = { id: 'c1', point: 'lamp', value: 1, by: 'eva', expiresAt: at }
    expect(decodeCommand(bytes({ ...command, [key]: value })).problem).toBe('message.shape')
  })

  it('counts from a sender with a broken clock', () => {
    expect(decodeDeviceState(bytes({ online: false, at: 12 })).value).toEqual({ online: false, at: 0 })
    expect(decodeAck(bytes({ id: 'c1', ok: true })).value).toEqual({ id: 'c1', ok: true, at: 0 })
  })

  it.each([
    [{ online: 1, devices: [] }],
    [{ online: true }],
    [{ online: true, devices: ['+'] }],
    [{ online: true, devices: 'pole' }],
  ])('of a gateway is refused: %j', (state) => {
    expect(decodeGatewayState(bytes({ ...state, at })).problem).toBe('message.shape')
  })

  it('never throws, whatever the bytes', () => {
    const decoders: readonly ((input: Uint8Array) => Message<unknown>)[] = [
      decodeCommand,
      decodeAck,
      decodeDeviceState,
      decodeGatewayState,
      decodeBeacon,
    ]
    const text = fc.oneof(fc.json(), fc.string()).map((value) => new TextEncoder().encode(value))
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array(), text), (input) => {
        for (const decode of decoders) expect(decode(input).problem ?? decode(input).value).toBeDefined()
      }),
    )
    for (const decode of decoders) expect(decode(new Uint8Array(70_000)).problem).toBe('message.size')
  })
})
