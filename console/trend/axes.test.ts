import { describe, expect, it } from 'vitest'
import { computeEnds, groupAxes } from './axes.ts'

const tags = new Map([
  ['p/a/power', { unit: 'kW', kind: 'number' as const }],
  ['p/b/power', { unit: 'kW', kind: 'number' as const }],
  ['p/a/voltage', { unit: 'V', kind: 'number' as const }],
  ['p/a/switch', { unit: '', kind: 'flag' as const }],
])
const pen = (tag: string, more = {}) => ({ tag, axis: 'unit' as const, isHidden: false, ...more })
const group = (pens: Parameters<typeof groupAxes>[0], ranges: Parameters<typeof groupAxes>[2] = []) =>
  groupAxes(pens, (path) => tags.get(path), ranges)

describe('axes', () => {
  it('are shared by pens of the same unit, and by switches', () => {
    const axes = group([pen('p/a/power'), pen('p/a/voltage'), pen('p/b/power'), pen('p/a/switch')])
    expect(axes.map(({ key, unit, isFlag, pens }) => [key, unit, isFlag, pens])).toEqual([
      ['unit:kW', 'kW', false, [0, 2]],
      ['unit:V', 'V', false, [1]],
      ['flag', '', true, [3]],
    ])
  })

  it('follow the assignment of a pen; mixed units are not named', () => {
    const axes = group([pen('p/a/power', { axis: 2 }), pen('p/a/voltage', { axis: 2 }), pen('p/b/power')])
    expect(axes.map(({ key, unit, pens }) => [key, unit, pens])).toEqual([
      ['2', '', [0, 1]],
      ['unit:kW', 'kW', [2]],
    ])
  })

  it('exist only for visible pens', () => {
    expect(group([pen('p/a/power', { isHidden: true })])).toEqual([])
  })

  it('have the saved range', () => {
    const [axis] = group([pen('p/a/power')], [{ axis: 'unit:kW', min: 0, max: null }])
    expect([axis?.min, axis?.max]).toEqual([0, null])
  })
})

describe('the ends of an axis', () => {
  const axis = { min: null, max: null, isFlag: false, unit: 'kW' }

  it('leave a margin around the values', () => {
    expect(computeEnds(axis, 0, 100)).toEqual([-6, 106])
  })

  it('of a constant value are apart', () => {
    const [low, high] = computeEnds(axis, 230, 230)
    expect(low).toBeLessThan(230)
    expect(high).toBeGreaterThan(230)
  })

  it('of a percentage are 0 and 100', () => {
    expect(computeEnds({ ...axis, unit: '%' }, 40, 42)).toEqual([0, 100])
  })

  it('are the fixed ones, even if the values lie outside', () => {
    expect(computeEnds({ ...axis, min: 0, max: 10 }, 50, 60)).toEqual([0, 10])
    const [low, high] = computeEnds({ ...axis, max: 10 }, 50, 60)
    expect(high).toBe(10)
    expect(low).toBeLessThan(10)
  })

  it('are usable without values', () => {
    expect(computeEnds(axis, null, null)[1]).toBeGreaterThan(0)
  })
})
