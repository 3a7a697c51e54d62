import { ancestorsOf, type Component, type DrawingDocument, groupType, type Id } from '@mimic/engine/document'

/** Those that may be moved: what is locked stays where it is, and the rest is arranged without it, as by the keys. */
export function freeOf(document: DrawingDocument, components: readonly Component[]): Id[] {
  return components.filter((component) => !isHeld(document, component)).map(({ id }) => id)
}

/** Those that may change groups: not locked, nor in a locked group. */
export function looseOf(document: DrawingDocument, components: readonly Component[]): Id[] {
  return components.filter((component) => !isFixed(document, component)).map(({ id }) => id)
}

function isFixed(document: DrawingDocument, component: Component): boolean {
  return component.locked || ancestorsOf(document, component).some(({ locked }) => locked)
}

function isHeld(document: DrawingDocument, component: Component): boolean {
  return isFixed(document, component) || (component.type === groupType && document.descendants(component.id).some(({ locked }) => locked))
}
