import { formatExponent, formatFixed, formatValue } from '../schema/index.ts'

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
 * (0.1 + 0.2 gives 0.3). Numbers from 10^15 or far below the last digit have an exponent. Never returns "-0".
 */
export function formatNumber(value: number, decimals?: number): string {
  const places = decimals === undefined ? undefined : toPlaces(decimals)
  if (places !== undefined) return withoutMinusZero(formatValue(value, places))
  return withoutMinusZero(Math.abs(value) >= 1e15 ? formatExponent(value) : String(Number(value.toPrecision(12))))
}

/** Formats a number with exactly `decimals` digits, as `round` rounds it. Never returns "-0". */
export const formatRounded = (value: number, decimals: number): string =>
  withoutMinusZero(formatFixed(value, toPlaces(decimals)))

const toPlaces = (decimals: number): number => Math.min(Math.max(Math.trunc(decimals), 0), 20)

const withoutMinusZero = (written: string): string =>
  written.startsWith('-') && Number(written) === 0 ? written.slice(1) : written
