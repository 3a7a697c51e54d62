import { noExtras } from '../values/promptFields.ts'
import { coordinateLimit, nameLength } from '../values/limits.ts'
import { makeId } from './makeId.ts'
import type { Binding, Component, Id, Props } from './component.ts'
import type { Extras } from '../values/promptFields.ts'
import type { Frame } from '../values/frame.ts'
import type { Problem } from '../../schema/index.ts'

/** Shared by all components without properties or bindings; separate empty objects would take a fifth of the memory. */
export const noProps: Props = Object.freeze({})
export const noBindings: readonly Binding[] = Object.freeze([])

/** Changed fields of a component. The id cannot be changed. */
export type ComponentPatch = Partial<Omit<Component, 'id'>>

/**
 * Returns a frozen record with a fixed key order. The shared hidden class makes access fast and records small, and
 * files have a stable order.
 */
export function record(component: Component): Component {
  return Object.freeze({
    id: component.id,
    type: component.type,
    name: component.name,
    rank: component.rank,
    parent: component.parent,
    x: component.x,
    y: component.y,
    width: component.width,
    height: component.height,
    angleDeg: component.angleDeg,
    flipX: component.flipX,
    flipY: component.flipY,
    opacity: component.opacity,
    visible: component.visible,
    locked: component.locked,
    copies: component.copies,
    props: freezeProps(component.props),
    bindings: freezeBindings(component.bindings),
    animation: deepFreeze(component.animation),
    action: deepFreeze(component.action),
    extras: freezeExtras(component.extras),
    link: deepFreeze(component.link),
  })
}

/** Returns the record with some keys replaced. Written out, because spreading a frozen record is slow in V8. */
export function patchRecord(before: Component, patch: ComponentPatch & { readonly id?: Id }): Component {
  return Object.freeze({
    id: patch.id ?? before.id,
    type: patch.type ?? before.type,
    name: patch.name ?? before.name,
    rank: patch.rank ?? before.rank,
    parent: patch.parent === undefined ? before.parent : patch.parent,
    x: patch.x ?? before.x,
    y: patch.y ?? before.y,
    width: patch.width ?? before.width,
    height: patch.height ?? before.height,
    angleDeg: patch.angleDeg ?? before.angleDeg,
    flipX: patch.flipX ?? before.flipX,
    flipY: patch.flipY ?? before.flipY,
    opacity: patch.opacity ?? before.opacity,
    visible: patch.visible ?? before.visible,
    locked: patch.locked ?? before.locked,
    copies: patch.copies === undefined ? before.copies : patch.copies,
    props: patch.props === undefined ? before.props : freezeProps(patch.props),
    bindings: patch.bindings === undefined ? before.bindings : freezeBindings(patch.bindings),
    animation: patch.animation === undefined ? before.animation : deepFreeze(patch.animation),
    action: patch.action === undefined ? before.action : deepFreeze(patch.action),
    extras: patch.extras === undefined ? before.extras : freezeExtras(patch.extras),
    link: patch.link === undefined ? before.link : deepFreeze(patch.link),
  })
}

/** Creates a complete record. Default: not rotated, opaque, visible, unlocked, without extras. */
export function makeComponent(
  part: ComponentPatch & Pick<Component, 'type'> & Partial<Pick<Component, 'id'>>,
): Component {
  return patchRecord({ ...plain, id: part.id ?? makeId(), type: part.type, name: part.type }, part)
}

/**
 * Returns the first limit violation of a record created by code, or null. Components of a file are checked by
 * `readDrawing`. The place of an instance is checked too, because it may be much larger than the visible members and
 * must be readable again.
 */
export function recordProblem(component: Component): Problem | null {
  const problem =
    placeProblem(component.id, component) ?? (component.link && placeProblem(component.id, component.link.place))
  if (problem) return problem
  if (!(component.opacity >= 0 && component.opacity <= 1))
    return outOfLimits(component.id, 'opacity', 'between 0 and 1')
  if (component.name.length > nameLength)
    return outOfLimits(component.id, 'name', `at most ${nameLength} characters long`)
  return null
}

function placeProblem(id: Id, place: Frame): Problem | null {
  for (const key of ['x', 'y'] as const) {
    if (!(Math.abs(place[key]) <= coordinateLimit))
      return outOfLimits(id, key, `between -${coordinateLimit} and ${coordinateLimit}`)
  }
  for (const key of ['width', 'height'] as const) {
    if (!(place[key] >= 0 && place[key] <= coordinateLimit))
      return outOfLimits(id, key, `between 0 and ${coordinateLimit}`)
  }
  return Math.abs(place.angleDeg) <= 360 ? null : outOfLimits(id, 'angleDeg', 'between -360 and 360')
}

/** Freezes a value and all objects and arrays in it, and returns it. Objects that are already frozen are skipped. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  if (Array.isArray(value)) for (let i = 0; i < value.length; i++) deepFreeze(value[i])
  else for (const inner of Object.values(value)) deepFreeze(inner)
  return Object.freeze(value)
}

const plain: Omit<Component, 'id' | 'type' | 'name'> = {
  rank: 'a0',
  parent: null,
  x: 0,
  y: 0,
  width: 100,
  height: 100,
  angleDeg: 0,
  flipX: false,
  flipY: false,
  opacity: 1,
  visible: true,
  locked: false,
  copies: null,
  props: noProps,
  bindings: noBindings,
  animation: null,
  action: null,
  extras: noExtras,
  link: null,
}

function freezeProps(props: Props): Props {
  if (Object.isFrozen(props)) return props
  for (const _ in props) return deepFreeze(props)
  return noProps
}

function freezeExtras(extras: Extras): Extras {
  if (Object.isFrozen(extras)) return extras
  for (const _ in extras) return Object.freeze(extras)
  return noExtras
}

function freezeBindings(bindings: readonly Binding[]): readonly Binding[] {
  return bindings.length === 0 ? noBindings : deepFreeze(bindings)
}

function outOfLimits(id: Id, key: keyof Component, limit: string): Problem {
  return { path: `${id}.${key}`, code: 'out_of_range', message: `${key} must be ${limit}` }
}
