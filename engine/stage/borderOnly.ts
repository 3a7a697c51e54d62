import type { AnyComponentType } from '../components/catalog.ts'
import { drawBorder } from '../components/shapes.ts'

const made = new WeakMap<AnyComponentType, AnyComponentType>()

/** Returns a variant of a type that paints only the border, for components covered by an overlay element. */
export function isBorderOnly(type: AnyComponentType): AnyComponentType {
  const known = made.get(type)
  if (known) return known
  const bare = { ...type, draw: drawBorder }
  made.set(type, bare)
  return bare
}
