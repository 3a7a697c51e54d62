import type { Point } from '../geometry/index.ts'

/** Duration in milliseconds and maximum movement in CSS pixels of a long press, the usual values of phones. */
const restMs = 500
const maxMovement = 10

interface LongPressWiring {
  readonly canvas: HTMLCanvasElement
  /** Called before the context menu opens, to cancel the action the press had started. */
  readonly beforeMenu: () => void
  /** Whether the event is from the hand that holds a pen; palms never open the menu. */
  readonly isPalm: (event: PointerEvent) => boolean
}

/**
 * Opens the context menu on a long press. Not all browsers emit `contextmenu` for touch, so it is dispatched here and a
 * later native event is suppressed. Returns a function that removes the listeners.
 */
export function listenToLongPress({ canvas, beforeMenu, isPalm }: LongPressWiring): () => void {
  const stop = new AbortController()
  const { signal } = stop
  let timer: ReturnType<typeof setTimeout> | undefined
  let start: Point | null = null
  let isOwn = false
  let wasOpened = false

  const forget = (): void => {
    clearTimeout(timer)
    start = null
  }
  canvas.addEventListener(
    'pointerdown',
    (event) => {
      forget()
      wasOpened = false
      if (event.pointerType !== 'touch' || !event.isPrimary || isPalm(event)) return
      const { clientX, clientY } = event
      start = { x: clientX, y: clientY }
      timer = setTimeout(() => {
        forget()
        beforeMenu()
        wasOpened = true
        isOwn = true
        canvas.dispatchEvent(
          new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX, clientY, button: 2 }),
        )
        isOwn = false
      }, restMs)
    },
    { signal },
  )
  canvas.addEventListener(
    'pointermove',
    (event) => {
      if (start && event.isPrimary && Math.hypot(event.clientX - start.x, event.clientY - start.y) > maxMovement)
        forget()
    },
    { signal },
  )
  for (const over of ['pointerup', 'pointercancel'] as const) canvas.addEventListener(over, forget, { signal })
  // Prevents the emulated mouse click after the touch, which would close the menu.
  canvas.addEventListener(
    'touchend',
    (event) => {
      if (wasOpened && event.cancelable) event.preventDefault()
    },
    { signal, passive: false },
  )
  canvas.addEventListener(
    'contextmenu',
    (event) => {
      if (isOwn) return
      if (wasOpened || (event instanceof PointerEvent && isPalm(event))) {
        event.preventDefault()
        event.stopImmediatePropagation()
      } else if (start) {
        forget()
        beforeMenu()
        wasOpened = true
      }
    },
    { signal, capture: true },
  )

  return () => {
    forget()
    stop.abort()
  }
}
