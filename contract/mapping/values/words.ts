import type { Literal } from '../messages/path.ts'

/**
 * Creates a lookup by declared words. Numbers and flags match their text and the other way round: `1` and "1" are the
 * same word, because a plain payload does not say which one it is.
 */
export function createWordMap<Value>(entries: readonly (readonly [Literal, Value])[]): ReadonlyMap<unknown, Value> {
  return new Map<unknown, Value>([
    ...entries.flatMap(([word, value]) => findTwins(word).map((twin) => [twin, value] as const)),
    ...entries,
  ])
}

function findTwins(word: Literal): Literal[] {
  if (typeof word !== 'string') return [String(word)]
  if (word === 'true' || word === 'false') return [word === 'true']
  return word !== '' && String(Number(word)) === word ? [Number(word)] : []
}
