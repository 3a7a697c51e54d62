import type { Operand } from './operand.ts'
import { formatNumber, known, numeric, truth } from './operand.ts'

/** Reads the other tags of an expression by their place in its `tags`. */
export type ReadTag = (slot: number) => Operand
/** A piece of a compiled expression. */
export type Evaluate = (value: Operand, read: ReadTag) => Operand

interface ExpressionFunction {
  readonly least: number
  readonly most: number
  readonly compile: (args: readonly Evaluate[]) => Evaluate
}

const one = (calculate: (x: number) => number): ExpressionFunction => ({
  least: 1, most: 1,
  compile: ([x = unknown]) => (value, read) => known(calculate(numeric(x(value, read)))),
})
const two = (calculate: (x: number, y: number) => number): ExpressionFunction => ({
  least: 2, most: 2,
  compile: ([x = unknown, y = unknown]) => (value, read) => known(calculate(numeric(x(value, read)), numeric(y(value, read)))),
})
const fold = (calculate: (x: number, y: number) => number): ExpressionFunction => ({
  least: 1, most: 16,
  compile: (args) => (value, read) => {
    let result = numeric(args[0]?.(value, read))
    for (let index = 1; index < args.length; index++) result = calculate(result, numeric(args[index]?.(value, read)))
    return known(result)
  },
})
const unknown: Evaluate = () => undefined
const clamp = (x: number, low: number, high: number): number => Math.min(Math.max(x, low), high)

/** Everything an expression can call. A Map, so that no name reaches a prototype. */
export const functions: ReadonlyMap<string, ExpressionFunction> = new Map<string, ExpressionFunction>([
  ['min', fold(Math.min)],
  ['max', fold(Math.max)],
  ['abs', one(Math.abs)],
  ['floor', one(Math.floor)],
  ['ceil', one(Math.ceil)],
  ['sqrt', one(Math.sqrt)],
  ['pow', two(Math.pow)],
  ['round', {
    least: 1, most: 2,
    compile: ([x = unknown, decimals]) => (value, read) => {
      const factor = 10 ** Math.min(Math.max(Math.trunc(decimals ? numeric(decimals(value, read)) : 0), 0), 12)
      return known(Math.round(numeric(x(value, read)) * factor) / factor)
    },
  }],
  ['clamp', {
    least: 3, most: 3,
    compile: ([x = unknown, low = unknown, high = unknown]) => (value, read) =>
      known(clamp(numeric(x(value, read)), numeric(low(value, read)), numeric(high(value, read)))),
  }],
  /** mapRange(x, fromLow, fromHigh, toLow, toHigh): linear, clamped at both ends. */
  ['mapRange', {
    least: 5, most: 5,
    compile: ([x = unknown, a = unknown, b = unknown, c = unknown, d = unknown]) => (value, read) =>
      known(mapRange(numeric(x(value, read)), numeric(a(value, read)), numeric(b(value, read)), numeric(c(value, read)), numeric(d(value, read)))),
  }],
  /** if(condition, then, otherwise): only the one chosen is evaluated. */
  ['if', {
    least: 3, most: 3,
    compile: ([condition = unknown, then = unknown, otherwise = unknown]) => choose(condition, then, otherwise),
  }],
  /** format(x, decimals): a number as text. */
  ['format', {
    least: 1, most: 2,
    compile: ([x = unknown, decimals]) => (value, read) => {
      const number = numeric(x(value, read))
      const places = decimals ? numeric(decimals(value, read)) : undefined
      return Number.isFinite(number) && !Number.isNaN(places) ? formatNumber(number, places) : undefined
    },
  }],
  /** coalesce(a, b, …): the first that is known. */
  ['coalesce', {
    least: 1, most: 16,
    compile: (args) => (value, read) => {
      for (let index = 0; index < args.length; index++) {
        const result = args[index]?.(value, read)
        if (result !== undefined) return result
      }
      return undefined
    },
  }],
])

/** An unknown condition makes an unknown result: it never falls to the "otherwise". */
export function choose(condition: Evaluate, then: Evaluate, otherwise: Evaluate): Evaluate {
  return (value, read) => {
    const holds = truth(condition(value, read))
    if (holds === undefined) return undefined
    return holds ? then(value, read) : otherwise(value, read)
  }
}

/** Linear map of [fromLow, fromHigh] to [toLow, toHigh], clamped; an empty interval is a step. */
export function mapRange(x: number, fromLow: number, fromHigh: number, toLow: number, toHigh: number): number {
  if (fromLow === fromHigh) return x < fromLow ? toLow : toHigh
  return toLow + clamp((x - fromLow) / (fromHigh - fromLow), 0, 1) * (toHigh - toLow)
}
