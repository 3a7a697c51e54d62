import { prefersReducedMotion } from '../useReducedMotion.ts'

const durationMs = 800

/**
 * Scrolls an element to its top within 800 ms (specification, section 9), or immediately if reduced motion is
 * preferred.
 */
export function scrollToTop(element: HTMLElement): void {
  const from = element.scrollTop
  if (from === 0) return
  if (prefersReducedMotion()) {
    element.scrollTop = 0
    return
  }
  const startMs = performance.now()
  const step = (nowMs: number) => {
    const share = Math.min(1, (nowMs - startMs) / durationMs)
    element.scrollTop = from * (1 - easeOut(share))
    if (share < 1) requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
}

const easeOut = (share: number): number => 1 - (1 - share) ** 3
