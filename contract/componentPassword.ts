import type { Component, Id } from '@mimic/engine/document'

/**
 * Returns the component whose password is required to operate `component`: the component itself, or the nearest parent
 * group that requires a password. Returns null if no password is required. Browser and server use the same function.
 */
export function findPasswordComponent(component: Component, get: (id: Id) => Component | undefined): Component | null {
  let at: Component | undefined = component
  for (let depth = 0; at && depth < maxDepth; depth++) {
    if (at.extras.isPasswordAsked) return at
    at = at.parent === null ? undefined : get(at.parent)
  }
  return null
}

/** Limits the loop in case a document contains a cycle of parents. */
const maxDepth = 64
