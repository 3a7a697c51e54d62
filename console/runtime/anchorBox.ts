/** A box on the screen, in CSS pixels from the stage's corner. */
export interface ScreenBox {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** So much room what is said of a component needs beside it at most: the dialog that asks before something is sent. */
const roomPx = { across: 380, down: 340 } as const

/**
 * What a popover holds on to instead of a component's box: the part of it that is on the screen, or the nearest edge; where that fills the
 * screen so that the popover finds room on no side, its middle. Otherwise what is zoomed under a popover would push it off the screen.
 */
export function anchorBox(box: ScreenBox, screen: { readonly width: number; readonly height: number }): ScreenBox {
  const [left, width] = span(box.left, box.width, screen.width, roomPx.across)
  const [top, height] = span(box.top, box.height, screen.height, roomPx.down)
  return { left, top, width, height }
}

function span(start: number, size: number, most: number, room: number): readonly [start: number, size: number] {
  const within = (at: number): number => Math.round(Math.min(Math.max(at, 0), most))
  const [from, to] = [within(start), within(start + size)]
  // Without room at either end; a small one is flipped to the better side, as ever.
  if (to - from > room && from < room && most - to < room) return [Math.round((from + to) / 2), 0]
  return [from, to - from]
}
