import { roundTo } from '../schema/index.ts'
import type { Operand } from './operand.ts'
import { equal, formatNumber, formatRounded, toFinite, numeric, truth } from './operand.ts'
import type { Quality } from './quality.ts'
import { quality } from './quality.ts'

/** Reads a tag by its index in `tags`; `undefined` if unknown. */
export type ReadTag = (slot: number) => Operand
/**
 * Returns the quality of a tag by its index in `tags`; -1 is the binding's own tag. `isUsed`: the tag's value is part
 * of the result, so its quality counts; false for a pure quality test.
 */
export type ReadQuality = (slot: number, isUsed: boolean) => Quality
/** A compiled expression node. */
export type Evaluate = (value: Operand, read: ReadTag, readQuality?: ReadQuality) => Operand

/** Operand kinds as bit flags. 0: always unknown. */
export const kinds = { number: 1, flag: 2, text: 4 } as const
const arithmetic = kinds.number | kinds.flag
const any = arithmetic | kinds.text

/** Signature and compiler of a function in expressions. Kinds are the bit flags of `kinds`. */
export interface ExpressionFunction {
  readonly minArgs: number
  readonly maxArgs: number
  /** Accepted kinds of the argument at `index`. */
  readonly argumentKinds: (index: number, count: number) => number
  /** Possible kinds of the result. */
  readonly resultKinds: (args: readonly number[]) => number
  readonly compile: (args: readonly Evaluate[]) => Evaluate
  /** For quality functions: the quality to test for. The single argument is a tag and `compile` is not used. */
  readonly testedQuality?: Quality
}

const numbers = { argumentKinds: () => arithmetic, resultKinds: () => kinds.number }
const one = (calculate: (x: number) => number): ExpressionFunction => ({
  ...numbers,
  minArgs: 1,
  maxArgs: 1,
  compile:
    ([x = unknown]) =>
    (value, read, readQuality) =>
      toFinite(calculate(numeric(x(value, read, readQuality)))),
})
const two = (calculate: (x: number, y: number) => number): ExpressionFunction => ({
  ...numbers,
  minArgs: 2,
  maxArgs: 2,
  compile:
    ([x = unknown, y = unknown]) =>
    (value, read, readQuality) =>
      toFinite(calculate(numeric(x(value, read, readQuality)), numeric(y(value, read, readQuality)))),
})
const fold = (calculate: (x: number, y: number) => number): ExpressionFunction => ({
  ...numbers,
  minArgs: 1,
  maxArgs: 16,
  compile: (args) => (value, read, readQuality) => {
    let result = numeric(args[0]?.(value, read, readQuality))
    for (let index = 1; index < args.length; index++)
      result = calculate(result, numeric(args[index]?.(value, read, readQuality)))
    return toFinite(result)
  },
})
const defineQualityTest = (mark: Quality): ExpressionFunction => ({
  minArgs: 1,
  maxArgs: 1,
  argumentKinds: () => any,
  resultKinds: () => kinds.flag,
  compile: () => unknown,
  testedQuality: mark,
})
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
  [
    'round',
    {
      ...numbers,
      minArgs: 1,
      maxArgs: 2,
      compile:
        ([x = unknown, decimals]) =>
        (value, read, readQuality) => {
          const places = Math.min(
            Math.max(Math.trunc(decimals ? numeric(decimals(value, read, readQuality)) : 0), -12),
            12,
          )
          const number = numeric(x(value, read, readQuality))
          return toFinite(places < 0 ? roundTo(number / 10 ** -places, 0) * 10 ** -places : roundTo(number, places))
        },
    },
  ],
  [
    'clamp',
    {
      ...numbers,
      minArgs: 3,
      maxArgs: 3,
      compile:
        ([x = unknown, low = unknown, high = unknown]) =>
        (value, read, readQuality) =>
          toFinite(
            clamp(
              numeric(x(value, read, readQuality)),
              numeric(low(value, read, readQuality)),
              numeric(high(value, read, readQuality)),
            ),
          ),
    },
  ],
  /** mapRange(x, fromLow, fromHigh, toLow, toHigh): linear mapping, clamped at both ends. */
  [
    'mapRange',
    {
      ...numbers,
      minArgs: 5,
      maxArgs: 5,
      compile:
        ([x = unknown, a = unknown, b = unknown, c = unknown, d = unknown]) =>
        (value, read, readQuality) =>
          toFinite(
            mapRange(
              numeric(x(value, read, readQuality)),
              numeric(a(value, read, readQuality)),
              numeric(b(value, read, readQuality)),
              numeric(c(value, read, readQuality)),
              numeric(d(value, read, readQuality)),
            ),
          ),
    },
  ],
  /**
   * mapStates(x, state, result, …, otherwise): result of the first state equal to x; without `otherwise` unknown if no
   * state matches.
   */
  [
    'mapStates',
    {
      minArgs: 3,
      maxArgs: 42,
      argumentKinds: () => any,
      resultKinds: unionResultKinds,
      compile: (args) => compileFirstMatch(args, equal),
    },
  ],
  /**
   * mapBands(x, limit, result, …, otherwise): result of the first limit above x; without `otherwise` unknown if there
   * is none.
   */
  [
    'mapBands',
    {
      minArgs: 3,
      maxArgs: 42,
      resultKinds: unionResultKinds,
      argumentKinds: (index, count) => (index === 0 || (index % 2 === 1 && index !== count - 1) ? arithmetic : any),
      compile: (args) => compileFirstMatch(args, isBelow),
    },
  ],
  /** if(condition, then, otherwise): evaluates only the selected branch. */
  [
    'if',
    {
      minArgs: 3,
      maxArgs: 3,
      argumentKinds: (index) => (index === 0 ? arithmetic : any),
      resultKinds: ([, ...results]) => union(results),
      compile: ([condition = unknown, then = unknown, otherwise = unknown]) => choose(condition, then, otherwise),
    },
  ],
  /** format(x, decimals): formats a number as text. */
  [
    'format',
    {
      minArgs: 1,
      maxArgs: 2,
      argumentKinds: () => arithmetic,
      resultKinds: () => kinds.text,
      compile:
        ([x = unknown, decimals]) =>
        (value, read, readQuality) => {
          const number = numeric(x(value, read, readQuality))
          const places = decimals ? numeric(decimals(value, read, readQuality)) : undefined
          if (!Number.isFinite(number) || Number.isNaN(places)) return undefined
          return places === undefined ? formatNumber(number) : formatRounded(number, places)
        },
    },
  ],
  /** coalesce(a, b, …): the first known argument. */
  [
    'coalesce',
    {
      minArgs: 1,
      maxArgs: 16,
      argumentKinds: () => any,
      resultKinds: union,
      compile: (args) => (value, read, readQuality) => {
        for (let index = 0; index < args.length; index++) {
          const result = args[index]?.(value, read, readQuality)
          if (result !== undefined) return result
        }
        return undefined
      },
    },
  ],
  /**
   * isGood(tag), isUncertain(tag), isBad(tag), isStale(tag): test the tag's current quality. The result is never
   * unknown.
   */
  ['isGood', defineQualityTest(quality.good)],
  ['isUncertain', defineQualityTest(quality.uncertain)],
  ['isBad', defineQualityTest(quality.bad)],
  ['isStale', defineQualityTest(quality.stale)],
])

