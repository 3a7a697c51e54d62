import type { Point } from '../geometry/index.ts'

/** How long a finger rests, and how far it may tremble meanwhile: what phones themselves do. */
const restMs = 500
const trembleAtMost = 10

interface LongPressWiring {
  readonly canvas: HTMLCanvasElement
  /** The finger has rested: what it began is taken back before the menu is asked for. */
  readonly asked: () => void
  /** Whether what touches is the hand that holds a pen: however long it rests, it asks for nothing. */
  readonly isPalm: (event: PointerEvent) => boolean
}

/**
 * A finger that rests asks for the context menu, as the other button of a mouse does. Some browsers say so themselves and
 * some never: the event is made here, and the browser's own, should it follow, is kept from opening the menu twice.
 */
export function listenToLongPress({ canvas, asked, isPalm }: LongPressWiring): () => void {
  const stop = new AbortController()
  const { signal } = stop
  let timer: ReturnType<typeof setTimeout> | undefined
  let start: Point | null = null
  let isOwn = false
  let wasAsked = false

  const forget = (): void => {
    clearTimeout(timer)
    start = null
  }
  canvas.addEventListener('pointerdown', (event) => {
    forget()
    wasAsked = false
    if (event.pointerType !== 'touch' || !event.isPrimary || isPalm(event)) return
    const { clientX, clientY } = event
    start = { x: clientX, y: clientY }
    timer = setTimeout(() => {
      forget()
      asked()
      wasAsked = true
      isOwn = true
      canvas.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX, clientY, button: 2 }))
      isOwn = false
    }, restMs)
  }, { signal })
  canvas.addEventListener('pointermove', (event) => {
    if (start && event.isPrimary && Math.hypot(event.clientX - start.x, event.clientY - start.y) > trembleAtMost) forget()
  }, { signal })
  for (const over of ['pointerup', 'pointercancel'] as const) canvas.addEventListener(over, forget, { signal })
  // A browser that saw a tap presses a mouse there once the finger is lifted, and a press beside a menu closes it.
  canvas.addEventListener('touchend', (event) => {
    if (wasAsked && event.cancelable) event.preventDefault()
  }, { signal, passive: false })
  canvas.addEventListener('contextmenu', (event) => {
    if (isOwn) return
    if (wasAsked || (event instanceof PointerEvent && isPalm(event))) {
      event.preventDefault()
      event.stopImmediatePropagation()
    } else if (start) {
      forget()
      asked()
      wasAsked = true
    }
  }, { signal, capture: true })

  return () => {
    forget()
    stop.abort()
  }
}
