import type { Place } from './point.ts'

const tile = 512
const maxLatitude = 85.05

interface Coordinates {
  readonly longitude: number
  readonly latitude: number
}

/** Converts coordinates to world pixels at zoom 0, as used by deck.gl. */
export function toPixels({ longitude, latitude }: Coordinates): readonly [x: number, y: number] {
  const clamped = Math.max(-maxLatitude, Math.min(maxLatitude, latitude))
  const sine = Math.sin((clamped * Math.PI) / 180)
  return [((longitude + 180) / 360) * tile, (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * tile]
}

/** Converts world pixels at zoom 0 to coordinates. */
export function toPlace(x: number, y: number): Coordinates {
  const n = Math.PI - (2 * Math.PI * y) / tile
  return {
    longitude: (x / tile) * 360 - 180,
    latitude: (180 / Math.PI) * Math.atan(0.5 * (Math.exp(n) - Math.exp(-n))),
  }
}

/** View that shows all positions with a margin; undefined without positions. `most` is the maximum zoom. */
export function fitPlace(all: readonly Coordinates[], width: number, height: number, maxZoom = 17): Place | undefined {
  if (all.length === 0) return undefined
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const one of all) {
    const [x, y] = toPixels(one)
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  const margin = 48
  const fit = Math.min(
    Math.max(1, width - 2 * margin) / Math.max(1e-9, right - left),
    Math.max(1, height - 2 * margin) / Math.max(1e-9, bottom - top),
  )
  return { ...toPlace((left + right) / 2, (top + bottom) / 2), zoom: Math.max(1, Math.min(maxZoom, Math.log2(fit))) }
}