/** An unknown condition gives an unknown result; it does not select the `otherwise` branch. */
export function choose(condition: Evaluate, then: Evaluate, otherwise: Evaluate): Evaluate {
  return (value, read, readQuality) => {
    const holds = truth(condition(value, read, readQuality))
    if (holds === undefined) return undefined
    return holds ? then(value, read, readQuality) : otherwise(value, read, readQuality)
  }
}

/** Maps [fromLow, fromHigh] linearly to [toLow, toHigh], clamped. An empty interval is a step. */
export function mapRange(x: number, fromLow: number, fromHigh: number, toLow: number, toHigh: number): number {
  if (fromLow === fromHigh) return x < fromLow ? toLow : toHigh
  return toLow + clamp((x - fromLow) / (fromHigh - fromLow), 0, 1) * (toHigh - toLow)
}

/** Kinds of the result arguments: every second one, and the trailing `otherwise`. */
function unionResultKinds(args: readonly number[]): number {
  return union(args.filter((_, index) => index > 0 && (index % 2 === 0 || index === args.length - 1)))
}

/** The result is unknown if the subject, or a state before the match, is unknown. */
function compileFirstMatch(
  [subject = unknown, ...rest]: readonly Evaluate[],
  matches: (x: Operand, place: Operand) => boolean | undefined,
): Evaluate {
  const pairs = rest.length - (rest.length % 2)
  return (value, read, readQuality) => {
    const x = subject(value, read, readQuality)
    if (x === undefined) return undefined
    for (let index = 0; index < pairs; index += 2) {
      const isMatch = matches(x, rest[index]?.(value, read, readQuality))
      if (isMatch === undefined) return undefined
      if (isMatch) return rest[index + 1]?.(value, read, readQuality)
    }
    return rest.length > pairs ? rest[pairs]?.(value, read, readQuality) : undefined
  }
}

function isBelow(x: Operand, limit: Operand): boolean | undefined {
  const [left, right] = [numeric(x), numeric(limit)]
  return Number.isNaN(left) || Number.isNaN(right) ? undefined : left < right
}
