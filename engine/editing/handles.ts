import { handleDirection, handles, type Frame, type Handle, type Point } from '../geometry/index.ts'
import { pointOfFrame } from './frames.ts'

/** Sizes on the screen, in CSS pixels, whatever the zoom. */
export const handleSize = 8
const knobDistance = 24
const reach = 8
/** Below this many pixels a side's middle handle would cover its corners. */
const roomForMiddles = 36

export type Grip = { readonly kind: 'resize'; readonly handle: Handle } | { readonly kind: 'rotate' }

type ToScreen = (world: Point) => Point

/** The handles that a frame shows at the present zoom: a small box has corners only. */
export function visibleHandles(frame: Frame, scale: number): readonly Handle[] {
  return handles.filter((handle) => {
    const { x, y } = handleDirection(handle)
    return (x !== 0 || frame.width * scale >= roomForMiddles) && (y !== 0 || frame.height * scale >= roomForMiddles)
  })
}

/** Where the knob that turns a frame lies on the screen: above the middle of its upper side, turned with it. */
export function knobOf(frame: Frame, toScreen: ToScreen): Point {
  const top = toScreen(pointOfFrame(frame, { x: 0, y: -1 }))
  const radians = ((frame.angleDeg - 90) * Math.PI) / 180
  return { x: top.x + Math.cos(radians) * knobDistance, y: top.y + Math.sin(radians) * knobDistance }
}

/** What a press at a screen point takes hold of, if anything. */
export function gripAt(frame: Frame, screen: Point, scale: number, toScreen: ToScreen): Grip | undefined {
  if (near(knobOf(frame, toScreen), screen)) return { kind: 'rotate' }
  // Corners first: on a small box they lie upon the middles.
  const handle = visibleHandles(frame, scale)
    .toSorted((a, b) => b.length - a.length)
    .find((one) => near(toScreen(pointOfFrame(frame, handleDirection(one))), screen))
  return handle && { kind: 'resize', handle }
}

function near(a: Point, b: Point): boolean {
  return Math.abs(a.x - b.x) <= reach && Math.abs(a.y - b.y) <= reach
}
