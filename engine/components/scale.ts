import { formatValue, mixColors, plainColor } from '../schema/index.ts'
import { multiplyAlpha } from './gradients.ts'
import { isClear } from './shapes.ts'

/** Scale functions shared by all components that display a measured value between a minimum and a maximum. */

/** Returns the position of a value between min and max (0–1); 0 for an empty scale or a value that is not a number. */
export function toShare(value: number, min: number, max: number): number {
  if (!(max > min)) return 0
  const share = (value - min) / (max - min)
  return share >= 1 ? 1 : share > 0 ? share : 0
}

interface Scale {
  readonly min: number
  readonly max: number
}

/** A scale with its low and high limit. Limits outside the scale are inactive (`isLowWatched`, `isHighWatched`). */
export interface Limits extends Scale {
  readonly lowLimit: number
  readonly highLimit: number
}

/**
 * Returns true if a low limit is active. Limits at the minimum or beyond the scale are inactive; otherwise a reduced
 * scale would be in alarm at every value. A limit at the maximum is active.
 */
export function isLowWatched(limit: number, { min, max }: Scale): boolean {
  return limit > min && limit <= max
}

/**
 * Returns true if a high limit is active. Limits at the maximum or beyond the scale are inactive; a limit at the
 * minimum is active.
 */
export function isHighWatched(limit: number, { min, max }: Scale): boolean {
  return limit >= min && limit < max
}

/** Returns true if a value is below an active low limit. */
export function isBelow(value: number, lowLimit: number, scale: Scale): boolean {
  return value < lowLimit && isLowWatched(lowLimit, scale)
}

/** Returns true if a value is above an active high limit. */
export function isAbove(value: number, highLimit: number, scale: Scale): boolean {
  return value > highLimit && isHighWatched(highLimit, scale)
}

/** Returns true if a value is beyond one of its limits. */
export function isBeyond(value: number, limits: Limits): boolean {
  return isBelow(value, limits.lowLimit, limits) || isAbove(value, limits.highLimit, limits)
}

/**
 * Returns the average colour of a partly filled component at small size, in steps of 1/8 to limit the number of
 * colours.
 */
export function getShareColor(full: string, empty: string, share: number): string {
  const eighths = Math.ceil(share * 8) / 8
  return isClear(empty)
    ? multiplyAlpha(plainColor(full), eighths)
    : mixColors(plainColor(empty), plainColor(full), eighths)
}

/**
 * Returns the tick step: the requested interval, multiplied by 2, 5, 10, 20… until at most `most` intervals remain. 0:
 * no ticks.
 */
export function tickStep(min: number, max: number, interval: number, maxSteps: number): number {
  if (!(max > min) || !(interval > 0)) return 0
  const needed = (max - min) / interval / maxSteps
  if (needed <= 1) return interval
  const decade = 10 ** Math.floor(Math.log10(needed))
  const factor = needed <= decade ? 1 : needed <= 2 * decade ? 2 : needed <= 5 * decade ? 5 : 10
  return interval * decade * factor
}

/**
 * Formats a number with fixed decimals and a minus sign (U+2212); a dash if it is not finite. Numbers that do not fit
 * fixed decimals have an exponent.
 */
export function writeNumber(value: number, decimals: number): string {
  if (!Number.isFinite(value)) return '—'
  const written = formatValue(value, Math.max(0, Math.min(6, Math.round(decimals))))
  return written.startsWith('-') ? (Number(written) === 0 ? written.slice(1) : `−${written.slice(1)}`) : written
}

/** Formats a tick label without rounding noise; thousands and millions are abbreviated. */
export function writeTick(value: number): string {
  const size = Math.abs(value)
  const written =
    size >= 1e6 ? `${formatShort(size / 1e6)}M` : size >= 1e4 ? `${formatShort(size / 1e3)}k` : formatShort(size)
  return value < 0 && written !== '0' ? `−${written}` : written
}

function formatShort(value: number): string {
  return value < 1e-6 ? '0' : `${Number(value.toPrecision(4))}`
}

/** Appends a unit after a no-break space, except `%` and `°`. Bindings use the same format. */
export function withUnit(written: string, unit: string): string {
  return unit === '' || unit.startsWith('%') || unit.startsWith('°') ? written + unit : `${written}\u00a0${unit}`
}
