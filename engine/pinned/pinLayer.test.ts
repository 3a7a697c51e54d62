import { expect, it } from 'vitest'
import { isOnScreen } from './pinLayer.ts'

const seen = { x: 0, y: 0, width: 100, height: 100 }
const at = (x: number, y: number, angleDeg = 0) => isOnScreen({ x, y, width: 40, height: 10, angleDeg }, seen)

it('is on the screen with a part of it, and not beside it, as it is turned', () => {
  expect([at(10, 10), at(-39, 0), at(99, 95)]).toEqual([true, true, true])
  expect([at(-40, 0), at(100, 0), at(0, 101), at(400, 400)]).toEqual([false, false, false, false])
  // Upright it reaches less far to the side, and farther down.
  expect([at(-39, 0, 90), at(0, 110, 90), at(0, 116, 90)]).toEqual([false, true, false])
})
