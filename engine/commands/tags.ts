import { rewriteWords } from './words.ts'
import type { Component, Id } from '../document/index.ts'
import type { Catalog } from './catalog.ts'

/** One tag and all that depends on it. */
export interface TagUse {
  readonly tag: string
  /** `path` as in a hit: `bindings.0.tag`, `bindings.1.via.source`, `action.tag`, `props.series`. */
  readonly uses: readonly { readonly id: Id; readonly path: string }[]
}

/** The tags that components are driven by and write to, by name: what a rebinding asks about. Members are not looked up: hand them in. */
export function tagsOf(components: Iterable<Component>, catalog: Catalog): TagUse[] {
  const uses = new Map<string, { id: Id; path: string }[]>()
  for (const component of components) {
    rewriteWords(component, catalog.get(component.type)?.fields, (place, path, text) => {
      if (place !== 'tags') return text
      const known = uses.get(text)
      if (known) known.push({ id: component.id, path })
      else uses.set(text, [{ id: component.id, path }])
      return text
    })
  }
  return [...uses].map(([tag, list]) => ({ tag, uses: list })).sort((a, b) => (a.tag < b.tag ? -1 : 1))
}
