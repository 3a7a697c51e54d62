import { formatFixed } from '../schema/index.ts'

/**
 * A value in an expression. `undefined` is unknown: a missing value, or a failed calculation such as a division by 0.
 */
export type Operand = number | boolean | string | undefined

/** Converts to a number for arithmetic: flags are 1 or 0; texts and unknown values are NaN. */
export function numeric(operand: Operand): number {
  if (typeof operand === 'number') return operand
  return operand === true ? 1 : operand === false ? 0 : NaN
}

/** Result of a calculation; unknown unless it is finite. */
export const toFinite = (result: number): number | undefined => (Number.isFinite(result) ? result : undefined)

/** Converts to a condition; an unknown value stays unknown. */
export function truth(operand: Operand): boolean | undefined {
  if (operand === undefined || typeof operand === 'boolean') return operand
  return typeof operand === 'number' ? operand !== 0 : operand !== ''
}

/** Equality of plant values: a flag equals the number 1 or 0, and a text never equals a number. */
export function equal(left: Operand, right: Operand): boolean | undefined {
  if (left === undefined || right === undefined) return undefined
  if (typeof left === 'string' || typeof right === 'string') return left === right
  return Number(left) === Number(right)
}

/**
 * Formats a number for display, with `decimals` digits or, without it, as short as possible at 12 significant digits
 * (0.1 + 0.2 gives 0.3). Never returns "-0".
 */
export function formatNumber(value: number, decimals?: number): string {
  const written =
    decimals === undefined
      ? String(Number(value.toPrecision(12)))
      : formatFixed(value, Math.min(Math.max(Math.trunc(decimals), 0), 20))
  return written.startsWith('-') && Number(written) === 0 ? written.slice(1) : written
}
