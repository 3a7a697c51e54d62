import type { Size } from '../paint/brush.ts'
import { plainColor, readGradient, writeGradient } from '../schema/index.ts'

export interface Area {
  /** The middle. */
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/**
 * The fill of one part of what a linear gradient runs through as a whole, so that parts drawn apart meet in the same
 * colour: the gradient is affine, and so is its share in a part's box turned by `angle` (radians). Any other fill as it is.
 */
export function fillOfPart(fill: string, whole: Area, part: Area, angle = 0): string {
  const gradient = readGradient(fill)
  if (gradient?.kind !== 'linear') return fill
  const way = (gradient.angleDeg * Math.PI) / 180
  const reach = Math.abs(Math.cos(way)) + Math.abs(Math.sin(way))
  const gx = Math.cos(way) / (reach * Math.max(whole.width, 1e-6))
  const gy = Math.sin(way) / (reach * Math.max(whole.height, 1e-6))
  const along = (gx * Math.cos(angle) + gy * Math.sin(angle)) * part.width
  const across = (gy * Math.cos(angle) - gx * Math.sin(angle)) * part.height
  const middle = 0.5 + gx * (part.x - whole.x) + gy * (part.y - whole.y)
  const half = (Math.abs(along) + Math.abs(across)) / 2
  const at = (share: number) => mixed(gradient.from, gradient.to, share)
  if (!(half > 1e-4)) return at(middle)
  return writeGradient({ kind: 'linear', angleDeg: (Math.atan2(across, along) * 180) / Math.PI, from: at(middle - half), to: at(middle + half) })
}

/** The one colour that a fill has at a place; of a radial one, which each part has for itself, the innermost. */
export function colorAt(fill: string, whole: Area, x: number, y: number): string {
  return plainColor(fillOfPart(fill, whole, { x, y, width: 0, height: 0 }))
}

/** The colour at a share of the way from one to another, both within 0 and 1. */
export function mixed(from: string, to: string, share: number): string {
  const way = Math.max(0, Math.min(1, Number.isFinite(share) ? share : 0))
  const [a, b] = [bytesOf(from), bytesOf(to)]
  return `#${a.map((byte, i) => hex(byte + ((b[i] ?? byte) - byte) * way)).join('')}`
}

/** A fill with every colour's alpha made `alpha` (0 to 1) of what it is. */
export function thinned(fill: string, alpha: number): string {
  const thin = (color: string) => color.slice(0, 7) + hex((bytesOf(color)[3] ?? 255) * alpha)
  const gradient = readGradient(fill)
  return gradient ? writeGradient({ ...gradient, from: thin(gradient.from), to: thin(gradient.to) }) : thin(plainColor(fill))
}

/** What a run through these points, so wide, covers. */
export function areaOf(list: readonly number[], size: Size, width: number): Area {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity]
  for (let at = 0; at + 1 < list.length; at += 2) {
    left = Math.min(left, list[at])
    right = Math.max(right, list[at])
    top = Math.min(top, list[at + 1])
    bottom = Math.max(bottom, list[at + 1])
  }
  return {
    x: ((left + right) / 2) * size.width, y: ((top + bottom) / 2) * size.height,
    width: (right - left) * size.width + width, height: (bottom - top) * size.height + width,
  }
}

function bytesOf(color: string): number[] {
  return [1, 3, 5, 7].map((at) => (at < color.length ? Number.parseInt(color.slice(at, at + 2), 16) : 255))
}

function hex(byte: number): string {
  return Math.round(byte).toString(16).padStart(2, '0')
}
