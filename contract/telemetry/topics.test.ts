import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ackTopic,
  beaconTopic,
  commandTopic,
  formatTag,
  gatewaysFilter,
  gatewayTopic,
  matchesTopic,
  parseTag,
  parseTopic,
  stateTopic,
  valuesTopic,
} from './index.ts'

const device = { project: 'street', device: 'pole-001' }
const name = fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,20}$/)

describe('a tag', () => {
  it('reads back as it was written', () => {
    fc.assert(
      fc.property(name, name, fc.stringMatching(/^[a-zA-Z][a-zA-Z0-9_]{0,20}$/), (project, unit, point) => {
        fc.pre(point !== 'constructor' && point !== 'prototype')
        const tag = { project, device: unit, point }
        expect(parseTag(formatTag(tag))).toEqual(tag)
      }),
    )
  })

  it.each([
    '',
    'street',
    'street/pole-001',
    'street/pole-001/',
    'street/pole-001/lamp/x',
    'Street/pole-001/lamp',
    'street/+/lamp',
    'street/#/lamp',
    'street/pole-001/1st',
    'street/pole-001/__proto__',
    'street/pole-001/constructor',
    `street/${'a'.repeat(64)}/lamp`,
    ' street/pole-001/lamp',
    'x'.repeat(10_000),
  ])('is not %j', (text) => {
    expect(parseTag(text)).toBeNull()
  })

  it('is never anything but a text', () => {
    fc.assert(
      fc.property(fc.anything(), (input) => {
        const tag = parseTag(input)
        expect(tag === null || formatTag(tag) === input).toBe(true)
      }),
    )
  })
})

describe('a topic', () => {
  it('reads back as it was written', () => {
    expect(
      [
        valuesTopic(device),
        stateTopic(device),
        ackTopic(device),
        commandTopic(device),
        gatewayTopic('street', 'gw-1'),
        beaconTopic,
      ].map(parseTopic),
    ).toEqual([
      { kind: 'values', ...device },
      { kind: 'state', ...device },
      { kind: 'ack', ...device },
      { kind: 'command', ...device },
      { kind: 'gateway', project: 'street', gateway: 'gw-1' },
      { kind: 'beacon' },
    ])
  })

  it.each([
    '',
    'p',
    'p/street',
    'p/street/d/pole-001/up',
    'p/street/d/pole-001/up/values/x',
    'p/street/d/pole-001/down/values',
    'p/street/d/+/up/values',
    'p/#',
    '$SYS/x',
    'p/street/g/gw/state/x',
    'q/street/d/pole-001/up/values',
    'p/street\0/d/pole-001/up/values',
    'a/'.repeat(200),
  ])('is none of ours: %j', (topic) => {
    expect(parseTopic(topic)).toBeNull()
  })

  it('cannot be widened by a name', () => {
    expect(() => valuesTopic({ project: '+', device: 'x' })).toThrow('is not valid in a topic')
    expect(() => commandTopic({ project: 'street', device: 'x/down/command' })).toThrow('is not valid in a topic')
  })

  it('never makes the reader throw', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(0xffff)).map((codes) => String.fromCharCode(...codes)),
        (topic) => {
          expect(parseTopic(topic)?.kind).toBe(topic === beaconTopic ? 'beacon' : undefined)
        },
      ),
    )
  })
})

describe('a filter', () => {
  it.each([
    ['p/street/d/+/up/values', 'p/street/d/pole-001/up/values', true],
    ['p/street/d/+/up/values', 'p/street/d/pole-001/up/state', false],
    ['p/street/#', 'p/street', true],
    ['p/street/#', 'p/street/d/x/up/ack', true],
    ['p/street/#', 'p/streets/d', false],
    ['#', '$SYS/x', false],
    ['+/x', '$SYS/x', false],
    ['p/#/x', 'p/a/x', false],
    ['p/+', 'p', false],
    ['p/+', 'p/a/b', false],
    ['+/+', 'a/', true],
  ])('%s on %s: %s', (filter, topic, isMatch) => {
    expect(matchesTopic(filter, topic)).toBe(isMatch)
  })

  it('for gateways matches only the gateways of its project', () => {
    expect(matchesTopic(gatewaysFilter('street'), gatewayTopic('street', 'gw-1'))).toBe(true)
    expect(matchesTopic(gatewaysFilter('street'), gatewayTopic('tunnel', 'gw-1'))).toBe(false)
  })
})
