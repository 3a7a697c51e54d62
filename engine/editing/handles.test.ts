import { expect, it } from 'vitest'
import { gripAt, handleAt } from './handles.ts'

const at = (scale: number) => ({
  scale,
  isCoarse: false,
  toScreen: ({ x, y }: { x: number; y: number }) => ({ x: x * scale, y: y * scale }),
})

it.each([0, 30, 90])(
  'leaves the middle of a small box turned by %d° to be moved, with handles beside it',
  (angleDeg) => {
    const frame = { x: 100, y: 100, width: 8, height: 8, angleDeg }
    const view = at(1)
    expect(gripAt(frame, null, { x: 104, y: 104 }, view)).toBeUndefined()
    const corner = handleAt(frame, 'se', view)
    expect(Math.hypot(corner.x - 104, corner.y - 104)).toBeCloseTo(Math.SQRT2 * 8)
    expect(gripAt(frame, null, corner, view)).toEqual({ kind: 'resize', handle: 'se' })
  },
)

it('puts the handles of a box with room on its corners', () => {
  const frame = { x: 100, y: 100, width: 8, height: 8, angleDeg: 0 }
  expect(handleAt(frame, 'se', at(10))).toEqual({ x: 1080, y: 1080 })
  expect(gripAt(frame, null, { x: 1078, y: 1078 }, at(10))).toEqual({ kind: 'resize', handle: 'se' })
})
