import type { Point } from '../geometry/index.ts'
import { listenToLongPress } from './longPress.ts'
import type { Tool, ToolPointer } from './tools/tool.ts'

interface Active {
  readonly pointerId: number
  readonly isPen: boolean
  readonly tool: Tool
}

interface PointerWiring {
  readonly canvas: HTMLCanvasElement
  readonly toWorld: (screen: Point) => Point
  /** The tool that a pointer there belongs to. */
  readonly tool: (pointer: ToolPointer) => Tool
  /** Takes the drag's place while space is held. */
  readonly pan: Tool
  /** A pointer has come or moved, whatever it does there. */
  readonly seen: (pointer: ToolPointer) => void
  /** The pointer passed over the edge of the canvas. */
  readonly left: () => void
}

/**
 * Turns the canvas's pointer events into the three that a tool knows. Only the main button reaches a tool; with space
 * held it drags the view. The middle button and a pinch are the camera's own; a finger that rests asks for the menu. A
 * pen is a mouse: it hovers, and its tip is as fine; what touches the screen beside it is the hand that holds it.
 */
export function listenToPointer({ canvas, toWorld, tool, pan, seen, left }: PointerWiring): () => void {
  const stop = new AbortController()
  const { signal } = stop
  let active: Active | null = null
  let spaceHeld = false

  const pointerOf = (event: MouseEvent): ToolPointer => {
    const screen = { x: event.offsetX, y: event.offsetY }
    return {
      screen, world: toWorld(screen), shift: event.shiftKey, alt: event.altKey, free: event.ctrlKey || event.metaKey,
      isCoarse: 'pointerType' in event && event.pointerType === 'touch',
    }
  }
  const drop = (): void => {
    active?.tool.cancel()
    active = null
  }
  const isPalm = ({ pointerType }: PointerEvent): boolean => active?.isPen === true && pointerType === 'touch'

  const passOver = (pointer: ToolPointer): void => tool(pointer).move(pointer, false)
  const choose = (pointer: ToolPointer): void => tool(pointer).choose?.(pointer)
  const doubleClick = (pointer: ToolPointer): void => tool(pointer).doubleClick?.(pointer)

  canvas.addEventListener('pointerdown', (event) => {
    if (isPalm(event)) return
    canvas.focus({ preventScroll: true })
    seen(pointerOf(event))
    const isPen = event.pointerType === 'pen'
    // A second finger pinches: what the first began is taken back. So is what a palm began before its pen came.
    if (active) {
      const wasPalm = isPen && !active.isPen
      drop()
      if (!wasPalm) return
    }
    if (event.button !== 0 || !event.isPrimary) return
    const pointer = pointerOf(event)
    active = { pointerId: event.pointerId, isPen, tool: spaceHeld ? pan : tool(pointer) }
    canvas.setPointerCapture(event.pointerId)
    active.tool.press(pointer)
  }, { signal })

  canvas.addEventListener('pointermove', (event) => {
    if (!active || active.pointerId === event.pointerId) seen(pointerOf(event))
    if (active?.pointerId === event.pointerId) active.tool.move(pointerOf(event), true)
    else if (!active && event.buttons === 0 && !spaceHeld) passOver(pointerOf(event))
  }, { signal })

  canvas.addEventListener('pointerup', (event) => {
    if (active?.pointerId !== event.pointerId) return
    const { tool: done } = active
    active = null
    done.release(pointerOf(event))
  }, { signal })

  canvas.addEventListener('pointercancel', (event) => { if (!isPalm(event)) drop() }, { signal })
  canvas.addEventListener('pointerleave', () => { if (!active) left() }, { signal })
  // Asked for by a key there is no pointer: what is selected is meant.
  canvas.addEventListener('contextmenu', (event) => { if (!isByKey(event)) choose(pointerOf(event)) }, { signal })
  canvas.addEventListener('dblclick', (event) => doubleClick(pointerOf(event)), { signal })
  // The middle button pans: without this it starts the browser's own scrolling.
  canvas.addEventListener('mousedown', (event) => { if (event.button === 1) event.preventDefault() }, { signal })

  canvas.addEventListener('keydown', (event) => {
    if (event.code !== 'Space') return
    spaceHeld = true
    event.preventDefault()
  }, { signal })
  const view = canvas.ownerDocument.defaultView
  view?.addEventListener('keyup', (event) => { if (event.code === 'Space') spaceHeld = false }, { signal })
  view?.addEventListener('blur', () => { spaceHeld = false }, { signal })

  const stopLongPress = listenToLongPress({ canvas, asked: drop, isPalm })

  return () => {
    stopLongPress()
    drop()
    stop.abort()
  }
}

const isByKey = (event: MouseEvent): boolean => event.button !== 2 && event instanceof PointerEvent && event.pointerType === ''
