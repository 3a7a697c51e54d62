import { descendantsOf, groupType, kindsOf, noKinds, ownComponents, symbolMap } from '../document/index.ts'
import { matchesIn, patternOf } from './matches.ts'
import { instanceAround } from './affectedInstances.ts'
import { rewriteLink, rewriteSymbol } from './rewriteSymbolStrings.ts'
import { rewriteWords } from './rewriteStrings.ts'
import type { Component, DrawingView, Id, ParamKinds } from '../document/index.ts'
import type { Catalog } from './catalog.ts'
import type { Sought } from './matches.ts'
import type { WordPlace } from './rewriteStrings.ts'

/** What to look for in the words of a drawing. */
export interface FindQuery extends Sought {
  /** Where to look. */
  readonly in: readonly WordPlace[]
  /** These components and what is in them; absent: the whole drawing and its symbols. */
  readonly ids?: readonly Id[]
  /** False: not in the drawing's symbols, which cannot be changed where a symbol is edited by itself. */
  readonly symbols?: boolean
}

/** One text in which something was found. */
export interface Hit {
  /** The component; of a symbol's own name and parameters the symbol. */
  readonly id: Id
  /** The symbol in whose definition it stands; absent: in the drawing itself. */
  readonly symbol?: Id
  readonly in: WordPlace
  /** Where in the component: `name`, `props.text`, `bindings.0.tag`, `link.params.pump`. */
  readonly path: string
  /** How many were found there before it: a table's cells and the lines of a list of tags stand at one place. Absent: none. */
  readonly nth?: number
  readonly text: string
  /** First character and the one after the last, of each occurrence: for a list to mark them. */
  readonly at: readonly (readonly [start: number, end: number])[]
}

/** Which of all hits one is, while the drawing stays as it is. */
export type HitPlace = Pick<Hit, 'id' | 'symbol' | 'path' | 'nth'>

/** The same for the same place, and for no other. */
export const placeKey = ({ id, symbol, path, nth = 0 }: HitPlace): string => `${symbol ?? ''} ${id} ${path} ${nth}`

/** Numbers the hits of one going through: those that follow each other at one place from 0 on. */
export function hitNumbers(): (id: Id, path: string, symbol: Id | undefined) => number {
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
 * All texts of a drawing that have what is sought, back to front, those of its symbols at the end. Looks only:
 * `find-replace` changes what this finds. What members of instances show is found where it is written: in the symbol, in
 * the instance's parameters or overrides; among named components it is found in the members themselves. `kinds` are the
 * parameters of the symbol whose own drawing this is.
 */
export function find(view: DrawingView, query: FindQuery, catalog: Catalog, kinds: ParamKinds = noKinds): Hit[] {
  const pattern = patternOf(query)
  const hits: Hit[] = []
  if (!pattern) return hits
  const places = new Set(query.in)
  const numberOf = hitNumbers()
  const note = (known: ParamKinds, id: Id, place: WordPlace, path: string, text: string, symbol?: Id): string => {
    const at = places.has(place) ? matchesIn(text, pattern, known) : []
    if (at.length === 0) return text
    const nth = numberOf(id, path, symbol)
    hits.push({ id, in: place, path, text, at, ...(nth > 0 && { nth }), ...(symbol !== undefined && { symbol }) })
    return text
  }
  const symbols = symbolMap(view.symbols)
  const isWhole = query.ids === undefined
  for (const component of soughtComponents(view, query.ids)) {
    rewriteWords(component, catalog.get(component.type)?.fields, (place, path, text) => note(kinds, component.id, place, path, text))
    if (!component.link || (!isWhole && instanceAround(view, component) !== component)) continue
    rewriteLink(component.link, symbols, catalog, (place, path, text) => note(kinds, component.id, place, path, text), isWhole)
  }
  for (const symbol of isWhole && query.symbols !== false ? view.symbols : []) {
    const own = kindsOf(symbol.params)
    rewriteSymbol(symbol, view.symbols, catalog, (id, place, path, text) => note(own, id, place, path, text, symbol.id))
  }
  return hits
}

/** Of the whole drawing without the members that symbols make; of named components with all that is in them. */
export function soughtComponents(view: DrawingView, ids: readonly Id[] | undefined): readonly Component[] {
  if (!ids) return ownComponents({ components: descendantsOf(view, null) })
  const found = new Set<Component>()
  for (const id of ids) {
    const component = view.get(id)
    if (component) found.add(component)
    if (component?.type === groupType) for (const member of descendantsOf(view, id)) found.add(member)
  }
  return [...found]
}
