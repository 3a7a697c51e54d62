import { toPixels, toPlace } from './mercator.ts'
import type { Place } from './point.ts'

/** Base layer of a map. */
export type Ground =
  /** Not loaded yet. */
  | { readonly kind: 'none' }
  | { readonly kind: 'outline'; /** Province files, drawn over the country. */ readonly files: readonly string[] }
  | { readonly kind: 'tiles'; /** URL with {z}, {x} and {y}. */ readonly url: string }
  /**
   * North-up picture around its centre, `widthM` metres wide. `url` is null if loading failed, undefined while loading.
   */
  | {
      readonly kind: 'picture'
      readonly url: string | null | undefined
      readonly middle: { readonly longitude: number; readonly latitude: number }
      readonly widthM: number
    }

/** Base layer and initial view; `opensAt` is null to start around the points. */
export interface BaseMap {
  readonly ground: Ground
  readonly opensAt: Place | 'whole' | null
}

/** Default base layer: the country, and the provinces around the default place. */
export const usualGround: Ground = { kind: 'outline', files: ['guangdong', 'xianggang', 'aomen'] }

export type Bounds = readonly [west: number, south: number, east: number, north: number]

const equatorM = 40_075_016.7
/** Aspect ratio of a picture that is not loaded yet. */
export const usualAspect = 9 / 16

/**
 * Bounds of a picture `widthM` metres wide around its centre; `aspect` is height divided by width. The projection
 * scales both axes equally, so the picture keeps its shape.
 */
export function computeBounds(
  { longitude, latitude }: { readonly longitude: number; readonly latitude: number },
  widthM: number,
  aspect: number,
): Bounds {
  const halfDegrees = (widthM / (equatorM * Math.max(0.01, Math.cos((latitude * Math.PI) / 180)))) * 180
  const [west, y] = toPixels({ longitude: longitude - halfDegrees, latitude })
  const [east] = toPixels({ longitude: longitude + halfDegrees, latitude })
  const halfHeight = ((east - west) * aspect) / 2
  return [
    longitude - halfDegrees,
    toPlace(west, y + halfHeight).latitude,
    longitude + halfDegrees,
    toPlace(west, y - halfHeight).latitude,
  ]
}
