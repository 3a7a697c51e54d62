import type { Stage } from '@mimic/engine'

/** A running drawing in its window: whole, or as somebody has moved it. */
export interface Fitted {
  /** Shows the whole drawing again, and keeps it whole when the window changes. */
  readonly fit: () => void
  /** Comes nearer by the factor, below 1 goes away, about the middle of the window. */
  readonly zoomBy: (factor: number) => void
  /** Moves the picture by screen pixels. */
  readonly panBy: (dx: number, dy: number) => void
  readonly stop: () => void
}

/**
 * Keeps the whole drawing in the window while the window changes, until somebody zooms or drags: then their view
 * stays, and `fit` gives the whole back. Nobody does where the drawing does not let them.
 */
export function keepFitted(stage: Pick<Stage, 'canvas' | 'camera'>): Fitted {
  const { canvas, camera } = stage
  const over = new AbortController()
  let isOwn = false
  canvas.addEventListener('wheel', () => { isOwn = !camera.isLocked }, { signal: over.signal, passive: true })
  canvas.addEventListener('pointermove', (event) => { isOwn ||= event.buttons !== 0 && !camera.isLocked }, { signal: over.signal })
  // The host's observer of the same element came first: the stage has its new size when this one runs.
  const sizes = new ResizeObserver(() => { if (!isOwn) camera.fit() })
  if (canvas.parentElement) sizes.observe(canvas.parentElement)
  return {
    fit() {
      isOwn = false
      camera.fit()
    },
    zoomBy(factor) {
      isOwn ||= !camera.isLocked
      camera.zoomTo(camera.scale * factor)
    },
    panBy(dx, dy) {
      isOwn ||= !camera.isLocked
      camera.moveBy(dx, dy)
    },
    stop() {
      over.abort()
      sizes.disconnect()
    },
  }
}
