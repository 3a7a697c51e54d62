import { catalog } from '@mimic/engine/catalog'
import { instanceAround, isEffectivelyLocked } from '@mimic/engine/commands'
import { getAncestors, type Component, type DrawingDocument, type Id } from '@mimic/engine/document'

/**
 * Ids of components that may be moved. Locked ones stay in place while the rest is arranged, as with keyboard commands.
 */
export function unlocked(document: DrawingDocument, components: readonly Component[]): Id[] {
  return components.filter((component) => !isEffectivelyLocked(document, component)).map(({ id }) => id)
}

/** Ids of components that may change groups: neither locked nor in a locked group. */
export function ungrouped(document: DrawingDocument, components: readonly Component[]): Id[] {
  return components
    .filter((component) => !component.locked && !getAncestors(document, component).some(({ locked }) => locked))
    .map(({ id }) => id)
}

/**
 * Ids of connectors with manual bends whose route can be reset. Excludes members of an instance, because the symbol
 * defines their route.
 */
export function withBends(document: DrawingDocument, components: readonly Component[]): Id[] {
  return unlocked(
    document,
    components.filter((line) => {
      const bends = catalog.get(line.type)?.ends?.bends
      return bends !== undefined && line.props[bends] !== undefined && !instanceAround(document, line)
    }),
  )
}
