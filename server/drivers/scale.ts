import type { PointConfig } from './driver.ts'

type Scale = Pick<PointConfig, 'factor' | 'offset'>

/** Digits that remain of a scaled value: 0.1 * 3 is 0.3, not 0.30000000000000004. */
const digits = 12

/** Converts a raw value into the value of the tag. */
export const toScaled = (raw: number, { factor, offset }: Scale): number =>
  factor === 1 && offset === 0 ? raw : Number((raw * factor + offset).toPrecision(digits))

/** Converts the value of a tag into the raw value that is written. */
export const toRaw = (value: number, { factor, offset }: Scale): number =>
  factor === 1 && offset === 0 ? value : Number(((value - offset) / (factor || 1)).toPrecision(digits))
