import { placeholdersIn } from '../document/index.ts'
import type { ParamKinds } from '../document/index.ts'

/** What is sought in texts, and how. */
export interface Sought {
  readonly find: string
  readonly matchCase?: boolean
  /** Only where no letter, digit or underscore stands beside it. */
  readonly wholeWord?: boolean
}

/** What matches, literally; null when nothing is sought. */
export function patternOf({ find: sought, matchCase, wholeWord }: Sought): RegExp | null {
  if (sought === '') return null
  const literal = sought.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
  return new RegExp(wholeWord ? `(?<![\\p{L}\\p{N}_])${literal}(?![\\p{L}\\p{N}_])` : literal, matchCase ? 'gu' : 'giu')
}

/**
 * First character and the one after the last of each match. One that cuts into the placeholder of a known parameter is
 * none: a parameter's name is not a word, and replacing half of it would leave a symbol that no reader takes.
 */
export function matchesIn(text: string, pattern: RegExp, kinds: ParamKinds): readonly (readonly [start: number, end: number])[] {
  pattern.lastIndex = 0
  if (!pattern.test(text)) return none
  const found: (readonly [number, number])[] = []
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) found.push([match.index, pattern.lastIndex])
  const held = placeholdersIn(text, kinds)
  if (held.length === 0) return found
  return found.filter(([start, end]) => held.every(([from, to]) => end <= from || start >= to || (start <= from && end >= to)))
}

const none: readonly (readonly [number, number])[] = Object.freeze([])
