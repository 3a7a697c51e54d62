import { useSyncExternalStore } from 'react'

const asked = '(prefers-reduced-motion: reduce)'

/** Whether the person asked the system for as little motion as can be. */
export const prefersReducedMotion = (): boolean => matchMedia(asked).matches

/** The same, and anew when the system's setting changes. */
export const useReducedMotion = (): boolean => useSyncExternalStore(watch, prefersReducedMotion)

function watch(changed: () => void): () => void {
  const query = matchMedia(asked)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}
