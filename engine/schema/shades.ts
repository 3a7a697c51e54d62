import type { GradientStops } from './color.ts'

/**
 * Returns the colour of a gradient at a position from 0 to 1. At a sharp edge it is the colour after the edge, or
 * before it with `isBefore`.
 */
export function shadeAt(stops: GradientStops, share: number, isBefore = false): string {
  const fraction = Math.max(0, Math.min(1, Number.isFinite(share) ? share : 0))
  const next = stops.findIndex(({ at }) => (isBefore ? at >= fraction : at > fraction))
  const to = stops[next < 0 ? stops.length - 1 : next]
  const from = stops[next < 0 ? stops.length - 1 : Math.max(0, next - 1)]
  return mixColors(from.color, to.color, to.at > from.at ? (fraction - from.at) / (to.at - from.at) : 0)
}

/** Interpolates between two colours; `share` is clamped to 0 to 1. */
export function mixColors(from: string, to: string, share: number): string {
  const fraction = Math.max(0, Math.min(1, Number.isFinite(share) ? share : 0))
  const [a, b] = [toBytes(from), toBytes(to)]
  return `#${a.map((byte, i) => hex(byte + ((b[i] ?? byte) - byte) * fraction)).join('')}`
}

/** Multiplies the alpha of a colour by `alpha` (0 to 1). */
export function multiplyColorAlpha(color: string, alpha: number): string {
  return color.slice(0, 7) + hex((toBytes(color)[3] ?? 255) * alpha)
}

/** Returns red, green, blue and alpha, each 0 to 255. */
export function toBytes(color: string): readonly number[] {
  return [1, 3, 5, 7].map((at) => (at < color.length ? Number.parseInt(color.slice(at, at + 2), 16) : 255))
}

function hex(byte: number): string {
  return Math.round(byte).toString(16).padStart(2, '0')
}
