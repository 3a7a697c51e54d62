import { expect, it } from 'vitest'
import { encodeFrame, valuesTopic } from '../../../../contract/telemetry/index.ts'
import { readPayload, writePayload } from './payloads.ts'

const topic = valuesTopic({ project: 'street', device: 'lamp' })

it('shows JSON and text unchanged, a binary frame as JSON, and other bytes as hexadecimal digits', () => {
  expect(readPayload('site/1/up', Buffer.from(' [{"id":"a"}]'))).toEqual({
    payload: ' [{"id":"a"}]',
    protocolCode: 'JSON',
  })
  expect(readPayload('site/1/up', Buffer.from('12;34'))).toEqual({ payload: '12;34', protocolCode: 'TEXT' })
  const frame = encodeFrame({ at: 1_700_000_000_000, points: ['power'], values: [5] }, 'binary')
  expect(JSON.parse(readPayload(topic, frame).payload)).toMatchObject({ at: 1_700_000_000_000, v: { power: 5 } })
  expect(readPayload('site/1/up', Uint8Array.of(0xff, 0x01))).toEqual({ payload: 'ff01', protocolCode: 'HEX' })
})

it('makes a frame of a list or object of values on the built-in topic only', () => {
  const write = (name: string, payload: string): string => writePayload(name, payload, 7).toString()
  const list = '[{"id":"power","value":"5.5"},{"id":"mode","value":"auto"}]'
  expect(write(topic, list)).toBe('{"at":7,"v":{"power":5.5,"mode":"auto"}}')
  expect(write(topic, '{"power":5}')).toBe('{"at":7,"v":{"power":5}}')
  expect(write(topic, '{"at":1,"v":{"power":5}}')).toBe('{"at":1,"v":{"power":5}}')
  expect(write('site/1/up', list)).toBe(list)
  expect(write(topic, 'no JSON')).toBe('no JSON')
})
