import { expect, it } from 'vitest'
import type { Row } from '../../contract/entity/define.ts'
import { inDaylight, isInTunnel, lampSummary, litSections } from './lampSummary.ts'

const lamps = ['a', 'b', 'c'].map((id) => ({ id }))
const none = new Set<string>()
const live = (isOn: Readonly<Record<string, boolean>>, levels: Readonly<Record<string, number>> = {}) => ({
  isOn: new Map(Object.entries(isOn)),
  levels: new Map(Object.entries(levels)),
  states: new Map(),
})

it('counts the lit lamps of an area from their reports, and compares them with the command', () => {
  expect(lampSummary('isOn', lamps, live({ a: true, b: true, c: true }), 100, none)).toMatchObject({
    key: 'lit',
    on: 3,
    of: 3,
    unknown: 0,
    differs: false,
  })
  expect(lampSummary('isOn', lamps, live({ a: true, b: false, c: true }), 100, none)).toMatchObject({
    on: 2,
    differs: true,
  })
  expect(lampSummary('isOn', lamps, live({ a: true, b: false, c: false }), 0, none)).toMatchObject({
    on: 1,
    differs: true,
  })
  // Without a command there is no difference.
  expect(lampSummary('isOn', lamps, live({ a: true, b: false, c: true }), null, none)).toMatchObject({ differs: false })
})

it('a lamp that is not heard of is unknown: neither off nor against the command', () => {
  expect(lampSummary('isOn', lamps, live({ a: true }), 100, none)).toMatchObject({
    key: 'lit',
    on: 1,
    of: 3,
    unknown: 2,
    differs: false,
  })
  expect(lampSummary('isOn', lamps, live({}), 0, none)).toMatchObject({ key: 'unknown', unknown: 3, differs: false })
  expect(lampSummary('isOn', [], live({}), 0, none)).toMatchObject({ key: 'none', differs: false })
})

it('shows the mean level of the lamps in an area, and flags a single deviating lamp', () => {
  expect(lampSummary('dimming', lamps, live({}, { a: 60, b: 61, c: 59 }), 60, none)).toMatchObject({
    key: 'level',
    percent: 60,
    differs: false,
  })
  expect(lampSummary('dimming', lamps, live({}, { a: 60, b: 60, c: 0 }), 60, none)).toMatchObject({
    percent: 40,
    differs: true,
  })
})

it('does not compare a daylight-controlled lamp with the area command, but compares a lamp in a tunnel without a strategy', () => {
  const row = (id: string, values: Readonly<Record<string, string | number | null>>): Row =>
    ({
      id,
      revision: 1,
      project: 'p',
      createdAt: 0,
      createdBy: '',
      updatedAt: 0,
      updatedBy: '',
      titles: {},
      ...values,
    }) as unknown as Row
  const tunnels = [row('lit', { brightness: 'day' }), row('dark', { brightness: null })]
  const sections = [
    row('entrance', { tunnel: 'lit', zone: 'th1' }),
    row('unzoned', { tunnel: 'lit', zone: null }),
    row('other', { tunnel: 'dark', zone: 'th1' }),
  ]
  const rows = [
    row('a', { section: 'entrance', workMode: 0 }),
    row('b', { section: 'unzoned', workMode: 0 }),
    row('c', { section: 'other', workMode: 0 }),
    row('d', { section: 'entrance', workMode: 2 }),
    row('e', { section: null, workMode: 0 }),
  ]
  const free = inDaylight(rows, litSections(sections, tunnels))
  expect([...free]).toEqual(['a'])
  // Without permission to see sections, every lamp in a tunnel section is treated as following daylight.
  expect([[...inDaylight(rows, null)], isInTunnel(rows.slice(3))]).toEqual([['a', 'b', 'c'], false])
  const burning = live({ a: true, b: false }, { a: 75, b: 0 })
  expect([lampSummary('isOn', lamps, burning, 0, free), lampSummary('dimming', lamps, burning, 0, free)]).toMatchObject(
    [
      { on: 1, differs: false },
      { percent: 38, differs: false },
    ],
  )
  expect([
    lampSummary('isOn', lamps, burning, 0, none),
    lampSummary('dimming', lamps, burning, 75, free),
  ]).toMatchObject([{ differs: true }, { differs: true }])
})
