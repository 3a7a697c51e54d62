import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing'

/**
 * Returns a rank between two ranks; null is an open end. Ranks are strings that order siblings by character comparison.
 * A rank has an integer part, whose first character encodes sign and length (`a` one digit, `b` two …; `Z` one digit
 * below zero), so that appending n times adds only log n characters, and a fraction for insertions. Digits are base 62.
 *
 * @throws Error if `before` is not less than `after`.
 */
export function rankBetween(before: string | null, after: string | null): string {
  checkOrder(before, after)
  return generateKeyBetween(before, after)
}

/** Returns `count` ascending ranks, evenly spread, so that later insertions remain short. See `rankBetween`. */
export function ranksBetween(before: string | null, after: string | null, count: number): string[] {
  if (count <= 0) return []
  checkOrder(before, after)
  return generateNKeysBetween(before, after, count)
}

/** Returns true for a valid rank. */
export function isRank(rank: string): boolean {
  if (rank.length > maxRankLength || rank === lowest || !/^[A-Za-z][0-9A-Za-z]+$/.test(rank)) return false
  const head = rank.charCodeAt(0)
  const wholeLength = head >= 97 ? head - 95 : 92 - head
  return rank.length >= wholeLength && (rank.length === wholeLength || !rank.endsWith('0'))
}

/**
 * Maximum length of a rank, reached only after thousands of insertions at one place. Callers then reassign the ranks of
 * the siblings.
 */
export const maxRankLength = 200

/** Smallest integer. No rank precedes it, so the library rejects it. */
const lowest = `A${'0'.repeat(26)}`

/** The library swaps ranks in the wrong order, which would hide a mistake of the caller. */
function checkOrder(before: string | null, after: string | null): void {
  if (before !== null && after !== null && before >= after)
    throw new Error(`no rank lies between ${before} and ${after}`)
}
