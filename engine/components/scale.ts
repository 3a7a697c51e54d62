import { fixed, mixed, plainColor } from '../schema/index.ts'
import { thinned } from './gradients.ts'
import { isClear } from './shapes.ts'

/** Numbers on a scale: shared by all components that show a measured value between a minimum and a maximum. */

/** Where a value lies between min and max, from 0 to 1; 0 on a scale without extent and for what is no number. */
export function shareOf(value: number, min: number, max: number): number {
  if (!(max > min)) return 0
  const share = (value - min) / (max - min)
  return share >= 1 ? 1 : share > 0 ? share : 0
}

interface Scale {
  readonly min: number
  readonly max: number
}

export interface Limits extends Scale {
  readonly lowLimit: number
  readonly highLimit: number
}

/**
 * Whether a low limit watches anything: one that no value of the scale is below does not, nor one beyond the scale, or a scale
 * that is made smaller would be in alarm at every value. One at its top does: what has to be full.
 */
export function isLowWatched(limit: number, { min, max }: Scale): boolean {
  return limit > min && limit <= max
}

/** As for a low limit, the other way round. One at the scale's bottom watches: what has to be empty. */
export function isHighWatched(limit: number, { min, max }: Scale): boolean {
  return limit >= min && limit < max
}

export function isBelow(value: number, lowLimit: number, scale: Scale): boolean {
  return value < lowLimit && isLowWatched(lowLimit, scale)
}

export function isAbove(value: number, highLimit: number, scale: Scale): boolean {
  return value > highLimit && isHighWatched(highLimit, scale)
}

/** Whether a value is beyond either of its limits. */
export function isBeyond(value: number, limits: Limits): boolean {
  return isBelow(value, limits.lowLimit, limits) || isAbove(value, limits.highLimit, limits)
}

/** The one colour of what is filled by a share, seen from so far that no part of it can be told apart; in eighths, so that there are few. */
export function colorOfShare(full: string, empty: string, share: number): string {
  const eighths = Math.ceil(share * 8) / 8
  return isClear(empty) ? thinned(plainColor(full), eighths) : mixed(plainColor(empty), plainColor(full), eighths)
}

/** The step between marks: the interval asked for, coarsened to 2, 5, 10, 20… times as much until at most `most` intervals remain; 0: no marks. */
export function tickStep(min: number, max: number, interval: number, most: number): number {
  if (!(max > min) || !(interval > 0)) return 0
  const needed = (max - min) / interval / most
  if (needed <= 1) return interval
  const decade = 10 ** Math.floor(Math.log10(needed))
  const factor = needed <= decade ? 1 : needed <= 2 * decade ? 2 : needed <= 5 * decade ? 5 : 10
  return interval * decade * factor
}

/** A number as an operator reads it: fixed decimals, a true minus, a dash for what is no number. */
export function writeNumber(value: number, decimals: number): string {
  if (!Number.isFinite(value)) return '—'
  const written = fixed(value, Math.max(0, Math.min(6, Math.round(decimals))))
  return written.startsWith('-') ? (Number(written) === 0 ? written.slice(1) : `−${written.slice(1)}`) : written
}

/** A mark's number: without a tail of binary noise, thousands and millions shortened. */
export function writeTick(value: number): string {
  const size = Math.abs(value)
  const written = size >= 1e6 ? `${shortest(size / 1e6)}M` : size >= 1e4 ? `${shortest(size / 1e3)}k` : shortest(size)
  return value < 0 && written !== '0' ? `−${written}` : written
}

function shortest(value: number): string {
  return value < 1e-6 ? '0' : `${Number(value.toPrecision(4))}`
}

/** A unit stands behind a no-break space, except the signs that cling to their number: as bindings write it. */
export function withUnit(written: string, unit: string): string {
  return unit === '' || unit.startsWith('%') || unit.startsWith('°') ? written + unit : `${written}\u00a0${unit}`
}
