import { describe, expect, it } from 'vitest'
import { listPrimitives } from '../paint/brush/listBrush.ts'
import { catalog } from './catalog.ts'
import { examplePicture } from './examples.ts'
import { insetTriangle, isClear } from './shapes.ts'

describe('insetTriangle', () => {
  it('moves every side inwards by the same distance', () => {
    const [ax, ay, bx, by] = insetTriangle(80, 60, 5)
    // Distance of the moved right side from the original one, which runs from the apex (40, 0) to (80, 60).
    const length = Math.hypot(40, 60)
    for (const [x, y] of [
      [ax, ay],
      [bx, by],
    ] as const)
      expect(Math.abs((60 * (x - 40) - 40 * y) / length)).toBeCloseTo(5)
    expect(by).toBeCloseTo(55)
  })

  it('shrinks to a point and no further', () => {
    const [ax, ay, bx, by] = insetTriangle(80, 60, 1000)
    expect([ax, ay]).toEqual([bx, by])
    expect(insetTriangle(0, 0, 2).every((value) => value === 0)).toBe(true)
  })
})

it('isClear knows a colour that paints nothing', () => {
  expect(['#00000000', '#ffffff00'].every(isClear)).toBe(true)
  expect(['#000000', '#123400', '#ffffff01'].some(isClear)).toBe(false)
})

it.each([
  ['image', 'source'],
  ['video', 'cover'],
  ['scene-3d', 'cover'],
])('the picture of %s lies within its border, whole or broken', (name, prop) => {
  const type = catalog.get(name)
  if (!type) throw new Error(`there is no ${name}`)
  for (const borderStyle of ['solid', 'dashed']) {
    const drawn = listPrimitives(
      type,
      { [prop]: examplePicture, borderWidth: 4, radius: 6, borderStyle },
      { width: 100, height: 60 },
    )
    expect(drawn.filter(({ kind }) => kind === 'image')).toMatchObject([
      { x: 4, y: 4, width: 92, height: 52, radius: 2 },
    ])
  }
})
