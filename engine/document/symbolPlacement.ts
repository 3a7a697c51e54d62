import { normalAngle, tidy, turnOf } from './frame.ts'
import type { Place } from './symbol.ts'

/** A frame of a symbol's template: what a component's record, or a nested instance's place, says of where it lies. */
export type Mirrored = Place

/**
 * Where a frame of a symbol's box comes to lie in an instance's place: stretched with the box, then mirrored, then turned
 * about the place's centre. A place without width or height, that of a straight line, stretches nothing that way. Under
 * uneven scaling a turned frame keeps its angle and its sides the scale of their directions.
 */
export function placed(frame: Mirrored, box: { readonly width: number; readonly height: number }, place: Place): Mirrored {
  const scaleX = box.width === 0 || place.width === 0 ? 1 : place.width / box.width
  const scaleY = box.height === 0 || place.height === 0 ? 1 : place.height / box.height
  const own = turnOf(frame.angleDeg)
  const width = frame.width * lengthAlong(own.cos, own.sin, scaleX, scaleY)
  const height = frame.height * lengthAlong(own.sin, own.cos, scaleX, scaleY)
  const isMirrored = place.flipX !== place.flipY
  const { cos, sin } = turnOf(place.angleDeg)
  const fromCentreX = ((frame.x + frame.width / 2) * scaleX - place.width / 2) * (place.flipX ? -1 : 1)
  const fromCentreY = ((frame.y + frame.height / 2) * scaleY - place.height / 2) * (place.flipY ? -1 : 1)
  return {
    x: tidy(place.x + place.width / 2 + fromCentreX * cos - fromCentreY * sin - width / 2),
    y: tidy(place.y + place.height / 2 + fromCentreX * sin + fromCentreY * cos - height / 2),
    width: tidy(width),
    height: tidy(height),
    angleDeg: isMirrored || place.angleDeg !== 0 ? normalAngle(tidy((isMirrored ? -frame.angleDeg : frame.angleDeg) + place.angleDeg)) : frame.angleDeg,
    flipX: frame.flipX !== place.flipX,
    flipY: frame.flipY !== place.flipY,
  }
}

/** The upright place of a box. */
export function uprightPlace({ x, y, width, height }: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }): Place {
  return { x, y, width, height, angleDeg: 0, flipX: false, flipY: false }
}

function lengthAlong(cos: number, sin: number, scaleX: number, scaleY: number): number {
  if (scaleX === scaleY || sin === 0) return scaleX
  return cos === 0 ? scaleY : Math.hypot(cos * scaleX, sin * scaleY)
}
