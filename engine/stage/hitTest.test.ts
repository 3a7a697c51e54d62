import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { catalog } from '../components/catalog.ts'
import { DrawingDocument, makeComponent, newDrawing, type Component } from '../document/index.ts'
import { containsPoint, type Box } from '../geometry/index.ts'
import { HitTest } from './hitTest.ts'
import { isHitAt, missesBox, getHitSlack } from './pathHitTest.ts'

/** Hit test of a stage at scale 1. */
function hitting(...components: readonly Component[]) {
  const document = new DrawingDocument({ ...newDrawing(), components })
  const hits = new HitTest(document, (component, reach) => getHitSlack(component, catalog, reach))
  const drawing = { x: 0, y: 0, width: 1000, height: 1000 }
  const findTouched = (box: Box) =>
    hits
      .within(box)
      .filter((component) => !missesBox(component, box, catalog))
      .map(({ type }) => type)
  return {
    document,
    hits,
    touched: findTouched,
    listed: () => hits.within(drawing).length,
    at: (x: number, y: number) =>
      hits.at({ x, y }, 8, (component) => isHitAt(component, { x, y }, catalog, 8))?.type ?? null,
  }
}

/** To the right along y = 100, then down along x = 300. */
const bent = (type: string, props: object) =>
  makeComponent({ type, x: 100, y: 100, width: 200, height: 200, props: { points: [0, 0, 1, 0, 1, 1], ...props } })

describe('a pipe', () => {
  it('is hit wherever it is painted, its outer half too, which lies beside its box', () => {
    const { at } = hitting(bent('pipe', { thickness: 40 }))
    expect([at(200, 115), at(200, 85), at(318, 200), at(200, 79), at(321, 200), at(200, 200)]).toEqual([
      'pipe',
      'pipe',
      'pipe',
      null,
      null,
      null,
    ])
  })

  it('is hit as thin as a finger needs, on both sides', () => {
    const { at } = hitting(bent('line', { lineWidth: 2 }))
    expect([at(200, 107), at(200, 93), at(200, 109), at(200, 91)]).toEqual(['line', 'line', null, null])
  })

  it('is hit so when it came later, too', () => {
    const { document, at } = hitting(makeComponent({ type: 'rect', rank: 'a', x: 0, y: 0, width: 10, height: 10 }))
    expect(at(200, 85)).toBe(null)
    document.apply({ added: [bent('pipe', { thickness: 40 })], removed: [], updated: [] })
    expect(at(200, 85)).toBe('pipe')
  })

  it('is hit on its path also after a box query', () => {
    const { listed, at } = hitting(bent('pipe', { thickness: 40 }))
    expect([listed(), at(200, 85), at(200, 79)]).toEqual([1, 'pipe', null])
  })

  it('is hit so when that was asked for before and after it came, and after it grew', () => {
    const pipe = bent('pipe', { thickness: 40 })
    const { document, listed, at } = hitting(
      makeComponent({ type: 'rect', rank: 'a', x: 0, y: 0, width: 10, height: 10 }),
    )
    expect([listed(), at(200, 85)]).toEqual([1, null])
    document.apply({ added: [pipe], removed: [], updated: [] })
    expect([listed(), at(200, 85), at(200, 65)]).toEqual([2, 'pipe', null])
    document.apply({ added: [], removed: [], updated: [[pipe, { ...pipe, props: { ...pipe.props, thickness: 80 } }]] })
    expect([listed(), at(200, 65)]).toEqual([2, 'pipe'])
  })

  it('is found by a box that meets its outer half only, when it came first or later, after it grew and after it got thin', () => {
    const pipe = bent('pipe', { thickness: 40 })
    const { document, touched: findTouched } = hitting(pipe)
    const above = { x: 150, y: 70, width: 50, height: 11 }
    const become = (thickness: number, from: Component) => {
      const after = { ...from, props: { ...from.props, thickness } }
      document.apply({ added: [], removed: [], updated: [[from, after]] })
      return after
    }
    expect([
      findTouched(above),
      findTouched({ ...above, height: 9 }),
      findTouched({ ...above, x: 310, width: 9, y: 150 }),
    ]).toEqual([['pipe'], [], ['pipe']])
    const grown = become(80, pipe)
    expect(findTouched({ ...above, height: 1 })).toEqual(['pipe'])
    become(2, grown)
    expect(findTouched(above)).toEqual([])
  })

  it('turned, is hit where it is seen', () => {
    const { at } = hitting(makeComponent({ ...bent('pipe', { thickness: 40 }), angleDeg: 90 }))
    // After a quarter turn: down along x = 300, then left along y = 300.
    expect([at(318, 200), at(200, 318), at(322, 200), at(200, 85)]).toEqual(['pipe', 'pipe', null, null])
  })
})

it('a box of a single point hits the same components as a click there, however wide and rotated they are', () => {
  const spot = fc.integer({ min: 0, max: 300 })
  const arbitraryHit = fc.record({
    type: fc.constantFrom('pipe', 'line', 'flow-bar', 'rect', 'polygon'),
    x: spot,
    y: spot,
    width: fc.integer({ min: 0, max: 200 }),
    height: fc.integer({ min: 0, max: 200 }),
    angleDeg: fc.integer({ min: 0, max: 359 }),
    breadth: fc.integer({ min: 1, max: 100 }),
  })
  fc.assert(
    fc.property(
      fc.array(arbitraryHit, { minLength: 1, maxLength: 8 }),
      fc.array(fc.record({ x: spot, y: spot }), { minLength: 1, maxLength: 20 }),
      (list, places) => {
        const components = list.map(({ breadth, ...rest }, i) =>
          makeComponent({
            ...rest,
            rank: `a${i}`,
            props: {
              ...(rest.type !== 'rect' && { points: [0, 0, 1, 0, 1, 1] }),
              ...(rest.type === 'pipe' && { thickness: breadth }),
              ...(rest.type === 'line' && { lineWidth: breadth }),
              ...(rest.type === 'flow-bar' && { lineHeight: breadth }),
            },
          }),
        )
        const { hits } = hitting(...components)
        for (const { x, y } of places) {
          // The offset keeps points away from edges, where rounding would decide.
          const [at, box] = [
            { x: x + 0.37, y: y + 0.41 },
            { x: x + 0.37, y: y + 0.41, width: 0, height: 0 },
          ]
          const expected = components.filter(
            (one) => containsPoint(one, at, getHitSlack(one, catalog, 0)) && isHitAt(one, at, catalog, 0),
          )
          const findTouched = hits
            .within(box)
            .filter((one) => !missesBox(one, box, catalog) && (one.type !== 'rect' || containsPoint(one, at)))
          expect(findTouched.toSorted(byRank)).toEqual(expected)
          expect(hits.at(at, 0, (one) => isHitAt(one, at, catalog, 0))).toEqual(expected.at(-1) ?? null)
        }
      },
    ),
    { numRuns: 300 },
  )
})

const byRank = (a: Component, b: Component): number => (a.rank < b.rank ? -1 : 1)

it('a flow bar is hit as broad as it is, however long its marks are', () => {
  const { at } = hitting(bent('flow-bar', { lineWidth: 200, lineHeight: 20 }))
  expect([at(200, 109), at(200, 91), at(200, 180), at(200, 112)]).toEqual(['flow-bar', 'flow-bar', null, null])
})

it('a component that fills its box is hit only inside it', () => {
  const { at } = hitting(
    makeComponent({ type: 'rect', x: 0, y: 0, width: 10, height: 10 }),
    bent('pipe', { thickness: 100 }),
  )
  expect([at(10, 5), at(11, 5)]).toEqual(['rect', null])
})
