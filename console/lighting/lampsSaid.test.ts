import { expect, it } from 'vitest'
import { lampsSaid } from './lampsSaid.ts'

const lamps = ['a', 'b', 'c'].map((id) => ({ id }))
const live = (isOn: Readonly<Record<string, boolean>>, levels: Readonly<Record<string, number>> = {}) => ({ isOn: new Map(Object.entries(isOn)), levels: new Map(Object.entries(levels)), states: new Map() })

it('says of an area how many lamps burn by what they report, and whether that is what was asked', () => {
  expect(lampsSaid('isOn', lamps, live({ a: true, b: true, c: true }), 100)).toMatchObject({ key: 'lit', on: 3, of: 3, unknown: 0, differs: false })
  expect(lampsSaid('isOn', lamps, live({ a: true, b: false, c: true }), 100)).toMatchObject({ on: 2, differs: true })
  expect(lampsSaid('isOn', lamps, live({ a: true, b: false, c: false }), 0)).toMatchObject({ on: 1, differs: true })
  // What nobody commanded can differ from nothing.
  expect(lampsSaid('isOn', lamps, live({ a: true, b: false, c: true }), null)).toMatchObject({ differs: false })
})

it('a lamp that is not heard of is unknown: neither off nor against the command', () => {
  expect(lampsSaid('isOn', lamps, live({ a: true }), 100)).toMatchObject({ key: 'lit', on: 1, of: 3, unknown: 2, differs: false })
  expect(lampsSaid('isOn', lamps, live({}), 0)).toMatchObject({ key: 'unknown', unknown: 3, differs: false })
  expect(lampsSaid('isOn', [], live({}), 0)).toMatchObject({ key: 'none', differs: false })
})

it('the level of an area is the mean of its lamps, and one lamp that is otherwise is told', () => {
  expect(lampsSaid('dimming', lamps, live({}, { a: 60, b: 61, c: 59 }), 60)).toMatchObject({ key: 'level', percent: 60, differs: false })
  expect(lampsSaid('dimming', lamps, live({}, { a: 60, b: 60, c: 0 }), 60)).toMatchObject({ percent: 40, differs: true })
})
