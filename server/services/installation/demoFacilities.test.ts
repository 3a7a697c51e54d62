import { expect, it } from 'vitest'
import { liveTag } from '../../../contract/entity/liveFields.ts'
import { dayStart } from '../../../contract/entity/timeZone.ts'
import { loop } from '../../../contract/lighting/loop.ts'
import { pole } from '../../../contract/lighting/pole.ts'
import { sensor } from '../../../contract/lighting/sensor.ts'
import { plantTags } from '../../simulator/plant.ts'
import { createDemoSteps } from './demoFacilities.ts'

const size = { tags: 2000, seed: 1 }
const paths = new Set(plantTags(size).map(({ project, device, point }) => `${project}/${device}/${point}`))

it.each([loop, pole, sensor])(
  'every demo $name has live values in its list that its plant publishes',
  ({ name, fields, list }) => {
    const visiblePaths = Object.entries(fields).flatMap(([field, declared]) =>
      declared.kind === 'live' && list.columns.includes(field) ? [declared] : [],
    )
    const rows = createDemoSteps(size, 0, () => 'UTC')
      .filter(({ entity }) => entity === name)
      .flatMap(({ project, rows: rowsByEntity }) => rowsByEntity(() => 'x').map((row) => ({ project, ...row })))
    expect(visiblePaths.length * rows.length).toBeGreaterThan(0)
    expect(
      rows
        .flatMap((row) => visiblePaths.map((field) => liveTag(field, row)))
        .filter((tag) => tag === undefined || !paths.has(tag)),
    ).toEqual([])
  },
)

it('every card of its board shows a point of its plant', () => {
  const cards = createDemoSteps(size, 0, () => 'UTC')
    .filter(({ entity }) => entity === 'dashboard')
    .flatMap(({ rows }) => rows(() => 'x'))
    .flatMap(({ cards: some }) => (Array.isArray(some) ? some : []))
  const tags = cards.flatMap((card) =>
    typeof card === 'object' && 'tag' in card && typeof card.tag === 'string' ? [card.tag] : [],
  )
  expect(tags.length).toBeGreaterThan(0)
  expect(tags.filter((tag) => !paths.has(tag))).toEqual([])
})

it('every day of its energy data starts with a day in the project time zone, whatever the server time zone', () => {
  const zones = { street: 'Asia/Shanghai', tunnel: 'America/New_York', factory: 'UTC' } as const
  const now = Date.parse('2026-11-23T15:06:00Z')
  const days = createDemoSteps(size, now, (project) => zones[project])
    .filter(({ entity }) => entity === 'energyData')
    .flatMap(({ project, rows }) =>
      rows(() => 'x').map(({ at }) => ({ zone: project ? zones[project] : '', at: Number(at) })),
    )
  expect(new Set(days.map(({ zone }) => zone))).toEqual(new Set(['Asia/Shanghai', 'America/New_York']))
  // In New York, one day in these two months has 25 hours.
  expect(days.filter(({ zone, at }) => dayStart(zone, at) !== at || at >= dayStart(zone, now))).toEqual([])
})

it('orders its alarms like those of devices, the active ones first', () => {
  const alarms = createDemoSteps(size, 0, () => 'UTC')
    .filter(({ entity }) => entity === 'alarm')
    .flatMap(({ rows }) => rows(() => 'x'))
  expect(alarms.map(({ event, urgency }) => [event, urgency])).toEqual([
    ['demo-pole-005', 7],
    ['demo-pole-023', 0],
    ['demo-pole-053', 0],
    ['demo-cabinet', 0],
    ['demo-lamp', 5],
  ])
})

it('dispatches its work orders after creating them, without earlier timestamps', () => {
  const orders = createDemoSteps(size, 0, () => 'UTC').filter(({ entity }) => entity === 'workOrder')
  const rowsByEntity = orders.flatMap(({ rows }) => rows(() => 'x'))
  expect(rowsByEntity.filter((row) => Object.keys(row).some((field) => field.endsWith('At')))).toEqual([])
  expect(
    orders.flatMap(({ moves = [] }) =>
      moves.map(({ title, move }) => [rowsByEntity.some(({ number }) => number === title), move]),
    ),
  ).toEqual([[true, 'dispatch']])
})
