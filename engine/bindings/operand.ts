import { fixed } from '../schema/index.ts'

/** What an expression works with. `undefined` is an unknown: no value, or a result that is none (a division by 0). */
export type Operand = number | boolean | string | undefined

/** A number for arithmetic; a flag counts as 1 or 0, a text as nothing. NaN stands for an unknown. */
export function numeric(operand: Operand): number {
  if (typeof operand === 'number') return operand
  return operand === true ? 1 : operand === false ? 0 : NaN
}

/** A result of arithmetic: what is not finite is an unknown. */
export const known = (result: number): number | undefined => (Number.isFinite(result) ? result : undefined)

/** Whether it holds; an unknown neither holds nor fails. */
export function truth(operand: Operand): boolean | undefined {
  if (operand === undefined || typeof operand === 'boolean') return operand
  return typeof operand === 'number' ? operand !== 0 : operand !== ''
}

/** Equal as the plant sees it: a flag is the number 1 or 0, and a text never equals a number. */
export function equal(left: Operand, right: Operand): boolean | undefined {
  if (left === undefined || right === undefined) return undefined
  if (typeof left === 'string' || typeof right === 'string') return left === right
  return Number(left) === Number(right)
}

/**
 * Writes a number for people: with `decimals` places, or as short as it can be said without the noise of binary
 * fractions (0.1 + 0.2 is 0.3). Never "-0".
 */
export function formatNumber(value: number, decimals?: number): string {
  const written = decimals === undefined ? String(Number(value.toPrecision(12))) : fixed(value, Math.min(Math.max(Math.trunc(decimals), 0), 20))
  return written.startsWith('-') && Number(written) === 0 ? written.slice(1) : written
}
