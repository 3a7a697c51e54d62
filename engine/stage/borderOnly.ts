import type { AnyComponentType } from '../components/catalog.ts'
import { drawBorder } from '../components/shapes.ts'

const cache = new WeakMap<AnyComponentType, AnyComponentType>()

/** Returns a variant of a type that paints only the border, for components covered by an overlay element. */
export function toBorderOnly(type: AnyComponentType): AnyComponentType {
  const cached = cache.get(type)
  if (cached) return cached
  const bare = { ...type, draw: drawBorder }
  cache.set(type, bare)
  return bare
}
