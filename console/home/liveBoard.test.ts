import { quality, TagTable } from '@mimic/engine/bindings'
import { expect, test } from 'vitest'
import { countOn, LiveBoard, type Spoken } from '../stores/liveBoard.ts'
import { workingWords } from './workingWords.ts'

const poles = ['a', 'b', 'c'].map((id): Spoken => ({ id, kind: 'pole', project: 'street', device: `pole-${id}` }))
const none: ReadonlySet<string> = new Set()

function tagsWith(values: Readonly<Record<string, number>>): TagTable {
  const tags = new TagTable()
  for (const [tag, value] of Object.entries(values)) tags.write(tags.indexOf(tag), value, quality.good, 1)
  return tags
}

test('a lamp with an alarm is marked by it and still counts as lit', () => {
  const board = new LiveBoard(poles)
  board.look(tagsWith({ 'street/pole-a/lamp': 1, 'street/pole-b/lamp': 1, 'street/pole-c/lamp': 0 }), new Set(['street/pole-a']))
  expect(poles.map(({ id }) => board.states.get(id))).toEqual(['alarm', 'on', 'off'])
  expect(countOn(poles, board)).toEqual({ on: 2, known: 3, of: 3 })
})

test('before anything is heard, and when it is old, it is not known how many are lit', () => {
  const board = new LiveBoard(poles)
  const tags = tagsWith({})
  board.look(tags, new Set(['street/pole-a']))
  expect(countOn(poles, board)).toEqual({ on: 0, known: 0, of: 3 })
  for (const { device } of poles) tags.write(tags.indexOf(`street/${device}/lamp`), 1, quality.good, 1)
  expect([board.look(tags, none), countOn(poles, board).on]).toEqual([true, 3])
  tags.markStale('all')
  expect([board.look(tags, none), countOn(poles, board), board.states.get('a')]).toEqual([true, { on: 0, known: 0, of: 3 }, 'unknown'])
})

test('a device that says itself that it has a fault is marked as one and is not on', () => {
  const pump: Spoken = { id: 'pump', kind: 'device', project: 'works', device: 'pump-1' }
  const board = new LiveBoard([pump])
  board.look(tagsWith({ 'works/pump-1/state': 2 }), none)
  expect([board.states.get('pump'), countOn([pump], board)]).toEqual(['alarm', { on: 0, known: 1, of: 1 }])
})

test('a sensor is on while its own point measures, be it nothing, and a sign that shows a closed lane has no fault', () => {
  const eye: Spoken = { id: 'eye', kind: 'sensor', project: 'tunnel', device: 'eye', point: 'luminance' }
  const sign: Spoken = { id: 'sign', kind: 'party', project: 'tunnel', device: 'sign' }
  const board = new LiveBoard([eye, sign])
  const tags = tagsWith({ 'tunnel/eye/luminance': 0, 'tunnel/sign/state': 2 })
  board.look(tags, none)
  expect([board.states.get('eye'), board.states.get('sign')]).toEqual(['on', 'on'])
  tags.markStale('all')
  board.look(tags, none)
  expect([board.states.get('eye'), board.states.get('sign')]).toEqual(['unknown', 'unknown'])
})

test('a look that finds nothing new says so', () => {
  const board = new LiveBoard(poles)
  const tags = tagsWith({ 'street/pole-a/lamp': 1 })
  expect([board.look(tags, none), board.look(tags, none)]).toEqual([true, false])
})

test('a count of which nothing is known is not 0, and one known of a part says of how many', () => {
  expect(workingWords('lit', { on: 0, known: 0, of: 3 })[0]).toBe('litUnknown')
  expect(workingWords('lit', { on: 1, known: 2, of: 3 })).toEqual(['litOf', { count: 1, known: 2 }])
  expect(workingWords('online', { on: 0, known: 3, of: 3 })).toEqual(['online', { count: 0, known: 3 }])
})
