import type { Stage } from '@mimic/engine'

/** Maximum time in milliseconds that the previous frame covers a drawing whose images do not load. */
const maxMs = 2_000

/** Copies the current canvas content into an element that can be placed over it. */
export function copyPicture(stage: Stage): HTMLCanvasElement {
  const { canvas } = stage
  const copy = document.createElement('canvas')
  copy.className = 'stage-still'
  copy.width = canvas.width
  copy.height = canvas.height
  copy.ariaHidden = 'true'
  // Browsers discard a presented frame, so paint and read within one task.
  stage.frame(performance.now())
  if (copy.width > 0 && copy.height > 0) copy.getContext('2d')?.drawImage(canvas, 0, 0)
  return copy
}

/**
 * Removes the copy once the new stage has painted its images, or after a timeout. Returns a function that removes it
 * immediately.
 */
export function uncoverWhenPainted(stage: Stage, still: HTMLCanvasElement): () => void {
  let isOver = false
  const remove = (): void => {
    if (!isOver) requestAnimationFrame(() => still.remove())
    isOver = true
  }
  const timer = setTimeout(remove, maxMs)
  stage.whenSettled().then(remove, remove)
  return () => {
    isOver = true
    clearTimeout(timer)
    still.remove()
  }
}
