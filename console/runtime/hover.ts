import type { Component, Stage } from '@mimic/engine'

const restMs = 350
/** How far a finger may tremble while it rests. */
const trembleAtMost = 10

/** The part of a stage that resting goes by. */
export type HoverStage = Pick<Stage, 'canvas' | 'camera' | 'hitTest'>

export interface Hover {
  readonly changed: (component: Component | null) => void
  /** Whether there is anything to say of a component. */
  readonly says: (component: Component) => boolean
  /** How long a finger rests before it asks. */
  readonly fingerMs: number
  /** Marks the elements over the canvas that belong to the drawing: a pointer there is over the drawing. */
  readonly pinMark: string
}

/** Marks what lies over the canvas for the component under the pointer: going there is not leaving it. */
export const hoverMark = { 'data-resting': '' } as const
const ofMark = '[data-resting]'

/**
 * Tells which component the pointer rests on, after a moment; null as soon as it leaves, presses or zooms, or Escape is
 * pressed. A finger that rests asks the same, and what it asked for stays when it is lifted; where there is nothing to say
 * (`says`) the browser's own answer to a resting finger stands. Answers how to stop.
 */
export function watchHover(stage: HoverStage, { changed, says, fingerMs, pinMark }: Hover): () => void {
  const { canvas, camera } = stage
  const area = canvas.ownerDocument
  const over = new AbortController()
  const quiet = { signal: over.signal, passive: true } as const
  let timer: ReturnType<typeof setTimeout> | undefined
  let under: Component | null = null
  let finger: { readonly id: number; readonly x: number; readonly y: number; readonly on: Component | null } | null = null
  /** A finger has just been answered: the menu that a browser opens for it is not wanted. */
  let isAnswered = false
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
  const answer = (): void => {
    clearTimeout(timer)
    under = finger?.on ?? null
    finger = null
    if (!under) return
    isAnswered = says(under)
    changed(under)
  }
  const moved = (event: PointerEvent): void => {
    if (event.pointerType === 'touch') {
      if (finger && (event.pointerId !== finger.id || Math.hypot(event.clientX - finger.x, event.clientY - finger.y) > trembleAtMost)) leave()
      return
    }
    if (event.buttons !== 0) return leave()
    const hit = at(event)
    if (hit === under) return
    leave()
    under = hit
    if (hit) timer = setTimeout(() => changed(hit), restMs)
  }
  const pressed = (event: PointerEvent): void => {
    leave()
    isAnswered = false
    if (event.pointerType !== 'touch' || !event.isPrimary) return
    finger = { id: event.pointerId, x: event.clientX, y: event.clientY, on: at(event) }
    timer = setTimeout(answer, fingerMs)
  }
  const asked = (event: MouseEvent): void => {
    // Some browsers ask for their menu a little before our own time is over.
    if (finger) answer()
    if (!isAnswered) return
    event.preventDefault()
    event.stopPropagation()
  }
  // Of a page in a frame nothing is heard but that the pointer came over it and left it.
  for (const come of ['pointerover', 'pointermove'] as const) area.addEventListener(come, (event) => { if (isOver(event.target)) moved(event) }, quiet)
  area.addEventListener('pointerdown', (event) => { if (isOver(event.target)) pressed(event) }, quiet)
  for (const gone of ['pointerup', 'pointercancel'] as const) area.addEventListener(gone, ({ target }) => { if (isOver(target) && finger) leave() }, quiet)
  area.addEventListener('pointerout', ({ target, relatedTarget, pointerType }) => {
    if (pointerType !== 'touch' && (isOver(target) || isMarked(target)) && !isOver(relatedTarget) && !isMarked(relatedTarget)) leave()
  }, quiet)
  // Before anybody else opens a menu.
  area.addEventListener('contextmenu', (event) => { if (isOver(event.target)) asked(event) }, { signal: over.signal, capture: true })
  area.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return
    leave()
    // What is shown may be the keyboard's, of which nothing is known here.
    changed(null)
  }, quiet)
  area.addEventListener('wheel', (event) => {
    leave()
    // Over what lies on the canvas a wheel zooms as it does beside it.
    if (isMarked(event.target)) canvas.dispatchEvent(new WheelEvent(event.type, event))
  }, quiet)
  return () => {
    over.abort()
    clearTimeout(timer)
  }
}

function isMarked(target: EventTarget | null): boolean {
  return isIn(target, ofMark)
}

function isIn(target: EventTarget | null, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null
}
