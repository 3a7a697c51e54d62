import { describe, expect, it } from 'vitest'
import { findTopicCandidates, getCustomFilter, isCustomTopic, formatCustomTopic } from './index.ts'

describe('an own topic', () => {
  it.each([
    'site/{device}/up',
    '{device}/events/rpc',
    '/14/{device}/property/post',
    'tele/{device}/SENSOR',
    '车间/{device}',
    '{device}/p/d/up',
  ])('may be %s', (name) => {
    expect(isCustomTopic(name)).toBe(true)
  })

  it.each([
    ['without a device', 'site/up'],
    ['with two devices', '{device}/{device}'],
    ['with a part of a level', 'site/x{device}/up'],
    ['with other braces', '{product}/{device}'],
    ['with a wildcard', 'site/+/{device}'],
    ['with a wildcard', '{device}/#'],
    ['with a dollar', '$SYS/{device}'],
    ['of one level', '{device}'],
    ['with a control character', 'a\u0000/{device}'],
    ["under the house's own", 'p/street/d/{device}/up/values'],
    ["under the house's own", 'mimic/{device}'],
    ["that a device could make the house's own", '{device}/beacon'],
    ["that a device could make the house's own", '{device}/street/d/pole-1/up/values'],
    ['of more than 32 levels', `{device}/${Array.from({ length: 32 }, () => 'a').join('/')}`],
  ])('%s is refused: %s', (_why, name) => {
    expect(isCustomTopic(name)).toBe(false)
  })

  it('names the topic of a device, the filter of all, and is found again by it', () => {
    expect(formatCustomTopic('site/{device}/up', 'SN-1')).toBe('site/SN-1/up')
    expect(getCustomFilter('site/{device}/up')).toBe('site/+/up')
    expect(findTopicCandidates('site/SN-1/up')).toContainEqual({ name: 'site/{device}/up', device: 'SN-1' })
    expect(findTopicCandidates('/SN-1')).toEqual([{ name: '/{device}', device: 'SN-1' }])
  })
})
