/** A closed interval, as in the states of a binding. */
export interface Interval {
  readonly min: number
  readonly max: number
}

/** A comparison in a source file, such as `>=` with `30`. `[)` and `[]` compare with a list of values and ranges. */
export interface Condition {
  readonly operator: string
  readonly value: string
}

/** Represents infinity: larger than any plant value, and short in a file. */
export const boundless = 1e15

/**
 * Returns the intervals where all conditions (or any, with `isAny`) on one value hold; undefined if intervals cannot
 * express them.
 */
export function toIntervals(conditions: readonly Condition[], isAny: boolean): readonly Interval[] | undefined {
  const each = conditions.map(intervalsFor)
  if (each.some((intervals) => intervals === undefined)) return undefined
  const lists = each.flatMap((intervals) => (intervals ? [intervals] : []))
  const joined = isAny
    ? lists.flat()
    : lists.reduce((intersection, list) =>
        intersection.flatMap((one) => list.flatMap((other) => intersectIntervals(one, other))).slice(0, 64),
      )
  return joined.slice(0, 64)
}

function intervalsFor({ operator, value }: Condition): readonly Interval[] | undefined {
  if (operator === '[)' || operator === '[]') return parseIntervals(value, operator === '[)')
  const number = value.trim() === '' ? Number.NaN : value === 'true' ? 1 : value === 'false' ? 0 : Number(value)
  if (!Number.isFinite(number)) return undefined
  switch (operator) {
    case '=':
    case '==':
      return [{ min: number, max: number }]
    case '>':
      return [{ min: getNextNumber(number, 1), max: boundless }]
    case '>=':
      return [{ min: number, max: boundless }]
    case '<':
      return [{ min: -boundless, max: getNextNumber(number, -1) }]
    case '<=':
      return [{ min: -boundless, max: number }]
    case '!=':
      return [
        { min: -boundless, max: getNextNumber(number, -1) },
        { min: getNextNumber(number, 1), max: boundless },
      ]
    default:
      return undefined
  }
}

/** Parses `1,20,30..50`: numbers and ranges. A half-open range ends just below its end. */
function parseIntervals(value: string, isHalfOpen: boolean): readonly Interval[] | undefined {
  const parts = value.slice(0, 1000).split(isHalfOpen && !value.includes('..') ? ';' : ',')
  const intervals = parts.flatMap((part) => {
    const [from = '', to = from] = part.split(isHalfOpen && !part.includes('..') ? ',' : '..')
    const [min, max] = [Number(from), Number(to)]
    const isFine = from.trim() !== '' && to.trim() !== '' && Number.isFinite(min) && Number.isFinite(max)
    return isFine ? [{ min, max: isHalfOpen ? getNextNumber(max, -1) : max }] : []
  })
  return intervals.length === parts.length ? intervals : undefined
}

function intersectIntervals(a: Interval, b: Interval): Interval[] {
  const [min, max] = [Math.max(a.min, b.min), Math.min(a.max, b.max)]
  return min <= max ? [{ min, max }] : []
}

/** The nearest distinguishable number above or below. */
const getNextNumber = (number: number, direction: 1 | -1): number =>
  number + direction * Math.max(Math.abs(number), 1) * 1e-12
