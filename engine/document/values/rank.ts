/**
 * Returns a rank between two ranks; null is an open end. Ranks are strings that order siblings by character comparison.
 * A rank has an integer part, whose first character encodes sign and length (`a` one digit, `b` two …; `Z` one digit
 * below zero), so that appending n times adds only log n characters, and a fraction for insertions. Digits are base 62.
 *
 * @throws Error if `before` is not less than `after`.
 */
export function rankBetween(before: string | null, after: string | null): string {
  if (before !== null && after !== null && before >= after)
    throw new Error(`no rank lies between ${before} and ${after}`)
  if (before === null) {
    if (after === null) return 'a0'
    const whole = getWholePart(after)
    return whole === after ? step(whole, -1) : whole
  }
  const whole = getWholePart(before)
  const up = step(whole, 1)
  if (after === null || up < after) return up
  const ceiling = getWholePart(after) === whole ? after.slice(whole.length) : null
  return whole + middle(before.slice(whole.length), ceiling)
}

/** Returns `count` ascending ranks, evenly spread, so that later insertions remain short. See `rankBetween`. */
export function ranksBetween(before: string | null, after: string | null, count: number): string[] {
  const ranks: string[] = []
  if (count <= 0) return ranks
  if (after === null) {
    for (let last = before; ranks.length < count; ranks.push(last)) last = rankBetween(last, null)
    return ranks
  }
  if (before === null) {
    for (let first = after; ranks.length < count; ranks.push(first)) first = rankBetween(null, first)
    return ranks.reverse()
  }
  const half = Math.floor(count / 2)
  const mid = rankBetween(before, after)
  return [...ranksBetween(before, mid, half), mid, ...ranksBetween(mid, after, count - half - 1)]
}

/** Returns true for a valid rank. */
export function isRank(rank: string): boolean {
  if (rank.length > maxRankLength || !/^[A-Za-z][0-9A-Za-z]+$/.test(rank)) return false
  const length = wholeLength(rank)
  return rank.length >= length && (rank.length === length || !rank.endsWith('0'))
}

/**
 * Maximum length of a rank, reached only after thousands of insertions at one place. Callers then reassign the ranks of
 * the siblings.
 */
export const maxRankLength = 200

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const zero = '0'

function wholeLength(rank: string): number {
  const head = rank.charCodeAt(0)
  return head >= 97 ? head - 95 : 92 - head
}

function getWholePart(rank: string): string {
  return rank.slice(0, wholeLength(rank))
}

/** Returns the next or previous integer, with carry into the length character: `az` → `b00`, `a0` → `Zz`. */
function step(whole: string, by: 1 | -1): string {
  const list = whole.slice(1).split('')
  const wrapped = by === 1 ? zero : 'z'
  for (let i = list.length - 1; i >= 0; i--) {
    const digit = digits.indexOf(list[i] ?? zero) + by
    const turned = digits[digit]
    if (turned !== undefined) {
      list[i] = turned
      return whole.charAt(0) + list.join('')
    }
    list[i] = wrapped
  }
  const head = whole.charAt(0)
  if (head === 'Z' && by === 1) return 'a0'
  if (head === 'a' && by === -1) return 'Zz'
  const nextHead = String.fromCharCode(head.charCodeAt(0) + by)
  return nextHead + wrapped.repeat(wholeLength(nextHead) - 1)
}

/** Returns a fraction strictly between two fractions that does not end in 0. `null` is 1. */
function middle(low: string, high: string | null): string {
  let result = ''
  let open = high
  for (let i = 0; ; i++) {
    const from = digits.indexOf(low[i] ?? zero)
    const to = open === null ? digits.length : digits.indexOf(open[i] ?? zero)
    if (to - from > 1) return result + digits[(from + to) >> 1]
    result += digits[from]
    if (to > from) open = null
  }
}
