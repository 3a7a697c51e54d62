import type { Component, Stage } from '@mimic/engine'

const restMs = 350
/** Tolerance of a long press in pixels. */
const maxTremblePx = 10

/** Part of Stage that hover detection needs. */
export type HoverStage = Pick<Stage, 'canvas' | 'camera' | 'hitTest'>

export interface Hover {
  readonly changed: (component: Component | null) => void
  /** Returns true if the component has a tooltip. */
  readonly hasTooltip: (component: Component) => boolean
  /** Duration of a long press in milliseconds. */
  readonly fingerMs: number
  /** Attribute of DOM overlays that belong to the drawing. */
  readonly pinMark: string
}

/** Marks elements above the canvas that belong to the hovered component; entering them does not end the hover. */
export const hoverMark = { 'data-resting': '' } as const
const markSelector = '[data-resting]'

/**
 * Reports the hovered component after a delay, and null on leave, press, zoom or Escape. A long press reports it as
 * well and remains after lifting; it suppresses the browser's context menu if `says` returns true. Returns a function
 * that stops.
 */
export function watchHover(stage: HoverStage, { changed, hasTooltip, fingerMs, pinMark }: Hover): () => void {
  const { canvas, camera } = stage
  const area = canvas.ownerDocument
  const over = new AbortController()
  const quiet = { signal: over.signal, passive: true } as const
  let timer: ReturnType<typeof setTimeout> | undefined
  let under: Component | null = null
  let finger: { readonly id: number; readonly x: number; readonly y: number; readonly on: Component | null } | null =
    null
  /** A long press has been handled, so suppress the context menu. */
  let isHandled = false
  const leave = (): void => {
    clearTimeout(timer)
    if (under) changed(null)
    under = null
    finger = null
  }
  const isOver = (target: EventTarget | null) => target === canvas || isIn(target, `[${pinMark}]`)
  const at = (event: PointerEvent) => {
    if (event.target === canvas) return stage.hitTest(camera.toWorld({ x: event.offsetX, y: event.offsetY }))
    const { left, top } = canvas.getBoundingClientRect()
    return stage.hitTest(camera.toWorld({ x: event.clientX - left, y: event.clientY - top }))
  }
  const handleLongPress = (): void => {
    clearTimeout(timer)
    under = finger?.on ?? null
    finger = null
    if (!under) return
    isHandled = hasTooltip(under)
    changed(under)
  }
  const handleMove = (event: PointerEvent): void => {
    if (event.pointerType === 'touch') {
      if (
        finger &&
        (event.pointerId !== finger.id || Math.hypot(event.clientX - finger.x, event.clientY - finger.y) > maxTremblePx)
      )
        leave()
      return
    }
    if (event.buttons !== 0) return leave()
    const hit = at(event)
    if (hit === under) return
    leave()
    under = hit
    if (hit) timer = setTimeout(() => changed(hit), restMs)
  }
  const handlePress = (event: PointerEvent): void => {
    leave()
    isHandled = false
    if (event.pointerType !== 'touch' || !event.isPrimary) return
    finger = { id: event.pointerId, x: event.clientX, y: event.clientY, on: at(event) }
    timer = setTimeout(handleLongPress, fingerMs)
  }
  const handleContextMenu = (event: MouseEvent): void => {
    // Some browsers open the menu slightly before the long press is due.
    if (finger) handleLongPress()
    if (!isHandled) return
    event.preventDefault()
    event.stopPropagation()
  }
  // Over an iframe only pointerover and pointerout are received.
  for (const moveType of ['pointerover', 'pointermove'] as const)
    area.addEventListener(
      moveType,
      (event) => {
        if (isOver(event.target)) handleMove(event)
      },
      quiet,
    )
  area.addEventListener(
    'pointerdown',
    (event) => {
      if (isOver(event.target)) handlePress(event)
    },
    quiet,
  )
  for (const endType of ['pointerup', 'pointercancel'] as const)
    area.addEventListener(
      endType,
      ({ target }) => {
        if (isOver(target) && finger) leave()
      },
      quiet,
    )
  area.addEventListener(
    'pointerout',
    ({ target, relatedTarget, pointerType }) => {
      if (
        pointerType !== 'touch' &&
        (isOver(target) || isMarked(target)) &&
        !isOver(relatedTarget) &&
        !isMarked(relatedTarget)
      )
        leave()
    },
    quiet,
  )
  // In the capture phase, before other menu handlers.
  area.addEventListener(
    'contextmenu',
    (event) => {
      if (isOver(event.target)) handleContextMenu(event)
    },
    { signal: over.signal, capture: true },
  )
  area.addEventListener(
    'keydown',
    ({ key }) => {
      if (key !== 'Escape') return
      leave()
      // The tooltip may belong to the keyboard focus, which is not tracked here.
      changed(null)
    },
    quiet,
  )
  area.addEventListener(
    'wheel',
    (event) => {
      leave()
      // Forward wheel events from overlays, so that zooming works there too.
      if (isMarked(event.target)) canvas.dispatchEvent(new WheelEvent(event.type, event))
    },
    quiet,
  )
  return () => {
    over.abort()
    clearTimeout(timer)
  }
}

function isMarked(target: EventTarget | null): boolean {
  return isIn(target, markSelector)
}

function isIn(target: EventTarget | null, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null
}
