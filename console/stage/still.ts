import type { Stage } from '@mimic/engine'

/** Longest time that an old picture covers a new one whose images do not arrive. */
const longestMs = 2_000

/** What is on the canvas now, as an element to lie over it. */
export function copyPicture(stage: Stage): HTMLCanvasElement {
  const { canvas } = stage
  const copy = document.createElement('canvas')
  copy.className = 'stage-still'
  copy.width = canvas.width
  copy.height = canvas.height
  copy.ariaHidden = 'true'
  // A browser does not keep a frame that it has shown: the canvas is painted and read in one go.
  stage.frame(performance.now())
  if (copy.width > 0 && copy.height > 0) copy.getContext('2d')?.drawImage(canvas, 0, 0)
  return copy
}

/** Takes the copy off when the new stage has painted its images, or has tried for too long. Returns how to stop waiting. */
export function uncoverWhenPainted(stage: Stage, still: HTMLCanvasElement): () => void {
  let isOver = false
  const remove = (): void => {
    if (!isOver) requestAnimationFrame(() => still.remove())
    isOver = true
  }
  const timer = setTimeout(remove, longestMs)
  stage.settled().then(remove, remove)
  return () => {
    isOver = true
    clearTimeout(timer)
    still.remove()
  }
}
