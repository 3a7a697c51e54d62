import { expect, it } from 'vitest'
import { compareSpecificity, isTagPattern, matchesTag } from './tagPattern.ts'

const all = (pattern: string) => ({ project: null, pattern })

it('matches device and point with the wildcards of MQTT', () => {
  const path = 'street/pole-1/power'
  expect(
    ['#', '+/power', 'pole-1/#', 'pole-1/+', '+/+', 'pole-1/power'].map((pattern) => matchesTag(all(pattern), path)),
  ).toEqual([true, true, true, true, true, true])
  expect(
    ['+', 'pole-1', 'pole-2/#', '+/energy', '+/+/+', 'pole-1/power/x'].map((pattern) => matchesTag(all(pattern), path)),
  ).toEqual([false, false, false, false, false, false])
  expect([
    matchesTag({ project: 'street', pattern: '#' }, path),
    matchesTag({ project: 'tunnel', pattern: '#' }, path),
  ]).toEqual([true, false])
})

it('puts the more specific pattern first', () => {
  const patterns = [
    all('#'),
    all('+/power'),
    all('pole-1/#'),
    { project: 'street', pattern: '#' },
    all('pole-1/power'),
    { project: 'street', pattern: '+/power' },
  ]
  expect(patterns.toSorted(compareSpecificity).map(({ project, pattern }) => `${project ?? '*'} ${pattern}`)).toEqual([
    'street +/power',
    'street #',
    '* pole-1/power',
    '* pole-1/#',
    '* +/power',
    '* #',
  ])
})

it('rejects invalid patterns', () => {
  expect(['', '#/power', 'pole+/power', 'pole-1//x', 'pole#', '+/power', '#', 'a/#'].map(isTagPattern)).toEqual([
    false,
    false,
    false,
    false,
    false,
    true,
    true,
    true,
  ])
})
