import { rounded } from '../schema/index.ts'
import type { Operand } from './operand.ts'
import { equal, formatNumber, known, numeric, truth } from './operand.ts'
import type { Quality } from './quality.ts'
import { quality } from './quality.ts'

/** Reads a tag by its index in `tags`; `undefined` if unknown. */
export type ReadTag = (slot: number) => Operand
/**
 * Returns the quality of a tag by its index in `tags`; -1 is the binding's own tag. `isUsed`: the tag's value is part
 * of the result, so its quality counts; false for a pure quality test.
 */
export type Sense = (slot: number, isUsed: boolean) => Quality
/** A compiled expression node. */
export type Evaluate = (value: Operand, read: ReadTag, sense?: Sense) => Operand

/** Operand kinds as bit flags. 0: always unknown. */
export const kinds = { number: 1, flag: 2, text: 4 } as const
const arithmetic = kinds.number | kinds.flag
const any = arithmetic | kinds.text

export interface ExpressionFunction {
  readonly least: number
  readonly most: number
  /** Accepted kinds of the argument at `index`. */
  readonly takes: (index: number, count: number) => number
  /** Possible kinds of the result. */
  readonly gives: (args: readonly number[]) => number
  readonly compile: (args: readonly Evaluate[]) => Evaluate
  /** For quality functions: the quality to test for. The single argument is a tag and `compile` is not used. */
  readonly asks?: Quality
}

const numbers = { takes: () => arithmetic, gives: () => kinds.number }
const one = (calculate: (x: number) => number): ExpressionFunction => ({
  ...numbers, least: 1, most: 1,
  compile: ([x = unknown]) => (value, read, sense) => known(calculate(numeric(x(value, read, sense)))),
})
const two = (calculate: (x: number, y: number) => number): ExpressionFunction => ({
  ...numbers, least: 2, most: 2,
  compile: ([x = unknown, y = unknown]) => (value, read, sense) => known(calculate(numeric(x(value, read, sense)), numeric(y(value, read, sense)))),
})
const fold = (calculate: (x: number, y: number) => number): ExpressionFunction => ({
  ...numbers, least: 1, most: 16,
  compile: (args) => (value, read, sense) => {
    let result = numeric(args[0]?.(value, read, sense))
    for (let index = 1; index < args.length; index++) result = calculate(result, numeric(args[index]?.(value, read, sense)))
    return known(result)
  },
})
const asks = (mark: Quality): ExpressionFunction => ({ least: 1, most: 1, takes: () => any, gives: () => kinds.flag, compile: () => unknown, asks: mark })
const unknown: Evaluate = () => undefined
const clamp = (x: number, low: number, high: number): number => Math.min(Math.max(x, low), high)
const union = (args: readonly number[]): number => args.reduce((all, each) => all | each, 0)

