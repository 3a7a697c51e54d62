import { placeholdersIn } from '../../document/index.ts'
import type { ParamKinds } from '../../document/index.ts'

/** Search text and options. */
export interface SearchOptions {
  readonly find: string
  readonly matchCase?: boolean
  /** Match only if no letter, digit or underscore is adjacent. */
  readonly wholeWord?: boolean
}

/** Returns a pattern that matches the search text literally, or null for an empty search text. */
export function compilePattern({ find: searchText, matchCase, wholeWord }: SearchOptions): RegExp | null {
  if (searchText === '') return null
  const literal = searchText.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
  return new RegExp(wholeWord ? `(?<![\\p{L}\\p{N}_])${literal}(?![\\p{L}\\p{N}_])` : literal, matchCase ? 'gu' : 'giu')
}

/**
 * Returns start (inclusive) and end (exclusive) of each match. Skips matches that overlap part of a known placeholder,
 * because replacing part of a placeholder would make the symbol invalid.
 */
export function matchesIn(
  text: string,
  pattern: RegExp,
  kinds: ParamKinds,
): readonly (readonly [start: number, end: number])[] {
  pattern.lastIndex = 0
  if (!pattern.test(text)) return none
  const found: (readonly [number, number])[] = []
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) found.push([match.index, pattern.lastIndex])
  const placeholders = placeholdersIn(text, kinds)
  if (placeholders.length === 0) return found
  return found.filter(([start, end]) =>
    placeholders.every(([from, to]) => end <= from || start >= to || (start <= from && end >= to)),
  )
}

const none: readonly (readonly [number, number])[] = Object.freeze([])
