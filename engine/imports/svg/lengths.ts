/** Reference size for percentages. */
export interface Viewport {
  readonly width: number
  readonly height: number
}

const pixels: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 96 / 72,
  pc: 16,
  mm: 96 / 25.4,
  cm: 96 / 2.54,
  in: 96,
  em: 16,
  rem: 16,
  ex: 8,
  q: 96 / 101.6,
}

/**
 * Parses a length to user units; undefined if it is invalid. `whole` is the reference of percentages, `em` the font
 * size.
 */
export function readLength(text: string | undefined, whole: number, em = 16): number | undefined {
  const match = /^\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)\s*(%|[a-z]*)\s*$/i.exec(text?.slice(0, 60) ?? '')
  if (!match) return undefined
  const value = Number(match[1])
  const unit = (match[2] ?? '').toLowerCase()
  const factor =
    unit === '%'
      ? whole / 100
      : unit === 'em' || unit === 'rem'
        ? em
        : Object.hasOwn(pixels, unit)
          ? pixels[unit]
          : undefined
  return factor === undefined || !Number.isFinite(value) ? undefined : value * factor
}

/** Reference of percentages for lengths that are neither horizontal nor vertical. */
export function getDiagonal({ width, height }: Viewport): number {
  return Math.hypot(width, height) / Math.SQRT2
}
