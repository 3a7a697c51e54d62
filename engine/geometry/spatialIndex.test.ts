import fc from 'fast-check'
import { expect, it } from 'vitest'
import { makeComponent, patchRecord } from '../document/index.ts'
import { getBounds, containsPoint, intersects, SpatialIndex } from './index.ts'
import type { Component } from '../document/index.ts'

const spot = fc.integer({ min: 0, max: 400 })
const steps = fc.array(
  fc.record({
    kind: fc.constantFrom('insert', 'update', 'remove', 'search'),
    which: fc.nat(),
    x: spot,
    y: spot,
    angleDeg: fc.integer({ min: 0, max: 359 }),
  }),
  { maxLength: 60 },
)

function component(x: number, y: number, angleDeg = 0): Component {
  return makeComponent({ type: 'box', x, y, width: 60, height: 20, angleDeg })
}

it('returns the same results as a scan of all components', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(spot, spot), { maxLength: 40 }), steps, (start, changes) => {
      const truth = new Map(start.map(([x, y]) => component(x, y)).map((item) => [item.id, item]))
      const index = new SpatialIndex()
      index.load(truth.values())
      for (const { kind, which, x, y, angleDeg } of changes) {
        const some = [...truth.values()][which % Math.max(1, truth.size)]
        if (kind === 'insert') {
          const item = component(x, y, angleDeg)
          truth.set(item.id, item)
          index.insert(item)
        } else if (kind === 'update' && some) {
          truth.set(some.id, patchRecord(some, { x, y, angleDeg }))
          index.update(patchRecord(some, { x, y, angleDeg }))
        } else if (kind === 'remove' && some) {
          truth.delete(some.id)
          index.remove(some.id)
        }
        const box = { x, y, width: 50, height: 50 }
        const all = [...truth.values()]
        expect(index.search(box).toSorted()).toEqual(
          all
            .filter((item) => intersects(getBounds(item), box))
            .map(({ id }) => id)
            .toSorted(),
        )
        expect(index.hit({ x, y }, 1).toSorted()).toEqual(
          all
            .filter((item) => containsPoint(item, { x, y }, 1))
            .map(({ id }) => id)
            .toSorted(),
        )
      }
    }),
  )
})

it('finds components drawn beyond their bounds, loaded first or later, and after their extent grows', () => {
  const reach = new Map<string, number>()
  const broad = (x: number, by: number): Component => {
    const created = component(x, 100)
    reach.set(created.id, by)
    return created
  }
  const [thin, thick] = [broad(0, 0), broad(0, 30)]
  const index = new SpatialIndex(({ id }) => reach.get(id) ?? 0)
  index.load([thin, thick])
  const above = { x: 0, y: 60, width: 50, height: 10 }
  expect(index.search(above)).toEqual([thick.id])
  const late = broad(80, 30)
  index.insert(late)
  expect(index.search(above).toSorted()).toEqual([thick.id, late.id].toSorted())
  reach.set(thin.id, 31)
  index.update(thin)
  index.remove(thick.id)
  expect(index.search(above).toSorted()).toEqual([thin.id, late.id].toSorted())
})

it.each([
  [3000, 1500],
  [40_000, 2500],
])('stays right when %d components see %d changes before the next search', (count, changes) => {
  const items = Array.from({ length: count }, (_, i) => component((i % 100) * 70, Math.floor(i / 100) * 30))
  const index = new SpatialIndex()
  index.load(items)
  const moved = items.slice(0, changes).map((item) => patchRecord(item, { x: item.x + 100_000 }))
  for (const item of moved) index.update(item)
  for (const { id } of items.slice(-10)) index.remove(id)
  expect(index.search({ x: -100, y: -100, width: 1e6, height: 1e6 })).toHaveLength(count - 10)
  expect(index.search({ x: 90_000, y: -100, width: 1e6, height: 1e6 })).toHaveLength(changes)
})
