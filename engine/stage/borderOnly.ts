import type { AnyComponentType } from '../components/catalog.ts'
import { drawBorder } from '../components/shapes.ts'

const made = new WeakMap<AnyComponentType, AnyComponentType>()

/** The type, painting no more than the border of its plate: an element of the page covers the rest. */
export function isBorderOnly(type: AnyComponentType): AnyComponentType {
  const known = made.get(type)
  if (known) return known
  const bare = { ...type, draw: drawBorder }
  made.set(type, bare)
  return bare
}
