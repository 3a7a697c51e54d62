import type { Component, DrawingDocument } from '../document/index.ts'

/**
 * Number of added components above which they are sorted in one pass over the painter's order instead of one search
 * each.
 */
export const manyAdded = 32

/** Whether two records of a component differ at most in their position. Does not compare properties. */
export function isSameButPlace(a: Component, b: Component): boolean {
  return (
    a.width === b.width &&
    a.height === b.height &&
    a.angleDeg === b.angleDeg &&
    a.flipX === b.flipX &&
    a.flipY === b.flipY &&
    a.opacity === b.opacity &&
    a.visible === b.visible &&
    a.animation === b.animation &&
    a.extras === b.extras &&
    a.type === b.type &&
    a.name === b.name
  )
}

/** Sorts components of a document by painter's order, from the bottom. */
export function inPaintOrder(components: readonly Component[], document: DrawingDocument): readonly Component[] {
  const ids = new Set(components.map((component) => component.id))
  return document.paintOrder().filter((component) => ids.has(component.id))
}
