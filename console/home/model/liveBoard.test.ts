import { quality, TagTable } from '@mimic/engine/bindings'
import { expect, test, vi } from 'vitest'
import { countOn, selectFollowed, LiveBoard, type StateSource } from '../../stores/live/liveStates.ts'
import { formatStatusCounts } from './statusLabels.ts'

const poles = ['a', 'b', 'c'].map((id): StateSource => ({ id, kind: 'pole', project: 'street', device: `pole-${id}` }))
const none: ReadonlySet<string> = new Set()

function tagsWith(values: Readonly<Record<string, number>>): TagTable {
  const tags = new TagTable()
  for (const [tag, value] of Object.entries(values)) tags.write(tags.indexOf(tag), value, quality.good, 1)
  return tags
}

test('a lamp in alarm that is switched on and takes nothing is not counted among the lit, and all figures together are all lamps', () => {
  const board = new LiveBoard(
    poles,
    tagsWith({
      'street/pole-a/lamp': 1,
      'street/pole-a/dimming': 80,
      'street/pole-a/power': 0.6,
      'street/pole-b/lamp': 1,
      'street/pole-b/dimming': 80,
      'street/pole-b/power': 120,
    }),
  )
  const alarmed = new Set(['street/pole-a', 'street/pole-b'])
  // a has failed: switched on, but draws half a watt. b is lit and has another alarm. c is unknown.
  board.update(alarmed)
  expect(poles.map(({ id }) => [board.states.get(id), board.isOn.get(id)])).toEqual([
    ['alarm', false],
    ['alarm', true],
    ['unknown', undefined],
  ])
  expect(countOn(poles, board)).toEqual({ on: 1, off: 1, unknown: 1, alarmed: 2 })
  expect(formatStatusCounts('lit', countOn(poles, board))).toEqual([
    ['lit', { count: 1 }],
    ['dark', { count: 1 }],
    ['unknownCount', { count: 1 }],
    ['alarmed', { count: 2 }],
  ])
})

test('the state of a lamp follows its current, or its command if no current is measured', () => {
  const board = new LiveBoard(
    poles,
    tagsWith({
      'street/pole-a/lamp': 0,
      'street/pole-a/current': 0.5,
      'street/pole-b/lamp': 1,
      'street/pole-b/dimming': 0,
      'street/pole-c/dimming': 40,
    }),
  )
  board.update(none)
  expect(poles.map(({ id }) => board.states.get(id))).toEqual(['on', 'off', 'on'])
})

test('before anything is heard, and when it is old, it is not known how many are lit', () => {
  const tags = tagsWith({})
  const board = new LiveBoard(poles, tags)
  board.update(new Set(['street/pole-a']))
  expect(countOn(poles, board)).toEqual({ on: 0, off: 0, unknown: 3, alarmed: 1 })
  for (const { device } of poles) tags.write(tags.indexOf(`street/${device}/lamp`), 1, quality.good, 1)
  expect([board.update(none), countOn(poles, board).on]).toEqual([true, 3])
  tags.markStale('all')
  expect([board.update(none), countOn(poles, board), board.states.get('a')]).toEqual([
    true,
    { on: 0, off: 0, unknown: 3, alarmed: 0 },
    'unknown',
  ])
})

test('a device that reports a fault is marked as alarmed and not as on', () => {
  const pump: StateSource = { id: 'pump', kind: 'device', project: 'works', device: 'pump-1' }
  const board = new LiveBoard([pump], tagsWith({ 'works/pump-1/state': 2 }))
  board.update(none)
  expect([board.states.get('pump'), countOn([pump], board)]).toEqual([
    'alarm',
    { on: 0, off: 1, unknown: 0, alarmed: 1 },
  ])
})

test('a sensor is on while its own point measures, be it nothing, and a sign that shows a closed lane has no fault', () => {
  const eye: StateSource = { id: 'eye', kind: 'sensor', project: 'tunnel', device: 'eye', point: 'luminance' }
  const sign: StateSource = { id: 'sign', kind: 'party', project: 'tunnel', device: 'sign' }
  const tags = tagsWith({ 'tunnel/eye/luminance': 0, 'tunnel/sign/state': 2 })
  const board = new LiveBoard([eye, sign], tags)
  board.update(none)
  expect([board.states.get('eye'), board.states.get('sign')]).toEqual(['on', 'on'])
  tags.markStale('all')
  board.update(none)
  expect([board.states.get('eye'), board.states.get('sign')]).toEqual(['unknown', 'unknown'])
})

test('an update reports whether any state changed', () => {
  const tags = tagsWith({ 'street/pole-a/lamp': 1 })
  const board = new LiveBoard(poles, tags)
  expect([board.update(none), board.update(none)]).toEqual([true, false])
})

test('an unknown count is not shown as 0, and the number of unknown parts is shown', () => {
  expect(formatStatusCounts('lit', { on: 0, off: 0, unknown: 3, alarmed: 0 })).toEqual([['litUnknown', { count: 3 }]])
  expect(formatStatusCounts('online', { on: 1, off: 0, unknown: 1, alarmed: 0 })).toEqual([
    ['online', { count: 1 }],
    ['unknownCount', { count: 1 }],
  ])
  expect(formatStatusCounts('online', { on: 0, off: 3, unknown: 0, alarmed: 0 })).toEqual([
    ['online', { count: 0 }],
    ['offline', { count: 3 }],
  ])
})

test('a look at many looks no path up again, and at none beyond those that are followed', () => {
  const many = Array.from({ length: 3001 }, (_, index): StateSource => ({
    id: `p${index}`,
    kind: 'pole',
    project: 'street',
    device: `p${index}`,
  }))
  const tags = tagsWith({ 'street/p0/lamp': 1, 'street/p3000/lamp': 1 })
  const board = new LiveBoard(many, tags)
  const lookUp = vi.spyOn(tags, 'indexOf')
  board.update(none)
  board.update(none)
  expect([
    lookUp.mock.calls.length,
    board.states.get('p0'),
    board.states.get('p3000'),
    selectFollowed(many).length,
  ]).toEqual([0, 'on', 'unknown', 3000])
})
