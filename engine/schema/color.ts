/** A colour: `#rrggbb` or `#rrggbbaa`. */
export const colorPattern = /^#[0-9a-f]{6}([0-9a-f]{2})?$/i

/**
 * A fill that runs from one colour to another: `linear(90,#rrggbb,#rrggbb)` with its direction in degrees clockwise from
 * left to right, or `radial(#rrggbb,#rrggbb)` from the middle outwards. Written as text, so that a file, a state of a
 * binding and a colour field carry it like any colour.
 */
export type Gradient =
  | { readonly kind: 'linear'; readonly angleDeg: number; readonly from: string; readonly to: string }
  | { readonly kind: 'radial'; readonly from: string; readonly to: string }

const gradientPattern = /^(?:linear\((-?\d{1,3}(?:\.\d{1,3})?),|radial\()(#[0-9a-f]{6}(?:[0-9a-f]{2})?),(#[0-9a-f]{6}(?:[0-9a-f]{2})?)\)$/i

/** The gradient a fill is written as, or undefined when it is a plain colour or nothing at all. */
export function readGradient(fill: string): Gradient | undefined {
  if (!fill.endsWith(')')) return undefined
  const [, angle, from, to] = gradientPattern.exec(fill) ?? []
  if (!from || !to) return undefined
  return angle === undefined ? { kind: 'radial', from, to } : { kind: 'linear', angleDeg: Number(angle), from, to }
}

/** The text of a gradient; its angle within one turn. */
export function writeGradient(gradient: Gradient): string {
  if (gradient.kind === 'radial') return `radial(${gradient.from},${gradient.to})`
  const angle = Math.round((((gradient.angleDeg % 360) + 360) % 360) * 10) / 10
  return `linear(${angle},${gradient.from},${gradient.to})`
}

/** Whether a text is a colour, or, where a gradient may stand, a fill. */
export function isFill(text: string, allowsGradient: boolean): boolean {
  return colorPattern.test(text) || (allowsGradient && readGradient(text) !== undefined)
}

/** One colour for a fill, where only one can be shown: a gradient's first. */
export function plainColor(fill: string): string {
  return readGradient(fill)?.from ?? fill
}

/** A fill as CSS paints it on a box of these proportions. */
export function cssFill(fill: string, width = 1, height = 1): string {
  const gradient = readGradient(fill)
  if (!gradient) return fill
  if (gradient.kind === 'radial') return `radial-gradient(closest-side,${gradient.from},${gradient.to})`
  const angle = (gradient.angleDeg * Math.PI) / 180
  // CSS measures from upwards, and its direction is one of the box itself, not of its shares.
  const degrees = (Math.atan2(Math.sin(angle) * width, Math.cos(angle) * height) * 180) / Math.PI + 90
  return `linear-gradient(${Math.round(degrees * 10) / 10}deg,${gradient.from},${gradient.to})`
}
