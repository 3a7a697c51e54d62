import { getDescendants, groupType, getParamKinds, noKinds, getOwnComponents, symbolMap } from '../../document/index.ts'
import { matchesIn, compilePattern } from '../base/matches.ts'
import { instanceAround } from '../settle/affectedInstances.ts'
import { rewriteLink, rewriteSymbol } from './rewriteSymbolStrings.ts'
import { rewriteStrings } from './rewriteStrings.ts'
import type { Component, DrawingView, Id, ParamKinds } from '../../document/index.ts'
import type { Catalog } from '../base/catalog.ts'
import type { SearchOptions } from '../base/matches.ts'
import type { TextPlace } from './rewriteStrings.ts'

/** Search options. */
export interface FindQuery extends SearchOptions {
  /** Kinds of text to search. */
  readonly in: readonly TextPlace[]
  /** Search only these components and their members. Default: the whole drawing and its symbols. */
  readonly ids?: readonly Id[]
  /** False skips the drawing's symbols, which are read-only while a symbol is edited in its own drawing. */
  readonly symbols?: boolean
}

/** A text that contains a match. */
export interface Hit {
  /** Id of the component, or of the symbol for a symbol's own name and parameters. */
  readonly id: Id
  /** Symbol whose definition contains the text; absent for the drawing itself. */
  readonly symbol?: Id
  readonly in: TextPlace
  /** Path within the component: `name`, `props.text`, `bindings.0.tag`, `link.params.pump`. */
  readonly path: string
  /**
   * Index among hits with the same path, for example in the cells of a table or the lines of a tag list. Default: 0.
   */
  readonly nth?: number
  readonly text: string
  /** Start (inclusive) and end (exclusive) of each match, for highlighting. */
  readonly at: readonly (readonly [start: number, end: number])[]
}

/** Identifies a hit while the drawing is unchanged. */
export type HitPlace = Pick<Hit, 'id' | 'symbol' | 'path' | 'nth'>

/** Returns a unique key for a hit. */
export const placeKey = ({ id, symbol, path, nth = 0 }: HitPlace): string => `${symbol ?? ''} ${id} ${path} ${nth}`

/** Returns a counter that numbers consecutive hits with the same place, starting at 0. */
export function createHitCounter(): (id: Id, path: string, symbol: Id | undefined) => number {
  let last = ''
  let nth = 0
  return (id, path, symbol) => {
    const place = placeKey({ id, path, ...(symbol !== undefined && { symbol }) })
    nth = place === last ? nth + 1 : 0
    last = place
    return nth
  }
}

/**
 * Finds all texts of a drawing that match the query, in paint order, with the texts of symbols last. Does not change
 * the drawing; use `find-replace` to replace matches.
 *
 * Texts of instance members are reported where they are defined: in the symbol, or in the parameters or overrides of
 * the instance. If `query.ids` is set, they are reported in the members themselves. `kinds` are the parameters of the
 * symbol whose own drawing is searched.
 */
export function find(view: DrawingView, query: FindQuery, catalog: Catalog, kinds: ParamKinds = noKinds): Hit[] {
  const pattern = compilePattern(query)
  const hits: Hit[] = []
  if (!pattern) return hits
  const places = new Set(query.in)
  const getHitNumber = createHitCounter()
  const note = (paramKinds: ParamKinds, id: Id, place: TextPlace, path: string, text: string, symbol?: Id): string => {
    const at = places.has(place) ? matchesIn(text, pattern, paramKinds) : []
    if (at.length === 0) return text
    const nth = getHitNumber(id, path, symbol)
    hits.push({ id, in: place, path, text, at, ...(nth > 0 && { nth }), ...(symbol !== undefined && { symbol }) })
    return text
  }
  const symbols = symbolMap(view.symbols)
  const isWhole = query.ids === undefined
  for (const component of getSearchedComponents(view, query.ids)) {
    rewriteStrings(component, catalog.get(component.type)?.fields, (place, path, text) =>
      note(kinds, component.id, place, path, text),
    )
    if (!component.link || (!isWhole && instanceAround(view, component) !== component)) continue
    rewriteLink(
      component.link,
      symbols,
      catalog,
      (place, path, text) => note(kinds, component.id, place, path, text),
      isWhole,
    )
  }
  for (const symbol of isWhole && query.symbols !== false ? view.symbols : []) {
    const own = getParamKinds(symbol.params)
    rewriteSymbol(symbol, view.symbols, catalog, (id, place, path, text) => note(own, id, place, path, text, symbol.id))
  }
  return hits
}

/**
 * Returns the components to search: the whole drawing without instance members, or the named components with all their
 * members.
 */
export function getSearchedComponents(view: DrawingView, ids: readonly Id[] | undefined): readonly Component[] {
  if (!ids) return getOwnComponents({ components: getDescendants(view, null) })
  const found = new Set<Component>()
  for (const id of ids) {
    const component = view.get(id)
    if (component) found.add(component)
    if (component?.type === groupType) for (const member of getDescendants(view, id)) found.add(member)
  }
  return [...found]
}
