import { useSyncExternalStore } from 'react'

const reducedMotionQuery = '(prefers-reduced-motion: reduce)'

/** Returns true if the system prefers reduced motion. */
export const prefersReducedMotion = (): boolean => matchMedia(reducedMotionQuery).matches

/** Same as `prefersReducedMotion`, updated when the system setting changes. */
export const useReducedMotion = (): boolean => useSyncExternalStore(watch, prefersReducedMotion)

function watch(changed: () => void): () => void {
  const query = matchMedia(reducedMotionQuery)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}
