import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fillTopic, parseTopicPattern } from './topicPattern.ts'

const match = (pattern: string, topic: string): Record<string, string> | null => {
  const values = parseTopicPattern(pattern)?.match(topic)
  return values ? Object.fromEntries(values) : null
}

describe('a topic pattern', () => {
  it.each([
    ['tele/{device}/SENSOR', 'tele/plug/SENSOR', { device: 'plug' }],
    ['tele/{device}/SENSOR', 'tele/plug/STATE', null],
    ['tele/{device}/SENSOR', 'tele//SENSOR', null],
    ['shellies/shelly-{device}/relay/{channel}', 'shellies/shelly-1/relay/0', { device: '1', channel: '0' }],
    ['shellies/shelly-{device}/relay/{channel}', 'shellies/plug-1/relay/0', null],
    ['zigbee2mqtt/{device+}', 'zigbee2mqtt/hall/lamp 1', { device: 'hall/lamp 1' }],
    ['zigbee2mqtt/{device+}/availability', 'zigbee2mqtt/hall/lamp 1/availability', { device: 'hall/lamp 1' }],
    ['a/+/{device}', 'a/b/c', { device: 'c' }],
    ['{device}/#', 'x', { device: 'x' }],
    ['{device}/#', 'x/y/z', { device: 'x' }],
    ['{device}/#', '$SYS/x', null],
    ['+/{device}', '$SYS/x', null],
    ['{device}/#', 'x.y/温度', { device: 'x.y' }],
    ['#', 'a/b', {}],
    ['a.c/{device}', 'abc/x', null],
  ])('%s on %s', (pattern, topic, values) => {
    expect(match(pattern, topic)).toEqual(values)
  })

  it.each([
    ['tele/{device}/SENSOR', 'tele/+/SENSOR'],
    ['shelly-{device}/x', '+/x'],
    ['zigbee2mqtt/{device+}', 'zigbee2mqtt/#'],
    ['zigbee2mqtt/{device+}/availability', 'zigbee2mqtt/#'],
    ['a/+/#', 'a/+/#'],
    ['{device+}/x', '#'],
  ])('%s subscribes to %s', (pattern, filter) => {
    expect(parseTopicPattern(pattern)?.filter).toBe(filter)
  })

  it.each([
    '',
    'a/#/b',
    'a/{device',
    'a/{de vice}',
    'a/{device}{x}',
    'a/{x}/{x}',
    'a/{x+}/{y+}',
    'a+/b',
    'a/x{device+}',
    'a/'.repeat(40),
    'a\0',
  ])('refuses %s', (pattern) => {
    expect(parseTopicPattern(pattern)).toBeNull()
  })

  it('matches the topics that it fills, and no value can leave its level', () => {
    const pattern = 'cmnd/{device}/POWER'
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 10, unit: 'grapheme' }), (device) => {
        const topic = fillTopic(pattern, new Map([['device', device]]))
        const isSafe = !/[+#\0/]/.test(device)
        expect(topic === null).toBe(!isSafe)
        if (topic !== null) expect(match(pattern, topic)).toEqual({ device })
      }),
    )
    expect(fillTopic('zigbee2mqtt/{device+}/set', new Map([['device', 'hall/lamp']]))).toBe('zigbee2mqtt/hall/lamp/set')
    expect(fillTopic('a/{missing}', new Map())).toBeNull()
  })
})
