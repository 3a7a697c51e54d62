import type { Component, Stage } from '@mimic/engine'

const restMs = 350

/** Marks what lies over the canvas for the component under the pointer: going there is not leaving it. */
export const restingMark = { 'data-resting': '' } as const
const ofMark = '[data-resting]'

/** Tells which component the pointer rests on, after a moment; null as soon as it leaves, presses or zooms. Answers how to stop. */
export function watchRest(stage: Stage, changed: (component: Component | null) => void): () => void {
  const { canvas, camera } = stage
  const area = canvas.ownerDocument
  const over = new AbortController()
  const quiet = { signal: over.signal, passive: true } as const
  let timer: ReturnType<typeof setTimeout> | undefined
  let under: Component | null = null
  const leave = (): void => {
    clearTimeout(timer)
    if (under) changed(null)
    under = null
  }
  canvas.addEventListener('pointermove', (event) => {
    if (event.buttons !== 0 || event.pointerType === 'touch') return leave()
    const hit = stage.hitTest(camera.toWorld({ x: event.offsetX, y: event.offsetY }))
    if (hit === under) return
    leave()
    under = hit
    if (hit) timer = setTimeout(() => changed(hit), restMs)
  }, quiet)
  canvas.addEventListener('pointerleave', ({ relatedTarget }) => { if (!isMarked(relatedTarget)) leave() }, quiet)
  area.addEventListener('pointerout', ({ target, relatedTarget }) => {
    if (isMarked(target) && !isMarked(relatedTarget) && relatedTarget !== canvas) leave()
  }, quiet)
  canvas.addEventListener('pointerdown', leave, quiet)
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
  return target instanceof Element && target.closest(ofMark) !== null
}
