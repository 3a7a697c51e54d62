import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitConvex } from '../paint/polygon/polygon.ts'
import { findIslands, toOutline, uncross } from './polygonHoles.ts'
import type { FillRule } from './polygonHoles.ts'
import { isInside } from './outline.ts'
import { getSignedArea, orient } from './planarGeometry.ts'

/** A star-shaped ring around a point, which never crosses itself. */
const ringAt = (x: number, y: number, reach: number) =>
  fc.array(fc.double({ min: 0.4, max: 1, noNaN: true }), { minLength: 3, maxLength: 9 }).map((spokes) =>
    spokes.flatMap((spoke, i) => {
      const angle = (i / spokes.length) * 2 * Math.PI
      return [x + Math.cos(angle) * reach * spoke, y + Math.sin(angle) * reach * spoke].map(
        (value) => Math.round(value * 100) / 100,
      )
    }),
  )
/** Aligned corners, as in real drawings; random positions never produce them. */
const boxAt = (x: number, y: number, reach: number) =>
  fc
    .constantFrom(reach, reach / 2)
    .map((half) => [x - half, y - half, x + half, y - half, x + half, y + half, x - half, y + half])

/** A large square with up to nine holes, one of which contains an island. */
const lake = fc.tuple(
  fc.subarray([0, 1, 2, 3, 4, 5, 6, 7, 8], { minLength: 1 }).chain((cells) =>
    fc.tuple(
      ...cells.map((cell) => {
        const place = [50 + (cell % 3) * 100, 50 + Math.floor(cell / 3) * 100, 45] as const
        return fc.oneof(ringAt(...place), boxAt(...place))
      }),
    ),
  ),
  fc.boolean(),
)

describe('findIslands', () => {
  it('finds the same filled areas as the fill rule, piece by piece', () => {
    fc.assert(
      fc.property(lake, fc.constantFrom<FillRule>('evenodd', 'nonzero'), ([holes, isTurned], rule) => {
        const square = orient([0, 0, 300, 0, 300, 300, 0, 300], !isTurned)
        const rings = [square, ...holes.map((hole) => orient(hole, isTurned))]
        const islands = findIslands(rings, rule)
        const pieces = (islands ?? []).flatMap((island) => splitConvex(toOutline(island) ?? []))
        const covered = pieces.reduce((sum, { corners }) => sum + getSignedArea(corners), 0)
        expect(covered).toBeCloseTo(2 * 90_000 - holes.reduce((sum, hole) => sum + Math.abs(getSignedArea(hole)), 0), 3)
        for (let at = 7; at < 300; at += 23) {
          const [x, y] = [at + 0.123, (at * 7.3) % 300]
          const isLand = !holes.some((hole) => isInside(x, y, hole))
          const found = pieces.filter(({ corners }) => isInside(x, y, corners)).length
          expect(found).toBe(isLand ? 1 : 0)
        }
      }),
      { numRuns: 300 },
    )
  })

  it('considers the direction of outlines if the fill rule does', () => {
    const [square, inside] = [
      [0, 0, 10, 0, 10, 10, 0, 10],
      [2, 2, 8, 2, 8, 8, 2, 8],
    ]
    expect(findIslands([square, inside], 'nonzero')).toEqual([{ outer: square, holes: [] }])
    expect(findIslands([square, orient(inside, false)], 'nonzero')?.[0]?.holes).toHaveLength(1)
    expect(findIslands([square, inside], 'evenodd')?.[0]?.holes).toHaveLength(1)
  })

  it('knows land within a hole', () => {
    const islands = findIslands(
      [
        [0, 0, 30, 0, 30, 30, 0, 30],
        [5, 5, 25, 5, 25, 25, 5, 25],
        [10, 10, 20, 10, 20, 20, 10, 20],
      ],
      'evenodd',
    )
    expect(islands?.map(({ outer, holes }) => [getSignedArea(outer) / 2, holes.length])).toEqual([
      [900, 1],
      [100, 0],
    ])
  })

  it('leaves outlines that cross to a picture', () => {
    expect(
      findIslands(
        [
          [0, 0, 10, 0, 10, 10, 0, 10],
          [5, 5, 15, 5, 15, 15, 5, 15],
        ],
        'evenodd',
      ),
    ).toBeUndefined()
  })
})

describe('uncross', () => {
  it('makes one outline of the sign of a valve, with as much land', () => {
    const outline = uncross([0, 0, 40, 20, 40, 0, 0, 20]) ?? []
    expect(getSignedArea(outline)).toBeCloseTo(40 * 20, 6)
    const pieces = splitConvex(outline)
    for (const [x, y, isLand] of [
      [5, 10, true],
      [35, 10, true],
      [20, 3, false],
      [20, 17, false],
      [1, 1.5, true],
    ] as const) {
      expect(pieces.some(({ corners }) => isInside(x, y, corners))).toBe(isLand)
    }
  })

  it('makes one of a chain of loops', () => {
    const zigzag = [0, 0, 10, 10, 20, 0, 30, 10, 40, 0, 40, 10, 30, 0, 20, 10, 10, 0, 0, 10]
    const outline = uncross(zigzag) ?? []
    expect(splitConvex(outline).reduce((sum, { corners }) => sum + getSignedArea(corners), 0)).toBeCloseTo(
      2 * (25 * 2 + 50 * 3),
      6,
    )
  })

  it('does not split a star with overlapping loops', () => {
    expect(uncross([50, 5, 79, 95, 3, 39, 97, 39, 21, 95])).toBeUndefined()
  })
})

describe('the way into a hole', () => {
  it('shows no edge, there or back', () => {
    const [island] =
      findIslands(
        [
          [0, 0, 30, 0, 30, 30, 0, 30],
          [10, 10, 20, 10, 20, 20, 10, 20],
        ],
        'evenodd',
      ) ?? []
    const outline = island ? (toOutline(island) ?? []) : []
    let seen = 0
    for (const { corners, inner } of splitConvex(outline)) {
      for (let edge = 0; edge < 4; edge++) {
        const [x, y, u, v] = [
          corners[edge * 2],
          corners[edge * 2 + 1],
          corners[(edge * 2 + 2) % 8],
          corners[(edge * 2 + 3) % 8],
        ].map(Number)
        if ((inner >> edge) % 2 === 0) seen += Math.hypot((u ?? 0) - (x ?? 0), (v ?? 0) - (y ?? 0))
      }
    }
    expect(seen).toBeCloseTo(4 * 30 + 4 * 10, 6)
  })
})
