/** A box in CSS pixels relative to the stage's top left corner. */
export interface ScreenBox {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Maximum space in pixels that a popover needs beside a component; the command dialog is the largest. */
const roomPx = { across: 380, down: 340 } as const

/**
 * Anchor of a popover: the visible part of the component's box, or the nearest screen edge. If the box fills the screen
 * and leaves no space on any side, its centre. Otherwise zooming would push the popover off the screen.
 */
export function anchorBox(box: ScreenBox, screen: { readonly width: number; readonly height: number }): ScreenBox {
  const [left, width] = span(box.left, box.width, screen.width, roomPx.across)
  const [top, height] = span(box.top, box.height, screen.height, roomPx.down)
  return { left, top, width, height }
}

function span(start: number, size: number, max: number, room: number): readonly [start: number, size: number] {
  const within = (at: number): number => Math.round(Math.min(Math.max(at, 0), max))
  const [from, to] = [within(start), within(start + size)]
  // No space at either end; smaller boxes are handled by flipping the popover.
  if (to - from > room && from < room && max - to < room) return [Math.round((from + to) / 2), 0]
  return [from, to - from]
}
