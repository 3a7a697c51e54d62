import type { Component, DrawingDocument } from '../document/index.ts'

/** Additions beyond this are placed by one walk over the painter's order instead of one search each. */
export const manyAdded = 32

/** Whether nothing of a component has changed but where it stands. */
export function isSameButPlace(a: Component, b: Component): boolean {
  return a.width === b.width && a.height === b.height && a.angleDeg === b.angleDeg && a.flipX === b.flipX && a.flipY === b.flipY
    && a.opacity === b.opacity && a.visible === b.visible && a.animation === b.animation && a.extras === b.extras && a.type === b.type && a.name === b.name
}

/** Some of a document's components, those behind first. */
export function inPaintOrder(components: readonly Component[], document: DrawingDocument): readonly Component[] {
  const wanted = new Set(components.map((component) => component.id))
  return document.paintOrder().filter((component) => wanted.has(component.id))
}
