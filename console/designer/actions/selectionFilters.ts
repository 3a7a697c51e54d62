import { catalog } from '@mimic/engine/catalog'
import { instanceAround, isHeld } from '@mimic/engine/commands'
import { ancestorsOf, type Component, type DrawingDocument, type Id } from '@mimic/engine/document'

/** Those that may be moved: what is locked stays where it is, and the rest is arranged without it, as by the keys. */
export function unlocked(document: DrawingDocument, components: readonly Component[]): Id[] {
  return components.filter((component) => !isHeld(document, component)).map(({ id }) => id)
}

/** Those that may change groups: not locked, nor in a locked group. */
export function ungrouped(document: DrawingDocument, components: readonly Component[]): Id[] {
  return components.filter((component) => !component.locked && !ancestorsOf(document, component).some(({ locked }) => locked)).map(({ id }) => id)
}

/** Connectors with points that were set by hand, where they may find another way: not in an instance, whose symbol leads them. */
export function withBends(document: DrawingDocument, components: readonly Component[]): Id[] {
  return unlocked(document, components.filter((line) => {
    const bends = catalog.get(line.type)?.ends?.bends
    return bends !== undefined && line.props[bends] !== undefined && !instanceAround(document, line)
  }))
}
