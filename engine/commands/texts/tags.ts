import { symbolMap } from '../../document/index.ts'
import { listTagParams } from './rebindLink.ts'
import { instanceAround } from '../settle/affectedInstances.ts'
import { rewriteStrings } from './rewriteStrings.ts'
import type { Component, DrawingView, Id } from '../../document/index.ts'
import type { Catalog } from '../base/catalog.ts'

/** A tag and its uses. */
export interface TagUse {
  readonly tag: string
  /**
   * `path` has the same format as in a hit: `bindings.0.tag`, `bindings.1.via.source`, `action.tag`, `props.series`,
   * `link.params.pump`.
   */
  readonly uses: readonly { readonly id: Id; readonly path: string }[]
}

/**
 * Returns the tags that components read and write, by name, as needed for rebinding. Only the given components are
 * searched, not their members. With `view`, the whole tags in parameters of instances are included.
 */
export function listTags(
  components: Iterable<Component>,
  catalog: Catalog,
  view?: Pick<DrawingView, 'get' | 'symbols'>,
): TagUse[] {
  const uses = new Map<string, { id: Id; path: string }[]>()
  const note = (tag: string, id: Id, path: string): void => {
    const existing = uses.get(tag)
    if (existing) existing.push({ id, path })
    else uses.set(tag, [{ id, path }])
  }
  const symbols = symbolMap(view?.symbols ?? [])
  for (const component of components) {
    rewriteStrings(component, catalog.get(component.type)?.fields, (place, path, text) => {
      if (place === 'tags') note(text, component.id, path)
      return text
    })
    if (!view || !component.link || instanceAround(view, component) !== component) continue
    for (const [name, tag] of listTagParams(component.link, symbols)) note(tag, component.id, `link.params.${name}`)
  }
  return [...uses].map(([tag, list]) => ({ tag, uses: list })).sort((a, b) => (a.tag < b.tag ? -1 : 1))
}
