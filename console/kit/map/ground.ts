import { pixelsOf, placeOf } from './mercator.ts'
import type { Place } from './point.ts'

/** What lies under the points of a map. */
export type Ground =
  /** It is not known yet. */
  | { readonly kind: 'none' }
  | { readonly kind: 'outline'; /** Files of provinces, drawn over the country. */ readonly files: readonly string[] }
  | { readonly kind: 'tiles'; /** An address with {z}, {x} and {y}. */ readonly url: string }
  /** A picture, north up, around its middle; `url` null: it could not be had, undefined: it is on its way. */
  | { readonly kind: 'picture'; readonly url: string | null | undefined; readonly middle: { readonly longitude: number; readonly latitude: number }; readonly widthM: number }

/** A ground, and where the map opens on it; null: where its points are. */
export interface Laid {
  readonly ground: Ground
  readonly opensAt: Place | 'whole' | null
}

/** What lies there without any map set up: the country, and the provinces around the usual place. */
export const usualGround: Ground = { kind: 'outline', files: ['guangdong', 'xianggang', 'aomen'] }

export type Bounds = readonly [west: number, south: number, east: number, north: number]

const equatorM = 40_075_016.7
/** Of a picture that is not there yet. */
export const usualAspect = 9 / 16

/** The corners of a picture of that width around its middle; `aspect` is its height by its width. The map stretches both ways alike, so it keeps its form. */
export function boundsOf({ longitude, latitude }: { readonly longitude: number; readonly latitude: number }, widthM: number, aspect: number): Bounds {
  const halfDegrees = (widthM / (equatorM * Math.max(0.01, Math.cos((latitude * Math.PI) / 180)))) * 180
  const [west, y] = pixelsOf({ longitude: longitude - halfDegrees, latitude })
  const [east] = pixelsOf({ longitude: longitude + halfDegrees, latitude })
  const halfHeight = ((east - west) * aspect) / 2
  return [longitude - halfDegrees, placeOf(west, y + halfHeight).latitude, longitude + halfDegrees, placeOf(west, y - halfHeight).latitude]
}
