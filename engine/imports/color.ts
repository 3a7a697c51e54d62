import { toBytes } from '../schema/index.ts'
import { colorNames } from './colorNames.ts'

export const transparent = '#00000000'

/**
 * Parses a CSS colour (names, hex, `rgb()`, `hsl()`) to `#rrggbbaa`; undefined if it is not one. `none` and
 * `transparent` give a fully transparent colour. `currentColor` must be resolved by the caller.
 */
export function readColor(text: string): string | undefined {
  const plain = text.trim().toLowerCase()
  if (plain === '' || plain.length > 100) return undefined
  // The colour for light pages, as drawing programs write it beside the one for dark pages.
  if (plain.startsWith('light-dark(')) return readColor(splitAtComma(plain.slice('light-dark('.length)))
  if (plain === 'none' || plain === 'transparent') return transparent
  const named = colorNames.get(plain)
  if (named) return `${named}ff`
  if (plain.startsWith('#')) return readHex(plain)
  const call = /^(rgb|hsl)a?\(([^()]*)\)$/.exec(plain)
  if (!call) return undefined
  const parts = (call[2] ?? '').split(/[\s,/]+/).filter(Boolean)
  if (parts.length < 3 || parts.length > 4) return undefined
  const alpha = parts[3] === undefined ? 1 : parseShare(parts[3])
  const channels = call[1] === 'rgb' ? parts.slice(0, 3).map(parseByte) : fromHsl(parts)
  return channels.every(Number.isFinite) && Number.isFinite(alpha) ? toHex(channels, alpha) : undefined
}

/** Multiplies the opacity of a colour. */
export function multiplyOpacity(color: string, opacity: number): string {
  if (!(opacity < 1)) return color
  const alpha = color.length === 9 ? Number.parseInt(color.slice(7), 16) : 255
  return color.slice(0, 7) + hexByte(alpha * Math.max(0, opacity))
}

/** Returns true for a fully transparent colour in the form `#rrggbbaa`. */
export function isClear(color: string): boolean {
  return color.length === 9 && color.endsWith('00')
}

/** Weighted mean of colours, including opacity. */
export function mixColors(colors: readonly { readonly color: string; readonly weight: number }[]): string {
  const total = colors.reduce((sum, { weight }) => sum + weight, 0)
  if (!(total > 0)) return colors[0]?.color ?? transparent
  const sums = [0, 0, 0, 0]
  for (const { color, weight } of colors)
    for (const [i, value] of toBytes(color).entries()) sums[i] = (sums[i] ?? 0) + (value * weight) / total
  return `#${sums.map(hexByte).join('')}`
}

/** Text before the first comma outside brackets. */
function splitAtComma(text: string): string {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '(') depth++
    else if (text[at] === ')') depth--
    else if (text[at] === ',' && depth === 0) return text.slice(0, at)
  }
  return ''
}

function readHex(text: string): string | undefined {
  if (!/^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.test(text)) return undefined
  const digits = text.slice(1)
  const whole = digits.length < 6 ? digits.replace(/./g, '$&$&') : digits
  return `#${whole.padEnd(8, 'f')}`
}

function fromHsl(parts: readonly string[]): number[] {
  const hue = Number.parseFloat(parts[0] ?? '')
  const [saturation, lightness] = [parseShare(parts[1] ?? ''), parseShare(parts[2] ?? '')]
  const reach = saturation * Math.min(lightness, 1 - lightness)
  const channel = (offset: number) => {
    const at = (((offset + hue / 30) % 12) + 12) % 12
    return 255 * (lightness - reach * Math.max(-1, Math.min(at - 3, 9 - at, 1)))
  }
  return [channel(0), channel(8), channel(4)]
}

const parseByte = (text: string): number =>
  text.endsWith('%') ? (255 * Number(text.slice(0, -1))) / 100 : Number(text)
const parseShare = (text: string): number =>
  Math.max(0, Math.min(1, text.endsWith('%') ? Number(text.slice(0, -1)) / 100 : Number(text)))
const toHex = (channels: readonly number[], alpha: number): string =>
  `#${[...channels, alpha * 255].map(hexByte).join('')}`
const hexByte = (value: number): string =>
  Math.round(Math.max(0, Math.min(255, value)))
    .toString(16)
    .padStart(2, '0')
