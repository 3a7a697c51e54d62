import { normalAngle, tidy, getRotation } from '../values/frame.ts'
import type { Place } from '../model/symbol.ts'

/** Position, size, rotation and mirroring of a component inside a symbol. */
export type Mirrored = Place

/**
 * Maps a frame in a symbol's box to an instance's place: scaled with the box, mirrored, then rotated around the centre
 * of the place. A side of length 0 (straight line) is not scaled. With non-uniform scaling, a rotated frame keeps its
 * angle and each side is scaled along its own direction.
 */
export function placeFrame(
  frame: Mirrored,
  box: { readonly width: number; readonly height: number },
  place: Place,
): Mirrored {
  const scaleX = box.width === 0 || place.width === 0 ? 1 : place.width / box.width
  const scaleY = box.height === 0 || place.height === 0 ? 1 : place.height / box.height
  const own = getRotation(frame.angleDeg)
  const width = frame.width * lengthAlong(own.cos, own.sin, scaleX, scaleY)
  const height = frame.height * lengthAlong(own.sin, own.cos, scaleX, scaleY)
  const isMirrored = place.flipX !== place.flipY
  const { cos, sin } = getRotation(place.angleDeg)
  const fromCentreX = ((frame.x + frame.width / 2) * scaleX - place.width / 2) * (place.flipX ? -1 : 1)
  const fromCentreY = ((frame.y + frame.height / 2) * scaleY - place.height / 2) * (place.flipY ? -1 : 1)
  return {
    x: tidy(place.x + place.width / 2 + fromCentreX * cos - fromCentreY * sin - width / 2),
    y: tidy(place.y + place.height / 2 + fromCentreX * sin + fromCentreY * cos - height / 2),
    width: tidy(width),
    height: tidy(height),
    angleDeg:
      isMirrored || place.angleDeg !== 0
        ? normalAngle(tidy((isMirrored ? -frame.angleDeg : frame.angleDeg) + place.angleDeg))
        : frame.angleDeg,
    flipX: frame.flipX !== place.flipX,
    flipY: frame.flipY !== place.flipY,
  }
}

/** Returns the unrotated, unmirrored place of a box. */
export function uprightPlace({
  x,
  y,
  width,
  height,
}: {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}): Place {
  return { x, y, width, height, angleDeg: 0, flipX: false, flipY: false }
}

function lengthAlong(cos: number, sin: number, scaleX: number, scaleY: number): number {
  if (scaleX === scaleY || sin === 0) return scaleX
  return cos === 0 ? scaleY : Math.hypot(cos * scaleX, sin * scaleY)
}
