import { describe, expect, it } from 'vitest'
import { CommandTracker } from './commandTracker.ts'
import type { CommandMessage } from './buildCommand.ts'
import { commandProblems } from '../problems.ts'
import { createMapper, toPayload } from '../testing/readMessages.ts'

const point = (name: string, type: string, command: object, conversion: object = {}) => ({
  point: name,
  type,
  conversion,
  sources: [{ topic: 'up', path: name }],
  command: { topic: 'down/{device}', payload: { kind: 'json', json: { [name]: '{value}' } }, ...command },
})
const mapper = createMapper({
  version: 1,
  topics: [
    { id: 'up', topic: 'up/{device}', format: 'json' },
    { id: 'ack', topic: 'ack/{device}', format: 'json' },
  ],
  parameters: { site: 'north' },
  points: [
    point(
      'setpoint',
      'decimal',
      { confirm: { by: 'report', timeoutS: 5, tolerance: 0.1 } },
      { factor: 0.1, offset: 2, min: 0, max: 50 },
    ),
    point(
      'mode',
      'enum',
      {
        confirm: {
          by: 'acknowledgement',
          timeoutS: 5,
          topic: 'ack',
          path: 'result',
          ok: ['done'],
          failed: ['refused'],
          id: 'ref',
          code: 'why',
        },
      },
      {
        values: [
          { from: 'A', to: 1 },
          { from: 'H', to: 2 },
        ],
      },
    ),
    point('comma', 'decimal', {}, { text: 'comma' }),
    point('label', 'string', { confirm: { by: 'report', timeoutS: 5 } }),
    point('count', 'integer', {}),
    point('valve', 'bool', {
      words: { on: 'OPEN', off: 'SHUT' },
      payload: { kind: 'text', text: '{site}:{device}:{point}={value};{id}' },
    }),
    point('dimmer', 'decimal', { expression: 'value * 2.55' }, { expression: 'value / 2.55' }),
    point('coil', 'integer', {
      bytes: { before: '0a', length: 2, after: 'ff', kind: 'signed', order: 'little', encoding: 'hex' },
      payload: { kind: 'text', text: '{bytes}' },
    }),
  ],
})
const build = (name: string, value: number | boolean | string, device = 'x') =>
  mapper.buildCommand({ device, point: name, value, id: 'c1', at: 1, expiresAt: 2 })
const send = (name: string, value: number | boolean | string, device = 'x') => {
  const built = build(name, value, device)
  return built.problem === undefined ? new TextDecoder().decode(built.payload) : built.problem
}

describe('a command', () => {
  it.each<[string, number | boolean | string, string]>([
    ['setpoint', 23.1, '{"setpoint":211}'],
    ['mode', 2, '{"mode":"H"}'],
    ['comma', 12.5, '{"comma":"12,5"}'],
    ['count', 3, '{"count":3}'],
    ['label', 'say "hi", {value}', '{"label":"say \\"hi\\", {value}"}'],
    ['valve', true, 'north:x:valve=OPEN;c1'],
    ['valve', 0, 'north:x:valve=SHUT;c1'],
    ['dimmer', 100, '{"dimmer":255}'],
    ['coil', -2, '0afeffff'],
  ])('%s %j is written in the words of the device', (name, value, payload) => {
    expect(send(name, value)).toBe(payload)
  })

  it.each<[string, number | boolean | string, string]>([
    ['setpoint', 51, 'range'],
    ['setpoint', 'warm', 'type'],
    ['setpoint', NaN, 'type'],
    ['mode', 3, 'value'],
    ['count', 1.5, 'type'],
    ['valve', 2, 'type'],
    ['coil', 40_000, 'range'],
    ['nothing', 1, 'point'],
    ['label', 'x'.repeat(1025), 'type'],
  ])('%s %j is not sent: %s', (name, value, problem) => {
    expect(send(name, value)).toBe(problem)
    expect(commandProblems).toHaveProperty(problem)
  })

  it.each(['a/b', '+', '#', ''])('cannot leave the topic of its device (%j)', (device) => {
    expect(send('count', 1, device)).toBe('topic')
  })
})

describe('the outcome of a command', () => {
  const confirm = (name: string): CommandMessage['confirm'] => {
    const built = build(name, name === 'label' ? 'x' : 1)
    if (built.problem !== undefined) throw new Error(built.problem)
    return built.confirm
  }
  const start = (name: string, value: number | string, device = 'x') => {
    const tracker = new CommandTracker()
    tracker.add({ id: 'c1', device, point: name, value, confirm: confirm(name) }, 1000)
    return (topic: string, message: object) => tracker.take(mapper.read(topic, toPayload(message), 0))
  }

  it('is confirmed by the reported value, within its tolerance', () => {
    const take = start('setpoint', 23)
    expect(take('up/x', { setpoint: 200 })).toEqual([])
    expect(take('up/y', { setpoint: 210 })).toEqual([])
    expect(take('up/x', { setpoint: '210' })).toEqual([])
    expect(take('up/x', { setpoint: 210.5 })).toEqual([{ id: 'c1', state: 'confirmed', code: null }])
    expect(start('label', 'hall')('up/x', { label: 'hall' })).toHaveLength(1)
  })

  it('is confirmed or rejected by the answer of the commanded device alone', () => {
    expect(start('mode', 1)('ack/x', { result: 'done', ref: 'c1' })).toEqual([
      { id: 'c1', state: 'confirmed', code: null },
    ])
    expect(start('mode', 1)('ack/x', { result: 'refused', ref: 'c1', why: 'locked' })).toEqual([
      { id: 'c1', state: 'rejected', code: 'locked' },
    ])
    expect(start('mode', 1)('ack/x', { result: 'done' })).toHaveLength(1)
    expect(start('mode', 1)('ack/y', { result: 'done', ref: 'c1' })).toEqual([])
    expect(start('mode', 1)('ack/x', { result: 'done', ref: 'c2' })).toEqual([])
    expect(start('mode', 1)('ack/x', { result: 'queued', ref: 'c1' })).toEqual([])
  })

  it('is not confirmed when its time is over, and only once', () => {
    const tracker = new CommandTracker()
    tracker.add({ id: 'c1', device: 'x', point: 'setpoint', value: 23, confirm: confirm('setpoint') }, 1000)
    tracker.add({ id: 'c2', device: 'x', point: 'count', value: 2, confirm: { by: 'nothing' } }, 1000)
    expect(tracker.expire(5999)).toEqual([])
    expect(tracker.expire(6000)).toEqual([{ id: 'c1', state: 'notConfirmed', code: null }])
    expect(tracker.expire(9000)).toEqual([])
  })
})
