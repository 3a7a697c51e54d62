import type { Stage } from '@mimic/engine'

/** A running drawing in its window: whole, or as somebody has moved it. */
export interface Fitted {
  /** Shows the whole drawing again, and keeps it whole when the window changes. */
  readonly fit: () => void
  /** Comes nearer by the factor, below 1 goes away, about the middle of the window. */
  readonly zoomBy: (factor: number) => void
  /** Moves the picture by screen pixels. */
  readonly panBy: (dx: number, dy: number) => void
  /** What somebody has moved to; null while the whole drawing is kept in the window. */
  readonly current: () => View | null
  readonly stop: () => void
}

/** A place that somebody has moved to. */
export interface View {
  readonly scale: number
  /** The drawing point in the middle of the window. */
  readonly middle: { readonly x: number; readonly y: number }
}

/**
 * Keeps the whole drawing in the window while the window changes, until somebody zooms or drags: then their view
 * stays, and `fit` gives the whole back. Nobody does where the drawing does not let them. `kept` is a view to begin with.
 */
export function fitOnResize(stage: Pick<Stage, 'canvas' | 'camera'>, kept: View | null = null): Fitted {
  const { canvas, camera } = stage
  const over = new AbortController()
  let isOwn = kept !== null && !camera.isLocked
  if (kept && isOwn) show(stage, kept)
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
    current() {
      if (!isOwn) return null
      const { x, y, width, height } = camera.visible
      return { scale: camera.scale, middle: { x: x + width / 2, y: y + height / 2 } }
    },
    stop() {
      over.abort()
      sizes.disconnect()
    },
  }
}

function show({ camera }: Pick<Stage, 'camera'>, { scale, middle }: View): void {
  camera.zoomTo(scale)
  const { x, y, width, height } = camera.visible
  const [from, to] = [camera.toScreen({ x: x + width / 2, y: y + height / 2 }), camera.toScreen(middle)]
  camera.moveBy(from.x - to.x, from.y - to.y)
}