/** Function table of the expression language. A Map, so that no name resolves to a prototype property. */
export const functions: ReadonlyMap<string, ExpressionFunction> = new Map<string, ExpressionFunction>([
  ['min', fold(Math.min)],
  ['max', fold(Math.max)],
  ['abs', one(Math.abs)],
  ['floor', one(Math.floor)],
  ['ceil', one(Math.ceil)],
  ['sqrt', one(Math.sqrt)],
  ['pow', two(Math.pow)],
  ['round', {
    ...numbers, least: 1, most: 2,
    compile: ([x = unknown, decimals]) => (value, read, sense) => {
      const places = Math.min(Math.max(Math.trunc(decimals ? numeric(decimals(value, read, sense)) : 0), -12), 12)
      const number = numeric(x(value, read, sense))
      return known(places < 0 ? rounded(number / 10 ** -places, 0) * 10 ** -places : rounded(number, places))
    },
  }],
  ['clamp', {
    ...numbers, least: 3, most: 3,
    compile: ([x = unknown, low = unknown, high = unknown]) => (value, read, sense) =>
      known(clamp(numeric(x(value, read, sense)), numeric(low(value, read, sense)), numeric(high(value, read, sense)))),
  }],
  /** mapRange(x, fromLow, fromHigh, toLow, toHigh): linear mapping, clamped at both ends. */
  ['mapRange', {
    ...numbers, least: 5, most: 5,
    compile: ([x = unknown, a = unknown, b = unknown, c = unknown, d = unknown]) => (value, read, sense) => known(mapRange(
      numeric(x(value, read, sense)), numeric(a(value, read, sense)), numeric(b(value, read, sense)),
      numeric(c(value, read, sense)), numeric(d(value, read, sense)),
    )),
  }],
  /**
   * mapStates(x, state, result, …, otherwise): result of the first state equal to x; without `otherwise` unknown if no
   * state matches.
   */
  ['mapStates', { least: 3, most: 42, takes: () => any, gives: resultsOf, compile: (args) => firstOf(args, equal) }],
  /**
   * mapBands(x, limit, result, …, otherwise): result of the first limit above x; without `otherwise` unknown if there
   * is none.
   */
  ['mapBands', {
    least: 3, most: 42, gives: resultsOf,
    takes: (index, count) => (index === 0 || (index % 2 === 1 && index !== count - 1) ? arithmetic : any),
    compile: (args) => firstOf(args, isBelow),
  }],
  /** if(condition, then, otherwise): evaluates only the selected branch. */
  ['if', {
    least: 3, most: 3, takes: (index) => (index === 0 ? arithmetic : any), gives: ([, ...results]) => union(results),
    compile: ([condition = unknown, then = unknown, otherwise = unknown]) => choose(condition, then, otherwise),
  }],
  /** format(x, decimals): formats a number as text. */
  ['format', {
    least: 1, most: 2, takes: () => arithmetic, gives: () => kinds.text,
    compile: ([x = unknown, decimals]) => (value, read, sense) => {
      const number = numeric(x(value, read, sense))
      const places = decimals ? numeric(decimals(value, read, sense)) : undefined
      return Number.isFinite(number) && !Number.isNaN(places) ? formatNumber(number, places) : undefined
    },
  }],
  /** coalesce(a, b, …): the first known argument. */
  ['coalesce', {
    least: 1, most: 16, takes: () => any, gives: union,
    compile: (args) => (value, read, sense) => {
      for (let index = 0; index < args.length; index++) {
        const result = args[index]?.(value, read, sense)
        if (result !== undefined) return result
      }
      return undefined
    },
  }],
  /**
   * isGood(tag), isUncertain(tag), isBad(tag), isStale(tag): test the tag's current quality. The result is never
   * unknown.
   */
  ['isGood', asks(quality.good)],
  ['isUncertain', asks(quality.uncertain)],
  ['isBad', asks(quality.bad)],
  ['isStale', asks(quality.stale)],
])

/** An unknown condition gives an unknown result; it does not select the `otherwise` branch. */
export function choose(condition: Evaluate, then: Evaluate, otherwise: Evaluate): Evaluate {
  return (value, read, sense) => {
    const holds = truth(condition(value, read, sense))
    if (holds === undefined) return undefined
    return holds ? then(value, read, sense) : otherwise(value, read, sense)
  }
}

/** Maps [fromLow, fromHigh] linearly to [toLow, toHigh], clamped. An empty interval is a step. */
export function mapRange(x: number, fromLow: number, fromHigh: number, toLow: number, toHigh: number): number {
  if (fromLow === fromHigh) return x < fromLow ? toLow : toHigh
  return toLow + clamp((x - fromLow) / (fromHigh - fromLow), 0, 1) * (toHigh - toLow)
}

/** Kinds of the result arguments: every second one, and the trailing `otherwise`. */
function resultsOf(args: readonly number[]): number {
  return union(args.filter((_, index) => index > 0 && (index % 2 === 0 || index === args.length - 1)))
}

/** The result is unknown if the subject, or a state before the match, is unknown. */
function firstOf([subject = unknown, ...rest]: readonly Evaluate[], matches: (x: Operand, place: Operand) => boolean | undefined): Evaluate {
  const pairs = rest.length - (rest.length % 2)
  return (value, read, sense) => {
    const x = subject(value, read, sense)
    if (x === undefined) return undefined
    for (let index = 0; index < pairs; index += 2) {
      const isMatch = matches(x, rest[index]?.(value, read, sense))
      if (isMatch === undefined) return undefined
      if (isMatch) return rest[index + 1]?.(value, read, sense)
    }
    return rest.length > pairs ? rest[pairs]?.(value, read, sense) : undefined
  }
}

function isBelow(x: Operand, limit: Operand): boolean | undefined {
  const [left, right] = [numeric(x), numeric(limit)]
  return Number.isNaN(left) || Number.isNaN(right) ? undefined : left < right
}
