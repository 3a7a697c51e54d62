import { expect, it } from 'vitest'
import { rect } from '../components/rect/rect.ts'
import { text } from '../components/text/text.ts'
import { makeComponent } from '../document/index.ts'
import { ImageStore } from './atlas/images.ts'
import { Painter } from './painter.ts'
import type { Painted } from './painter.ts'
import type { Brush } from './brush/brush.ts'
import type { AnyComponentType } from '../components/define.ts'

const atlas = { glyph: () => ({ u: 7, v: 9, w: 20, h: 40, left: 0, top: -0.8, advance: 0.5 }) }
const component = makeComponent({ type: 'rect', name: 'a', rank: 'a0', x: 0, y: 0, width: 40, height: 20 })

/** Returns how often the stand-in colour of a type is requested while one component is painted. */
function countRequests(type: AnyComponentType, draw: (brush: Brush) => void, extras: object = {}): number {
  let requests = 0
  const counted: AnyComponentType = {
    ...type,
    draw,
    miniatureColor() {
      requests++
      return '#336699'
    },
  }
  const painter = new Painter(
    atlas,
    new ImageStore({ chart: () => Promise.reject(new Error('none')) }, () => undefined),
    true,
  )
  const painted: Painted = {
    run: null,
    mark: null,
    motion: 0,
    isMoving: false,
    isFlowing: false,
    isFull: false,
    pictureSlots: null,
  }
  painter.insert(painted, undefined)
  painter.paint(painted, component, component, counted, { ...type.defaults, text: '7' }, 0, null, component, 1, extras)
  return requests
}

it('asks for the colour of a stand-in only where there is one, or may be with the next words', () => {
  const one = (brush: Brush) => brush.rect(0, 0, 40, 20, { fill: '#204060' })
  const two = (brush: Brush) => [one, one].forEach((draw) => draw(brush))
  expect([countRequests(rect, one), countRequests(rect, two), countRequests(rect, one, { shadowLength: 4 })]).toEqual([
    0, 1, 1,
  ])
  expect(countRequests(text, (brush) => brush.text(0, 0, 40, 20, '7', { fill: '#204060', fontSize: 12 }))).toBe(1)
})
