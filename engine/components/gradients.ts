import type { Size } from '../paint/brush/brush.ts'
import {
  endToEnd,
  isEndToEnd,
  plainColor,
  readGradient,
  shadeAt,
  toStops,
  multiplyColorAlpha,
  writeGradient,
  type Gradient,
  type GradientStop,
  type GradientStops,
} from '../schema/index.ts'

/** Rectangle given by its centre and size in px, for the section of a gradient. */
export interface Area {
  /** Centre of the area in px. */
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/**
 * Returns the fill for one part of an area with a linear gradient, so that separately drawn parts match at their seams.
 * A gradient is affine, therefore also its section in the box of a part rotated by `angle` (radians). Other fills are
 * returned unchanged.
 */
export function getPartFill(fill: string, whole: Area, part: Area, angle = 0): string {
  const gradient = readGradient(fill)
  if (gradient?.kind !== 'linear') return fill
  const radians = (gradient.angleDeg * Math.PI) / 180
  const reach = Math.abs(Math.cos(radians)) + Math.abs(Math.sin(radians))
  const gx = Math.cos(radians) / (reach * Math.max(whole.width, 1e-6))
  const gy = Math.sin(radians) / (reach * Math.max(whole.height, 1e-6))
  const along = (gx * Math.cos(angle) + gy * Math.sin(angle)) * part.width
  const across = (gy * Math.cos(angle) - gx * Math.sin(angle)) * part.height
  const middle = 0.5 + gx * (part.x - whole.x) + gy * (part.y - whole.y)
  const half = (Math.abs(along) + Math.abs(across)) / 2
  const { stops } = gradient
  if (!(half > 1e-4)) return shadeAt(stops, middle)
  const within = isEndToEnd(stops)
    ? endToEnd(shadeAt(stops, middle - half), shadeAt(stops, middle + half))
    : stopsBetween(stops, middle - half, middle + half)
  return typeof within === 'string'
    ? within
    : writeGradient({ kind: 'linear', angleDeg: (Math.atan2(across, along) * 180) / Math.PI, stops: within })
}

/** Returns the stops of a gradient between two positions, or a single colour if the section is uniform. */
function stopsBetween(stops: GradientStops, from: number, to: number): GradientStops | string {
  const inner = stops.filter(({ at }) => at > from && at < to)
  // Outside its first and last stop a gradient is constant, so no stops are needed there.
  const [first, last] = [shadeAt(stops, from), shadeAt(stops, to, true)]
  const list = [
    ...(from >= stops[0].at || inner.length === 0 ? [{ color: first, at: from }] : []),
    ...inner,
    ...(to <= stops[stops.length - 1].at || inner.length === 0 ? [{ color: last, at: to }] : []),
  ]
  // A thousandth of a part is less than a pixel. Rounding gives equal parts equal text.
  const placed = list.map(({ color, at }): GradientStop => ({
    color,
    at: Math.round(((at - from) / (to - from)) * 1000) / 1000,
  }))
  return (placed.some(({ color }) => color !== placed[0].color) && toStops(placed)) || first
}

/**
 * Returns nested strips, outermost first, for a radial gradient from a middle line outwards, which makes pipes, lines
 * and rings look round.
 */
export function roundStrips(
  { stops }: Gradient,
  width: number,
): readonly { readonly color: string; readonly width: number }[] {
  const count = Math.max(2, Math.min(maxStrips * Math.min(3, stops.length - 1), Math.ceil(width / 2)))
  return Array.from({ length: count }, (_, i) => count - i).map((strip) => ({
    color: shadeAt(stops, (strip - 1) / (count - 1)),
    width: (width * strip) / count,
  }))
}

/** Maximum number of strips between two stops. More are not distinguishable. */
const maxStrips = 8

/**
 * Returns the colour of a fill at a point. For a radial gradient, which is applied per part, returns the innermost
 * colour.
 */
export function colorAt(fill: string, whole: Area, x: number, y: number): string {
  return plainColor(getPartFill(fill, whole, { x, y, width: 0, height: 0 }))
}

/** Multiplies the alpha of every colour in a fill by `alpha` (0–1). */
export function multiplyAlpha(fill: string, alpha: number): string {
  const thin = (color: string) => multiplyColorAlpha(color, alpha)
  const gradient = readGradient(fill)
  if (!gradient) return thin(plainColor(fill))
  const [first, second, ...rest] = gradient.stops
  const thinStop = ({ color, at }: GradientStop): GradientStop => ({ color: thin(color), at })
  return writeGradient({ ...gradient, stops: [thinStop(first), thinStop(second), ...rest.map(thinStop)] })
}

/** Returns the area covered by a line of the given width through the points. */
export function getArea(list: readonly number[], size: Size, width: number): Area {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity]
  for (let at = 0; at + 1 < list.length; at += 2) {
    left = Math.min(left, list[at])
    right = Math.max(right, list[at])
    top = Math.min(top, list[at + 1])
    bottom = Math.max(bottom, list[at + 1])
  }
  return {
    x: ((left + right) / 2) * size.width,
    y: ((top + bottom) / 2) * size.height,
    width: (right - left) * size.width + width,
    height: (bottom - top) * size.height + width,
  }
}
