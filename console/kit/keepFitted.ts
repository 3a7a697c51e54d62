import type { Stage } from '@mimic/engine'

/**
 * Keeps the whole drawing in the window while the window changes, until somebody zooms or drags: then their view
 * stays, and `fit` gives the whole back. Nobody does where the drawing does not let them.
 */
export function keepFitted(stage: Stage): { readonly fit: () => void; readonly stop: () => void } {
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
    stop() {
      over.abort()
      sizes.disconnect()
    },
  }
}
