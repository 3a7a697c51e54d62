import { quality } from '@mimic/engine/bindings'
import { linkageNumber } from '../../../../contract/scada/linkageTrigger.ts'

/** Value of a point: a number or a text. */
export interface ReportedValue {
  readonly value: number | null
  readonly text: string | null
}

/** Comparison of an attribute trigger. */
export interface Comparison {
  readonly operator: string
  readonly value: string
  /** Other bound of an interval. The bounds are inclusive and may be in either order. */
  readonly upper: string
  /** Distance by which a value must return beyond a limit before a comparison by size ends. Defaults to 0. */
  readonly hysteresis?: number
}

/** Returns the value if its quality is good. Uncertain, bad and stale values never trigger a linkage. */
export function toReliableValue(
  value: number | undefined,
  text: string | undefined,
  qualityCode: number | undefined,
): ReportedValue | undefined {
  if (qualityCode !== quality.good) return undefined
  const figure = value === undefined || Number.isNaN(value) ? null : value
  return figure === null && text === undefined ? undefined : { value: figure, text: text ?? null }
}

/**
 * Returns whether the value satisfies the comparison, or undefined if they cannot be compared (text with a number).
 * `isHolding`: whether the last value satisfied it, for the hysteresis.
 */
export function isSatisfied(
  { value, text }: ReportedValue,
  { operator, value: expected, upper, hysteresis = 0 }: Comparison,
  isHolding = false,
): boolean | undefined {
  const figure = value ?? linkageNumber(text)
  const limit = linkageNumber(expected)
  const written = text ?? String(value)
  switch (operator) {
    case '==':
      return isSame(figure, limit, written, expected)
    case '!=':
      return !isSame(figure, limit, written, expected)
    case 'contains':
      return written.includes(expected)
    case 'lacks':
      return !written.includes(expected)
    default:
      break
  }
  if (figure === null || limit === null) return undefined
  const band = isHolding ? hysteresis : 0
  switch (operator) {
    case '>':
      return figure > limit - band
    case '>=':
      return figure >= limit - band
    case '<':
      return figure < limit + band
    case '<=':
      return figure <= limit + band
    case 'between':
    case 'outside': {
      const other = linkageNumber(upper)
      if (other === null) return undefined
      // Wider while the value is between, narrower while it is outside.
      const margin = operator === 'between' ? band : -band
      const isWithin = figure >= Math.min(limit, other) - margin && figure <= Math.max(limit, other) + margin
      return operator === 'between' ? isWithin : !isWithin
    }
    default:
      return undefined
  }
}

const isSame = (figure: number | null, limit: number | null, written: string, expected: string): boolean =>
  figure !== null && limit !== null ? figure === limit : written === expected
