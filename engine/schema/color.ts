/** A colour: `#rrggbb` or `#rrggbbaa`. */
export const colorPattern = /^#[0-9a-f]{6}([0-9a-f]{2})?$/i

/** A colour of a gradient and its position, from 0 (start) to 1 (end). */
export interface GradientStop {
  readonly color: string
  readonly at: number
}

/**
 * A gradient fill: `linear(90,#rrggbb,#rrggbb)`, with the angle in degrees clockwise from left to right, or
 * `radial(#rrggbb,#rrggbb)` from the centre outwards. Colours that are not evenly spaced are each followed by their
 * position: `linear(0,#rrggbb 0,#rrggbb 0.3,#rrggbb 1)`. The notation is text, so that files, binding states and colour
 * fields store it like a colour.
 */
export type Gradient =
  | { readonly kind: 'linear'; readonly angleDeg: number; readonly stops: GradientStops }
  | { readonly kind: 'radial'; readonly stops: GradientStops }

/** Stops in ascending order. Two stops at the same position form a sharp edge. */
export type GradientStops = readonly [GradientStop, GradientStop, ...GradientStop[]]

/** Maximum number of colours in a gradient. */
export const maxStops = 8

const head = /^(?:linear\((-?\d{1,3}(?:\.\d{1,3})?),|radial\()/i
const stopPattern = /^(#[0-9a-f]{6}(?:[0-9a-f]{2})?)(?: (0(?:\.\d{1,4})?|1(?:\.0{1,4})?))?$/i

/** Parses a gradient. Returns undefined for a plain colour or an invalid text. */
export function readGradient(fill: string): Gradient | undefined {
  if (!fill.endsWith(')') || fill.length > maxFillLength) return undefined
  const cached = cache.get(fill)
  if (cached !== undefined) return cached ?? undefined
  const read = parseFill(fill)
  if (cache.size < cacheLimit) cache.set(fill, read ?? null)
  return read
}

/** Maximum length of a gradient's text in characters. */
const maxFillLength = 200

/** Painting parses the same gradients repeatedly. */
const cache = new Map<string, Gradient | null>()
const cacheLimit = 2048

function parseFill(fill: string): Gradient | undefined {
  const [start, angle] = head.exec(fill) ?? []
  if (start === undefined) return undefined
  const stops = readStops(fill.slice(start.length, -1).split(','))
  if (!stops) return undefined
  return angle === undefined ? { kind: 'radial', stops } : { kind: 'linear', angleDeg: Number(angle), stops }
}

function readStops(texts: readonly string[]): GradientStops | undefined {
  if (texts.length > maxStops) return undefined
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

/** Formats a gradient. The angle is normalised to 0 to 360; the positions of two colours at 0 and 1 are omitted. */
export function writeGradient(gradient: Gradient): string {
  const stops = isEndToEnd(gradient.stops)
    ? gradient.stops.map(({ color }) => color).join(',')
    : gradient.stops.map(({ color, at }) => `${color} ${roundPosition(at)}`).join(',')
  if (gradient.kind === 'radial') return `radial(${stops})`
  const angle = Math.round((((gradient.angleDeg % 360) + 360) % 360) * 10) / 10
  return `linear(${angle},${stops})`
}

const roundPosition = (at: number): number => Math.round(Math.max(0, Math.min(1, at)) * 1e4) / 1e4

/** Whether a gradient consists of two colours at positions 0 and 1. */
export function isEndToEnd(stops: GradientStops): boolean {
  return stops.length === 2 && roundPosition(stops[0].at) === 0 && roundPosition(stops[1].at) === 1
}

/** Returns the stops of a gradient between two colours. */
export const endToEnd = (from: string, to: string): GradientStops => [
  { color: from, at: 0 },
  { color: to, at: 1 },
]

/** Returns the list as stops, or undefined if it has fewer than two. */
export function toStops(list: readonly GradientStop[]): GradientStops | undefined {
  const [first, second, ...rest] = list
  return first && second && [first, second, ...rest]
}

/** Whether a text is a colour or, if allowed, a gradient. */
export function isFill(text: string, allowsGradient: boolean): boolean {
  return colorPattern.test(text) || (allowsGradient && readGradient(text) !== undefined)
}

/** Returns a single colour for a fill: the colour itself, or a gradient's first one. */
export function plainColor(fill: string): string {
  return readGradient(fill)?.stops[0].color ?? fill
}

/** Converts a fill to CSS for a box with this aspect ratio. */
export function cssFill(fill: string, width = 1, height = 1): string {
  const gradient = readGradient(fill)
  if (!gradient) return fill
  const colors = isEndToEnd(gradient.stops)
    ? gradient.stops.map(({ color }) => color)
    : gradient.stops.map(({ color, at }) => `${color} ${Math.round(at * 1e4) / 100}%`)
  if (gradient.kind === 'radial') return `radial-gradient(closest-side,${colors.join(',')})`
  const angle = (gradient.angleDeg * Math.PI) / 180
  // CSS angles start at the top and refer to the box in pixels, not to fractions of it.
  const degrees = (Math.atan2(Math.sin(angle) * width, Math.cos(angle) * height) * 180) / Math.PI + 90
  return `linear-gradient(${Math.round(degrees * 10) / 10}deg,${colors.join(',')})`
}
