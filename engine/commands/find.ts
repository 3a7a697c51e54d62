import { descendantsOf, groupType } from '../document/index.ts'
import { rewriteWords } from './words.ts'
import type { Component, DrawingView, Id } from '../document/index.ts'
import type { Catalog } from './catalog.ts'
import type { WordPlace } from './words.ts'

/** What to look for in the words of a drawing. */
export interface FindQuery {
  readonly find: string
  /** Where to look. */
  readonly in: readonly WordPlace[]
  readonly matchCase?: boolean
  /** Only where no letter, digit or underscore stands beside it. */
  readonly wholeWord?: boolean
  /** These components and what is in them; absent: the whole drawing. */
  readonly ids?: readonly Id[]
}

/** One text in which something was found. */
export interface Hit {
  readonly id: Id
  readonly in: WordPlace
  /** Where in the component: `name`, `props.text`, `bindings.0.tag`. */
  readonly path: string
  readonly text: string
  /** First character and the one after the last, of each occurrence: for a list to mark them. */
  readonly at: readonly (readonly [start: number, end: number])[]
}

/** All texts of a drawing that have what is sought, back to front. Looks only: `find-replace` changes what this finds. */
export function find(view: DrawingView, query: FindQuery, catalog: Catalog): Hit[] {
  const pattern = patternOf(query)
  const hits: Hit[] = []
  if (!pattern) return hits
  for (const component of soughtComponents(view, query.ids)) {
    rewriteWords(component, catalog.get(component.type)?.fields, (place, path, text) => {
      const at = query.in.includes(place) ? [...text.matchAll(pattern)].map(({ index, 0: found }) => [index, index + found.length] as const) : []
      if (at.length > 0) hits.push({ id: component.id, in: place, path, text, at })
      return text
    })
  }
  return hits
}

/** What matches a query, literally; null when nothing is sought. */
export function patternOf({ find: sought, matchCase, wholeWord }: Pick<FindQuery, 'find' | 'matchCase' | 'wholeWord'>): RegExp | null {
  if (sought === '') return null
  const literal = sought.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
  return new RegExp(wholeWord ? `(?<![\\p{L}\\p{N}_])${literal}(?![\\p{L}\\p{N}_])` : literal, matchCase ? 'gu' : 'giu')
}

export function soughtComponents(view: DrawingView, ids: readonly Id[] | undefined): readonly Component[] {
  if (!ids) return descendantsOf(view, null)
  const found = new Set<Component>()
  for (const id of ids) {
    const component = view.get(id)
    if (component) found.add(component)
    if (component?.type === groupType) for (const member of descendantsOf(view, id)) found.add(member)
  }
  return [...found]
}
