import { readGradient, shadeAt, type Gradient } from '../../schema/index.ts'
import type { JsonObject } from './option.ts'

/** A colour for ECharts: a single colour or an ECharts gradient. */
export type ChartPaint = string | JsonObject

/** Converts a fill for a chart element; a gradient spans the element's box. */
export function toPaint(fill: string): ChartPaint {
  const gradient = readGradient(fill)
  if (!gradient) return fill
  if (gradient.kind === 'radial') return { type: 'radial', x: 0.5, y: 0.5, r: 0.5, colorStops: toColorStops(gradient) }
  const [x, y, x2, y2] = getGradientLine(gradient.angleDeg)
  return { type: 'linear', x, y, x2, y2, colorStops: toColorStops(gradient) }
}

/**
 * Converts a fill for an element around a point: a linear gradient spans the element's box, a radial one starts at the
 * point.
 */
export function paintAround(fill: string, x: number, y: number, radius: number): ChartPaint {
  const gradient = readGradient(fill)
  return gradient?.kind === 'radial'
    ? { type: 'radial', global: true, x, y, r: radius, colorStops: toColorStops(gradient) }
    : toPaint(fill)
}

/**
 * Converts a fill for part of a ring: a linear gradient spans the box of the whole ring, a radial one runs from the
 * middle line of the ring outwards, which makes it look round.
 */
export function toRingPaint(fill: string, x: number, y: number, radius: number, width: number): ChartPaint {
  const gradient = readGradient(fill)
  if (!gradient) return fill
  if (gradient.kind === 'linear') {
    const [x1, y1, x2, y2] = getGradientLine(gradient.angleDeg)
    const place = (share: number, middle: number) => Math.round((middle + (share - 0.5) * 2 * radius) * 100) / 100
    return {
      type: 'linear',
      global: true,
      x: place(x1, x),
      y: place(y1, y),
      x2: place(x2, x),
      y2: place(y2, y),
      colorStops: toColorStops(gradient),
    }
  }
  const inner = Math.max(0, 1 - width / Math.max(radius, 1e-6))
  const middle = (1 + inner) / 2
  const outwards = gradient.stops.map(({ color, at }) => ({ offset: middle * (1 - at) + at, color }))
  const inwards = gradient.stops
    .slice(gradient.stops[0].at > 0 ? 0 : 1)
    .map(({ color, at }) => ({ offset: middle * (1 - at) + inner * at, color }))
    .toReversed()
  return { type: 'radial', global: true, x, y, r: radius, colorStops: [...inwards, ...outwards] }
}

/** Returns the middle colour of a fill, used to choose a contrasting text colour. */
export function getMiddleColor(fill: string): string {
  const gradient = readGradient(fill)
  return gradient ? shadeAt(gradient.stops, 0.5) : fill
}

/** Returns start and end of a linear gradient as fractions of the box. */
function getGradientLine(angleDeg: number): readonly [number, number, number, number] {
  const angle = (angleDeg * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const reach = (Math.abs(cos) + Math.abs(sin)) / 2
  const round = (share: number) => Math.round(share * 1e4) / 1e4
  return [round(0.5 - cos * reach), round(0.5 - sin * reach), round(0.5 + cos * reach), round(0.5 + sin * reach)]
}

function toColorStops({ stops }: Gradient): readonly JsonObject[] {
  return stops.map(({ color, at }) => ({ offset: at, color }))
}
