import { toBytes, maxStops, readGradient, toStops, writeGradient } from '../schema/index.ts'
import { mixColors } from './color.ts'

/** A colour stop of a gradient. */
export interface Stop {
  /** 0 to 1. */
  readonly at: number
  readonly color: string
}

/** Linear gradient with an angle in degrees clockwise from left to right, or radial from the centre outwards. */
export interface StopGradient {
  readonly angleDeg: number | 'radial'
  readonly stops: readonly Stop[]
}

/** Converts a gradient to the notation of a fill. A single stop, or stops of one colour, give a plain colour. */
export function gradientText(gradient: StopGradient): string | undefined {
  const [from] = gradient.stops
  if (!from) return undefined
  if (gradient.stops.every(({ color }) => color === from.color)) return from.color
  const { angleDeg } = gradient
  const stops = toStops(fewStops(gradient.stops))
  if (!stops) return from.color
  return writeGradient(angleDeg === 'radial' ? { kind: 'radial', stops } : { kind: 'linear', angleDeg, stops })
}

/** Whether the gradient needs more stops than a fill supports. */
export function needsReduction({ stops }: Pick<StopGradient, 'stops'>): boolean {
  return dropNeedless(inOrder(stops), unseen).length > maxStops
}

/** Reduces stops to the supported number: first removes redundant ones, then those with the least effect. */
export function fewStops(stops: readonly Stop[]): readonly Stop[] {
  return dropNeedless(dropNeedless(inOrder(stops), unseen), Infinity, maxStops)
}

/** Invisible colour difference in byte units: rounding only. */
const unseen = 1

/** Moves stops that precede their predecessor to the predecessor's position. */
export function inOrder(stops: readonly Stop[]): readonly Stop[] {
  let reached = 0
  return stops.map(({ at, color }) => {
    reached = Math.max(reached, Math.min(1, at))
    return { at: reached, color }
  })
}

/**
 * Removes the inner stops with the least effect, up to a colour difference of `off`, while there are more than `most`.
 */
function dropNeedless(stops: readonly Stop[], off: number, limit = 2): readonly Stop[] {
  const remaining = stops.map((stop) => ({ stop, bytes: toBytes(stop.color) }))
  while (remaining.length > limit) {
    let [minDifference, place] = [Infinity, -1]
    for (let i = 1; i + 1 < remaining.length; i++) {
      const [before, here, after] = [remaining[i - 1], remaining[i], remaining[i + 1]]
      const reach = after.stop.at - before.stop.at
      const fraction = reach > 0 ? (here.stop.at - before.stop.at) / reach : 0
      let far = 0
      // A stop at the same position as both neighbours is never visible.
      if (reach > 0)
        for (let byte = 0; byte < 4; byte++)
          far = Math.max(
            far,
            Math.abs(before.bytes[byte] + (after.bytes[byte] - before.bytes[byte]) * fraction - here.bytes[byte]),
          )
      if (far < minDifference) [minDifference, place] = [far, i]
    }
    if (place < 0 || minDifference > off) break
    remaining.splice(place, 1)
  }
  return remaining.map(({ stop }) => stop)
}

/** Largest channel difference of two colours, 0 to 255. */
export function getColorDistance(one: string, other: string): number {
  const others = toBytes(other)
  return Math.max(...toBytes(one).map((byte, i) => Math.abs(byte - others[i])))
}

/** Mean colour of a fill, where gradients are not supported. */
export function getMeanColor(fill: string): string {
  const gradient = readGradient(fill)
  return gradient ? mixColors(gradient.stops.map(({ color }) => ({ color, weight: 1 }))) : fill
}

/** Parses a CSS gradient such as `linear-gradient(90deg, #fff 0%, #000 100%)`; undefined if it is not one. */
export function readCssGradient(
  text: string,
  parseColor: (text: string) => string | undefined,
): StopGradient | undefined {
  const plain = text.length > 2000 ? '' : text.trim().replace(/;$/, '').trim()
  const isLinear = plain.startsWith('linear-gradient(')
  if (!plain.endsWith(')') || (!isLinear && !plain.startsWith('radial-gradient('))) return undefined
  const parts = splitOutside(plain.slice('linear-gradient('.length, -1)).map((part) => part.trim())
  const listed = parts.flatMap((part) => {
    const words = part.split(/\s+/)
    const at = words.length > 1 && words.at(-1)?.endsWith('%') ? Number(words.pop()?.slice(0, -1)) / 100 : Number.NaN
    const color = parseColor(words.join(' '))
    return color === undefined ? [] : [{ color, at }]
  })
  if (listed.length === 0) return undefined
  const stops = listed.map(({ color, at }, i) => ({
    color,
    at: Number.isFinite(at) ? Math.max(0, Math.min(1, at)) : i / Math.max(1, listed.length - 1),
  }))
  const angle = parts[0]?.endsWith('deg') ? Number(parts[0].slice(0, -3)) : 180
  return {
    angleDeg: isLinear ? (Number.isFinite(angle) ? angle : 180) - 90 : 'radial',
    stops: stops.sort((a, b) => a.at - b.at),
  }
}

/** Splits at commas outside brackets. */
function splitOutside(text: string): string[] {
  const parts = ['']
  let depth = 0
  for (const sign of text) {
    if (sign === '(') depth++
    else if (sign === ')') depth--
    if (sign === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += sign
  }
  return parts
}
