import type { Component, Id } from '@mimic/engine/document'

/**
 * The component whose password operating this one asks for: itself, or the nearest group around it that asks. Null: none
 * is asked for. Browser and server judge by the same.
 */
export function passwordHolder(component: Component, get: (id: Id) => Component | undefined): Component | null {
  let at: Component | undefined = component
  for (let depth = 0; at && depth < deepest; depth++) {
    if (at.extras.isPasswordAsked) return at
    at = at.parent === null ? undefined : get(at.parent)
  }
  return null
}

/** A document has no cycles of parents; should one get in, the question still ends. */
const deepest = 64
