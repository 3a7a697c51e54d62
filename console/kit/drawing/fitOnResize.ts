import type { Stage } from '@mimic/engine'

/** Controls the view of a running drawing: fitted to the window, or moved by the user. */
export interface Fitted {
  /** Fits the drawing to the window, also after resizing. */
  readonly fit: () => void
  /** Zooms by the factor around the centre of the window; below 1 zooms out. */
  readonly zoomBy: (factor: number) => void
  /** Pans by screen pixels. */
  readonly panBy: (dx: number, dy: number) => void
  /** View selected by the user; `null` while the drawing is fitted. */
  readonly current: () => View | null
  readonly stop: () => void
}

/** View selected by the user. */
export interface View {
  readonly scale: number
  /** Drawing coordinates of the centre of the window. */
  readonly middle: { readonly x: number; readonly y: number }
}

/**
 * Fits the drawing to the window on each resize, until the user zooms or drags (unless the drawing locks the camera).
 * `fit` restores the whole drawing. `kept` is the initial view.
 */
export function fitOnResize(stage: Pick<Stage, 'canvas' | 'camera'>, initialView: View | null = null): Fitted {
  const { canvas, camera } = stage
  const over = new AbortController()
  let isOwn = initialView !== null && !camera.isLocked
  if (initialView && isOwn) show(stage, initialView)
  canvas.addEventListener(
    'wheel',
    () => {
      isOwn = !camera.isLocked
    },
    { signal: over.signal, passive: true },
  )
  canvas.addEventListener(
    'pointermove',
    (event) => {
      isOwn ||= event.buttons !== 0 && !camera.isLocked
    },
    { signal: over.signal },
  )
  // The host's observer of the same element was registered first, so the stage already has its new size.
  const sizes = new ResizeObserver(() => {
    if (!isOwn) camera.fit()
  })
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
