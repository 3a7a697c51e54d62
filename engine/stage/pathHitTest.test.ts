import { expect, it } from 'vitest'
import { catalog } from '../components/catalog.ts'
import { makeComponent } from '../document/index.ts'
import { isHitAt, touchesBox } from './pathHitTest.ts'

const corner = (props: object) =>
  makeComponent({
    type: 'line',
    name: 'l',
    rank: 'a0',
    x: 0,
    y: 0,
    width: 100,
    height: 100,
    props: { points: [0, 0, 1, 0, 1, 1], ...props },
  })

it('means a rounded corner where it is drawn, not where its point lies', () => {
  const [sharp, rounded] = [corner({}), corner({ corners: 'rounded', cornerRadius: 50 })]
  const [point, onArc] = [
    { x: 99, y: 1 },
    { x: 50 + 50 * Math.SQRT1_2, y: 50 - 50 * Math.SQRT1_2 },
  ]
  expect([isHitAt(sharp, point, catalog, 3), isHitAt(sharp, onArc, catalog, 3)]).toEqual([true, false])
  expect([isHitAt(rounded, point, catalog, 3), isHitAt(rounded, onArc, catalog, 3)]).toEqual([false, true])
})

it('touches with a box the curve that is seen, turned and mirrored with its component', () => {
  const rounded = corner({ corners: 'rounded', cornerRadius: 50 })
  const atCorner = { x: 94, y: 0, width: 6, height: 6 }
  expect([touchesBox(corner({}), atCorner, catalog), touchesBox(rounded, atCorner, catalog)]).toEqual([true, false])
  const turned = makeComponent({ ...rounded, angleDeg: 90 })
  expect(touchesBox(turned, { x: 80, y: 80, width: 10, height: 10 }, catalog)).toBe(true)
  expect(touchesBox(turned, { x: 94, y: 94, width: 6, height: 6 }, catalog)).toBe(false)
})
