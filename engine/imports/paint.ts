import { readGradient, writeGradient } from '../schema/index.ts'
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

/** A gradient in the product's notation, which has two colours: the outer ones of those given. One stop is a plain colour. */
export function gradientText(gradient: StopGradient): string | undefined {
  const from = gradient.stops[0]
  const to = gradient.stops.at(-1)
  if (!from || !to) return undefined
  if (gradient.stops.every(({ color }) => color === from.color)) return from.color
  const { angleDeg } = gradient
  return writeGradient(angleDeg === 'radial' ? { kind: 'radial', from: from.color, to: to.color } : { kind: 'linear', angleDeg, from: from.color, to: to.color })
}

/** Whether more is said than two colours from one end to the other. */
export function isReduced(gradient: StopGradient): boolean {
  const first = gradient.stops[0]
  const last = gradient.stops.at(-1)
  return gradient.stops.length > 2 || (first !== undefined && last !== undefined && (first.at > 0.001 || last.at < 0.999))
}

/** The one colour that stands for a fill where no gradient may be. */
export function meanOf(fill: string): string {
  const gradient = readGradient(fill)
  return gradient ? mixed([{ color: gradient.from, weight: 1 }, { color: gradient.to, weight: 1 }]) : fill
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
