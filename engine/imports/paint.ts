import { bytesOf, mostStops, readGradient, stopsOf, writeGradient } from '../schema/index.ts'
import { mixed } from './color.ts'

export interface Stop {
  /** 0 to 1. */
  readonly at: number
  readonly color: string
}

/** Along a line whose direction is in degrees clockwise from left to right, or from the middle outwards. */
export interface StopGradient {
  readonly angleDeg: number | 'radial'
  readonly stops: readonly Stop[]
}

/** A gradient in the product's notation. One stop, or several of one colour, is a plain colour. */
export function gradientText(gradient: StopGradient): string | undefined {
  const [from] = gradient.stops
  if (!from) return undefined
  if (gradient.stops.every(({ color }) => color === from.color)) return from.color
  const { angleDeg } = gradient
  const stops = stopsOf(fewStops(gradient.stops))
  if (!stops) return from.color
  return writeGradient(angleDeg === 'radial' ? { kind: 'radial', stops } : { kind: 'linear', angleDeg, stops })
}

/** Whether more is said than a gradient of ours can have. */
export function isReduced({ stops }: Pick<StopGradient, 'stops'>): boolean {
  return withoutNeedless(inOrder(stops), unseen).length > mostStops
}

/**
 * As many stops as a gradient of ours has: without those that lie on the way from one neighbour to the other, and, where they
 * are still too many, without those that are nearest to it.
 */
export function fewStops(stops: readonly Stop[]): readonly Stop[] {
  return withoutNeedless(withoutNeedless(inOrder(stops), unseen), Infinity, mostStops)
}

/** In bytes of a colour: what rounding alone makes. */
const unseen = 1

/** A stop behind which others stand earlier is where it is; they follow it. */
export function inOrder(stops: readonly Stop[]): readonly Stop[] {
  let reached = 0
  return stops.map(({ at, color }) => {
    reached = Math.max(reached, Math.min(1, at))
    return { at: reached, color }
  })
}

/** Takes away what matters least, as long as it matters no more than `off` and there are more than `most`. The ends stay. */
function withoutNeedless(stops: readonly Stop[], off: number, most = 2): readonly Stop[] {
  const kept = stops.map((stop) => ({ stop, bytes: bytesOf(stop.color) }))
  while (kept.length > most) {
    let [least, place] = [Infinity, -1]
    for (let i = 1; i + 1 < kept.length; i++) {
      const [before, here, after] = [kept[i - 1], kept[i], kept[i + 1]]
      const reach = after.stop.at - before.stop.at
      const way = reach > 0 ? (here.stop.at - before.stop.at) / reach : 0
      let far = 0
      // At one place with both neighbours it is never seen.
      if (reach > 0) for (let byte = 0; byte < 4; byte++) far = Math.max(far, Math.abs(before.bytes[byte] + (after.bytes[byte] - before.bytes[byte]) * way - here.bytes[byte]))
      if (far < least) [least, place] = [far, i]
    }
    if (place < 0 || least > off) break
    kept.splice(place, 1)
  }
  return kept.map(({ stop }) => stop)
}

/** How far two colours are apart in the channel in which they are farthest. */
export function distanceOf(one: string, other: string): number {
  const others = bytesOf(other)
  return Math.max(...bytesOf(one).map((byte, i) => Math.abs(byte - others[i])))
}

/** The one colour that stands for a fill where no gradient may be. */
export function meanOf(fill: string): string {
  const gradient = readGradient(fill)
  return gradient ? mixed(gradient.stops.map(({ color }) => ({ color, weight: 1 }))) : fill
}

/** A CSS gradient as drawing programs write it: `linear-gradient(90deg, #fff 0%, #000 100%)`; undefined when it is none. */
export function readCssGradient(text: string, colorOf: (text: string) => string | undefined): StopGradient | undefined {
  const plain = text.length > 2000 ? '' : text.trim().replace(/;$/, '').trim()
  const isLinear = plain.startsWith('linear-gradient(')
  if (!plain.endsWith(')') || (!isLinear && !plain.startsWith('radial-gradient('))) return undefined
  const parts = splitOutside(plain.slice('linear-gradient('.length, -1)).map((part) => part.trim())
  const listed = parts.flatMap((part) => {
    const words = part.split(/\s+/)
    const at = words.length > 1 && words.at(-1)?.endsWith('%') ? Number(words.pop()?.slice(0, -1)) / 100 : Number.NaN
    const color = colorOf(words.join(' '))
    return color === undefined ? [] : [{ color, at }]
  })
  if (listed.length === 0) return undefined
  const stops = listed.map(({ color, at }, i) => ({ color, at: Number.isFinite(at) ? Math.max(0, Math.min(1, at)) : i / Math.max(1, listed.length - 1) }))
  const angle = parts[0]?.endsWith('deg') ? Number(parts[0].slice(0, -3)) : 180
  return { angleDeg: isLinear ? (Number.isFinite(angle) ? angle : 180) - 90 : 'radial', stops: stops.sort((a, b) => a.at - b.at) }
}

/** Parts between commas that stand in no bracket. */
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
