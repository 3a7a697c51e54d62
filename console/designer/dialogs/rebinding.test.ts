import { expect, it } from 'vitest'
import { countPrefixes, replacePrefix } from './rebinding.ts'

const tags = ['plant/pump-01/on', 'plant/pump-01/speed', 'plant/pump-011/on', 'other/tank/level']

it('offers the devices and projects that most tags start with', () => {
  expect(countPrefixes(tags).slice(0, 2)).toEqual([
    { prefix: 'plant', count: 3 },
    { prefix: 'plant/pump-01', count: 2 },
  ])
})

it('replaces whole steps of the path only', () => {
  expect([...replacePrefix(tags, 'plant/pump-01', 'plant/pump-02/')]).toEqual([
    ['plant/pump-01/on', 'plant/pump-02/on'],
    ['plant/pump-01/speed', 'plant/pump-02/speed'],
  ])
  expect(replacePrefix(tags, 'plant', '').size).toBe(0)
})
