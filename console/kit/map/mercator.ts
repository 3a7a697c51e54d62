import { fitBounds, lngLatToWorld, worldToLngLat } from '@math.gl/web-mercator'
import type { Place } from './point.ts'

const tile = 512
const maxLatitude = 85.05

interface Coordinates {
  readonly longitude: number
  readonly latitude: number
}

/** Converts coordinates to world pixels at zoom 0, as used by deck.gl. The y axis points south. */
export function toPixels({ longitude, latitude }: Coordinates): readonly [x: number, y: number] {
  const [x, y] = lngLatToWorld([longitude, clampLatitude(latitude)])
  return [x, tile - y]
}

/** Converts world pixels at zoom 0 to coordinates. */
export function toPlace(x: number, y: number): Coordinates {
  const [longitude, latitude] = worldToLngLat([x, tile - y])
  return { longitude, latitude }
}

/** View that shows all positions with a margin; undefined without positions. */
export function fitPlace(all: readonly Coordinates[], width: number, height: number, maxZoom = 17): Place | undefined {
  if (all.length === 0) return undefined
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { longitude, latitude } of all) {
    west = Math.min(west, longitude)
    east = Math.max(east, longitude)
    south = Math.min(south, clampLatitude(latitude))
    north = Math.max(north, clampLatitude(latitude))
  }
  const margin = 48
  const place = fitBounds({
    width: Math.max(1, width - 2 * margin),
    height: Math.max(1, height - 2 * margin),
    bounds: [
      [west, south],
      [east, north],
    ],
    minExtent: 1e-9,
    maxZoom,
  })
  return { ...place, zoom: Math.max(1, place.zoom) }
}

const clampLatitude = (latitude: number): number => Math.max(-maxLatitude, Math.min(maxLatitude, latitude))
