import { expect, it } from 'vitest'
import { liveTag } from '../../contract/entity/live.ts'
import { loop } from '../../contract/lighting/loop.ts'
import { pole } from '../../contract/lighting/pole.ts'
import { sensor } from '../../contract/lighting/sensor.ts'
import { plantTags } from '../simulator/plant.ts'
import { demoSteps } from './demoFacilities.ts'

const size = { tags: 2000, seed: 1 }
const paths = new Set(plantTags(size).map(({ project, device, point }) => `${project}/${device}/${point}`))

it.each([loop, pole, sensor])('every $name of the demo has live values in its list that its plant says', ({ name, fields, list }) => {
  const shown = Object.entries(fields).flatMap(([field, declared]) => (declared.kind === 'live' && list.columns.includes(field) ? [declared] : []))
  const rows = demoSteps(size, 0).filter(({ entity }) => entity === name).flatMap(({ project, rows: made }) => made(() => 'x').map((row) => ({ project, ...row })))
  expect(shown.length * rows.length).toBeGreaterThan(0)
  expect(rows.flatMap((row) => shown.map((field) => liveTag(field, row))).filter((tag) => tag === undefined || !paths.has(tag))).toEqual([])
})

it('every card of its board shows a point of its plant', () => {
  const cards = demoSteps(size, 0).filter(({ entity }) => entity === 'dashboard').flatMap(({ rows }) => rows(() => 'x')).flatMap(({ cards: some }) => (Array.isArray(some) ? some : []))
  const tags = cards.flatMap((card) => (typeof card === 'object' && 'tag' in card && typeof card.tag === 'string' ? [card.tag] : []))
  expect(tags.length).toBeGreaterThan(0)
  expect(tags.filter((tag) => !paths.has(tag))).toEqual([])
})
