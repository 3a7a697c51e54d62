/** A colour: `#rrggbb` or `#rrggbbaa`. */
export const colorPattern = /^#[0-9a-f]{6}([0-9a-f]{2})?$/i

/** A colour of a gradient, and where it stands: 0 where the gradient begins, 1 where it ends. */
export interface GradientStop {
  readonly color: string
  readonly at: number
}

/**
 * A fill that runs through several colours: `linear(90,#rrggbb,#rrggbb)` with its direction in degrees clockwise from left to
 * right, or `radial(#rrggbb,#rrggbb)` from the middle outwards. Where its colours do not stand evenly from one end to the
 * other each says its share behind it: `linear(0,#rrggbb 0,#rrggbb 0.3,#rrggbb 1)`. Written as text, so that a file, a state
 * of a binding and a colour field carry it like any colour.
 */
export type Gradient =
  | { readonly kind: 'linear'; readonly angleDeg: number; readonly stops: GradientStops }
  | { readonly kind: 'radial'; readonly stops: GradientStops }

/** In order; two at the same place are an edge. */
export type GradientStops = readonly [GradientStop, GradientStop, ...GradientStop[]]

/** How many colours a gradient has at most. */
export const mostStops = 8

const head = /^(?:linear\((-?\d{1,3}(?:\.\d{1,3})?),|radial\()/i
const stopPattern = /^(#[0-9a-f]{6}(?:[0-9a-f]{2})?)(?: (0(?:\.\d{1,4})?|1(?:\.0{1,4})?))?$/i

/** The gradient a fill is written as, or undefined when it is a plain colour or nothing at all. */
export function readGradient(fill: string): Gradient | undefined {
  if (!fill.endsWith(')') || fill.length > longest) return undefined
  const known = cache.get(fill)
  if (known !== undefined) return known ?? undefined
  const read = parsed(fill)
  if (cache.size < cacheLimit) cache.set(fill, read ?? null)
  return read
}

/** More is no gradient, and not worth being kept or taken apart. */
const longest = 200

/** Whoever paints asks for the same few of them over and over. */
const cache = new Map<string, Gradient | null>()
const cacheLimit = 2048

function parsed(fill: string): Gradient | undefined {
  const [start, angle] = head.exec(fill) ?? []
  if (start === undefined) return undefined
  const stops = readStops(fill.slice(start.length, -1).split(','))
  if (!stops) return undefined
  return angle === undefined ? { kind: 'radial', stops } : { kind: 'linear', angleDeg: Number(angle), stops }
}

function readStops(texts: readonly string[]): GradientStops | undefined {
  if (texts.length > mostStops) return undefined
  const stops: GradientStop[] = []
  let placed = 0
  for (const [index, text] of texts.entries()) {
    const [, color, place] = stopPattern.exec(text) ?? []
    if (color === undefined) return undefined
    const at = place === undefined ? index / (texts.length - 1) : Number(place)
    if (place !== undefined) placed++
    if (at < (stops[index - 1]?.at ?? 0)) return undefined
    stops.push({ color, at })
  }
  const [first, second, ...rest] = stops
  return first && second && (placed === 0 || placed === texts.length) ? [first, second, ...rest] : undefined
}

/** The text of a gradient; its angle within one turn, its stops in order. Two colours from end to end say no places. */
export function writeGradient(gradient: Gradient): string {
  const stops = isEndToEnd(gradient.stops) ? gradient.stops.map(({ color }) => color).join(',') : gradient.stops.map(({ color, at }) => `${color} ${placeOf(at)}`).join(',')
  if (gradient.kind === 'radial') return `radial(${stops})`
  const angle = Math.round((((gradient.angleDeg % 360) + 360) % 360) * 10) / 10
  return `linear(${angle},${stops})`
}

const placeOf = (at: number): number => Math.round(Math.max(0, Math.min(1, at)) * 1e4) / 1e4

/** Whether a gradient is two colours from one end to the other, and nothing between. */
export function isEndToEnd(stops: GradientStops): boolean {
  return stops.length === 2 && placeOf(stops[0].at) === 0 && placeOf(stops[1].at) === 1
}

/** A gradient of two colours from one end to the other. */
export const endToEnd = (from: string, to: string): GradientStops => [{ color: from, at: 0 }, { color: to, at: 1 }]

/** Stops of which there are at least two; undefined: there are fewer. */
export function stopsOf(list: readonly GradientStop[]): GradientStops | undefined {
  const [first, second, ...rest] = list
  return first && second && [first, second, ...rest]
}

/** Whether a text is a colour, or, where a gradient may stand, a fill. */
export function isFill(text: string, allowsGradient: boolean): boolean {
  return colorPattern.test(text) || (allowsGradient && readGradient(text) !== undefined)
}

/** One colour for a fill, where only one can be shown: a gradient's first. */
export function plainColor(fill: string): string {
  return readGradient(fill)?.stops[0].color ?? fill
}

/** A fill as CSS paints it on a box of these proportions. */
export function cssFill(fill: string, width = 1, height = 1): string {
  const gradient = readGradient(fill)
  if (!gradient) return fill
  const colors = isEndToEnd(gradient.stops) ? gradient.stops.map(({ color }) => color) : gradient.stops.map(({ color, at }) => `${color} ${Math.round(at * 1e4) / 100}%`)
  if (gradient.kind === 'radial') return `radial-gradient(closest-side,${colors.join(',')})`
  const angle = (gradient.angleDeg * Math.PI) / 180
  // CSS measures from upwards, and its direction is one of the box itself, not of its shares.
  const degrees = (Math.atan2(Math.sin(angle) * width, Math.cos(angle) * height) * 180) / Math.PI + 90
  return `linear-gradient(${Math.round(degrees * 10) / 10}deg,${colors.join(',')})`
}
