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
  /** Returns the tool for a pointer position. */
  readonly tool: (pointer: ToolPointer) => Tool
  /** Replaces the tool while the space bar is held. */
  readonly pan: Tool
  /** Called for every pointer press and movement. */
  readonly onPointer: (pointer: ToolPointer) => void
  /** The pointer left the canvas. */
  readonly onLeave: () => void
}

/**
 * Translates pointer events of the canvas to `press`, `move` and `release` of a tool. Only the main button reaches a
 * tool; with the space bar held it pans. The camera handles the middle button and pinch, a long press opens the menu. A
 * pen acts like a mouse; touches while it is down are ignored as palm contacts.
 */
export function listenToPointer({
  canvas,
  toWorld,
  tool,
  pan,
  onPointer: seen,
  onLeave: left,
}: PointerWiring): () => void {
  const stop = new AbortController()
  const { signal } = stop
  let active: Active | null = null
  let isSpaceDown = false

  const toPointer = (event: MouseEvent): ToolPointer => {
    const screen = { x: event.offsetX, y: event.offsetY }
    return {
      screen,
      world: toWorld(screen),
      shift: event.shiftKey,
      alt: event.altKey,
      free: event.ctrlKey || event.metaKey,
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

  canvas.addEventListener(
    'pointerdown',
    (event) => {
      if (isPalm(event)) return
      canvas.focus({ preventScroll: true })
      seen(toPointer(event))
      const isPen = event.pointerType === 'pen'
      // A second finger starts a pinch, so the first finger's action is cancelled. A palm's action is cancelled when its
      // pen arrives.
      if (active) {
        const wasPalm = isPen && !active.isPen
        drop()
        if (!wasPalm) return
      }
      if (event.button !== 0 || !event.isPrimary) return
      const pointer = toPointer(event)
      active = { pointerId: event.pointerId, isPen, tool: isSpaceDown ? pan : tool(pointer) }
      canvas.setPointerCapture(event.pointerId)
      active.tool.press(pointer)
    },
    { signal },
  )

  canvas.addEventListener(
    'pointermove',
    (event) => {
      if (!active || active.pointerId === event.pointerId) seen(toPointer(event))
      if (active?.pointerId === event.pointerId) active.tool.move(toPointer(event), true)
      else if (!active && event.buttons === 0 && !isSpaceDown) passOver(toPointer(event))
    },
    { signal },
  )

  canvas.addEventListener(
    'pointerup',
    (event) => {
      if (active?.pointerId !== event.pointerId) return
      const { tool: done } = active
      active = null
      done.release(toPointer(event))
    },
    { signal },
  )

  canvas.addEventListener(
    'pointercancel',
    (event) => {
      if (!isPalm(event)) drop()
    },
    { signal },
  )
  canvas.addEventListener(
    'pointerleave',
    () => {
      if (!active) left()
    },
    { signal },
  )
  // A menu opened by key has no pointer position and applies to the selection.
  canvas.addEventListener(
    'contextmenu',
    (event) => {
      if (!isByKey(event)) choose(toPointer(event))
    },
    { signal },
  )
  canvas.addEventListener('dblclick', (event) => doubleClick(toPointer(event)), { signal })
  // Prevents the browser's autoscroll, because the middle button pans.
  canvas.addEventListener(
    'mousedown',
    (event) => {
      if (event.button === 1) event.preventDefault()
    },
    { signal },
  )

  canvas.addEventListener(
    'keydown',
    (event) => {
      if (event.code !== 'Space') return
      isSpaceDown = true
      event.preventDefault()
    },
    { signal },
  )
  const view = canvas.ownerDocument.defaultView
  view?.addEventListener(
    'keyup',
    (event) => {
      if (event.code === 'Space') isSpaceDown = false
    },
    { signal },
  )
  view?.addEventListener(
    'blur',
    () => {
      isSpaceDown = false
    },
    { signal },
  )

  const stopLongPress = listenToLongPress({ canvas, beforeMenu: drop, isPalm })

  return () => {
    stopLongPress()
    drop()
    stop.abort()
  }
}

const isByKey = (event: MouseEvent): boolean =>
  event.button !== 2 && event instanceof PointerEvent && event.pointerType === ''
