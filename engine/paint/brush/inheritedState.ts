import type { Quality } from '../../bindings/quality.ts'
import { extraFields } from '../../document/values/promptFields.ts'
import type { Animation, Component, Id, Props } from '../../document/model/component.ts'
import type { Extras } from '../../document/values/promptFields.ts'
import { poseAt } from '../../animation/motion.ts'
import type { FieldValue } from '../../schema/index.ts'

/** The frame that a component is painted with: its own, or the one given by live values. */
export type Frame = Pick<Component, 'x' | 'y' | 'width' | 'height' | 'angleDeg' | 'flipX' | 'flipY' | 'opacity'>

/** Access to the groups around a component and to live values. */
export interface Surroundings {
  get(id: Id): Component | undefined
  live(id: Id): Props | null | undefined
}

/**
 * Applies the movement, rotation and opacity of the surrounding groups to a frame. Used by both stage and SVG output,
 * so that they match. Returns the same frame if no group changes it.
 */
export function inheritFromGroups(frame: Frame, parent: Id | null, around: Surroundings): Frame {
  let { x, y, angleDeg, opacity } = frame
  for (let id = parent, depth = 0; id !== null && depth < maxDepth; depth++) {
    const group = around.get(id)
    if (!group) break
    const live = around.live(id)
    opacity *= Math.max(0, Math.min(1, liveNumber(live?.['opacity'], group.opacity)))
    const rotationDeg = live ? liveNumber(live['angleDeg'], group.angleDeg) - group.angleDeg : 0
    if (rotationDeg !== 0) {
      ;[x, y] = rotateAbout(group, x + frame.width / 2, y + frame.height / 2, rotationDeg)
      x -= frame.width / 2
      y -= frame.height / 2
      angleDeg += rotationDeg
    }
    x += liveNumber(live?.['x'], group.x) - group.x
    y += liveNumber(live?.['y'], group.y) - group.y
    id = group.parent
  }
  if (x === frame.x && y === frame.y && angleDeg === frame.angleDeg && opacity === frame.opacity) return frame
  const { width, height, flipX, flipY } = frame
  return { x, y, width, height, angleDeg, flipX, flipY, opacity }
}

/**
 * Returns the worst quality among the component's own and those of its groups, because the groups' tags also determine
 * its position and visibility.
 */
export function worstQuality(
  { parent }: Component,
  own: Quality,
  around: Pick<Surroundings, 'get'>,
  getQuality: (group: Id) => Quality | undefined,
): Quality {
  let worst = own
  for (let id = parent, depth = 0; id !== null && depth < maxDepth; depth++) {
    const doubt = getQuality(id) ?? 0
    if (doubt > worst) worst = doubt
    id = around.get(id)?.parent ?? null
  }
  return worst
}

/**
 * Returns the component whose animation moves this one: itself if it has an animation, else the nearest group with one,
 * else null.
 */
export function findAnimationSource(component: Component, around: Pick<Surroundings, 'get'>): Component | null {
  if (component.animation) return component
  for (let id = component.parent, depth = 0; id !== null && depth < maxDepth; depth++) {
    const group = around.get(id)
    if (!group) return null
    if (group.animation) return group
    id = group.parent
  }
  return null
}

/** Moves a frame to its pose after `elapsedMs` of an animation about the centre of `about`, as the shader does. */
export function applyPose(frame: Frame, animation: Animation, about: Frame, elapsedMs: number): Frame {
  const { dx, dy, rotationDeg, opacity } = poseAt(animation, elapsedMs)
  const [cx, cy] = rotateAbout(about, frame.x + frame.width / 2, frame.y + frame.height / 2, rotationDeg)
  return {
    ...frame,
    x: cx - frame.width / 2 + dx,
    y: cy - frame.height / 2 + dy,
    angleDeg: frame.angleDeg + rotationDeg,
    opacity: frame.opacity * opacity,
  }
}

/** The component's frame with its live values applied. */
export function liveFrame(component: Component, live: Props): Frame {
  return {
    x: liveNumber(live['x'], component.x),
    y: liveNumber(live['y'], component.y),
    width: Math.max(0, liveNumber(live['width'], component.width)),
    height: Math.max(0, liveNumber(live['height'], component.height)),
    angleDeg: liveNumber(live['angleDeg'], component.angleDeg),
    flipX: liveFlag(live['flipX'], component.flipX),
    flipY: liveFlag(live['flipY'], component.flipY),
    opacity: Math.max(0, Math.min(1, liveNumber(live['opacity'], component.opacity))),
  }
}

/** Speed factor of a component's animation from its live values: 1 by default, 0 if stopped. */
export const animationSpeed = (live: Props | null | undefined): number =>
  liveFlag(live?.['animated'], true) ? Math.max(0, liveNumber(live?.['animationSpeed'], 1)) : 0

const shadow: { -readonly [K in keyof Extras]: Extras[K] } = {}

/**
 * Returns the extras with the live shadow applied. The returned object is reused by the next call, to avoid garbage
 * with thousands of shadows per frame.
 */
export function withShadow(extras: Extras, live: Props): Extras {
  const { shadowLength: length, shadowColor: color } = live
  shadow.shadowLength = liveNumber(length, extras.shadowLength ?? extraFields.shadowLength.default)
  shadow.shadowColor = typeof color === 'string' ? color : (extras.shadowColor ?? extraFields.shadowColor.default)
  shadow.shadowAngleDeg = extras.shadowAngleDeg ?? extraFields.shadowAngleDeg.default
  return shadow
}

/** Converts a live value to a boolean; returns `own` if there is no usable value. */
export function liveFlag(live: FieldValue | undefined, own: boolean): boolean {
  return typeof live === 'boolean' ? live : typeof live === 'number' && !Number.isNaN(live) ? live !== 0 : own
}

/** Limit for walking up groups, in case an invalid drawing contains a cycle. */
const maxDepth = 1000

function liveNumber(live: FieldValue | undefined, own: number): number {
  return typeof live === 'number' && Number.isFinite(live) ? live : own
}

function rotateAbout(box: Frame | Component, x: number, y: number, rotationDeg: number): [x: number, y: number] {
  if (rotationDeg === 0) return [x, y]
  const angle = (rotationDeg * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const [cx, cy] = [box.x + box.width / 2, box.y + box.height / 2]
  return [cx + (x - cx) * cos - (y - cy) * sin, cy + (x - cx) * sin + (y - cy) * cos]
}
