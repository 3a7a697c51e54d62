import { quality } from '@mimic/engine/bindings'
import { expect, test } from 'vitest'
import { newest, nextAlarms, type Alarm, type WatchedPoint } from './alarms.ts'

const point = (more: Partial<WatchedPoint> = {}): WatchedPoint => ({
  tag: 'p/d/level',
  value: 50,
  quality: quality.good,
  atMs: 1000,
  min: 0,
  max: 100,
  ...more,
})
const seen = (alarms: readonly Alarm[]) =>
  alarms.map(({ tag, kind, state, at, value }) => `${tag} ${kind} ${state} since ${at}, ${value}`)
/** Alarms after these observations, one per second. */
const after = (...polls: readonly (readonly WatchedPoint[])[]) =>
  polls.reduce<readonly Alarm[]>((alarms, points, poll) => nextAlarms(alarms, points, 10_000 + poll * 1000), [])

test('a value within its limits, on them, or without limits is no alarm', () => {
  expect(
    after([
      point(),
      point({ tag: 'a', value: 100 }),
      point({ tag: 'b', value: 0 }),
      point({ tag: 'c', value: 1e9, min: null, max: null }),
      point({ tag: 'd', value: NaN }),
    ]),
  ).toEqual([])
})

test('an alarm stands since the first value outside, with the value that is outside now', () => {
  expect(seen(after([point({ value: 101, atMs: 2000 })], [point({ value: 105, atMs: 3000 })]))).toEqual([
    'p/d/level high active since 2000, 105',
  ])
})

test('it clears when the value is inside again, and the next time is another alarm', () => {
  const low = point({ value: -1, atMs: 2000 })
  expect(seen(after([low], [point({ atMs: 3000 })], [{ ...low, atMs: 4000 }]))).toEqual([
    'p/d/level low active since 4000, -1',
    'p/d/level low cleared since 2000, -1',
  ])
})

test('from too low to too high at once is another alarm', () => {
  expect(seen(after([point({ value: -1 })], [point({ value: 200, atMs: 5000 })]))).toEqual([
    'p/d/level high active since 5000, 200',
    'p/d/level low cleared since 1000, -1',
  ])
})

test('a point that is old or bad has no value since its last one; one that never came since it was missed', () => {
  const lost = [
    point({ tag: 'old', quality: quality.stale, atMs: 7000 }),
    point({ tag: 'bad', quality: quality.bad, atMs: 8000, value: 500 }),
    point({ tag: 'never', quality: quality.stale, atMs: 0, value: NaN }),
  ]
  expect(seen(after(lost, lost))).toEqual([
    'never lost active since 10000, NaN',
    'bad lost active since 8000, 500',
    'old lost active since 7000, 50',
  ])
})

test('whether a value is inside again is not known while there is none', () => {
  const high = point({ value: 120, atMs: 2000 })
  expect(seen(after([high], [point({ value: 120, quality: quality.stale, atMs: 2000 })]))).toEqual([
    'p/d/level lost active since 2000, 120',
    'p/d/level high active since 2000, 120',
  ])
  expect(seen(after([high], [point({ quality: quality.bad, atMs: 3000 })], [point({ atMs: 4000 })]))).toEqual([
    'p/d/level lost cleared since 3000, 50',
    'p/d/level high cleared since 2000, 120',
  ])
})

test('of more than are wanted those that are over give way, however new', () => {
  const alarm = (at: number, state: Alarm['state']): Alarm => ({
    at,
    tag: 'a',
    kind: 'high',
    state,
    value: 1,
    limit: 0,
  })
  const alarms = [alarm(1, 'active'), alarm(4, 'cleared'), alarm(3, 'cleared'), alarm(2, 'active')]
  expect(newest(alarms, 3).map(({ at }) => at)).toEqual([4, 2, 1])
})

test('a plant that flickers for days does not fill the memory', () => {
  let alarms: readonly Alarm[] = []
  for (let poll = 0; poll < 1000; poll++)
    alarms = nextAlarms(alarms, [point({ value: poll % 2 === 0 ? 200 : 50, atMs: poll })], poll)
  expect(alarms.length).toBe(200)
})
