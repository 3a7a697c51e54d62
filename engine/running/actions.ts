import type { TagTable } from '../bindings/index.ts'
import { quality } from '../bindings/index.ts'
import type { Action, Component, Id } from '../document/component.ts'
import type { FieldValue } from '../schema/index.ts'

/** What a click comes to, worked out from what the drawing shows at that moment. */
export type ActionState =
  /** A link or another drawing: the action says which and how. */
  | { readonly kind: 'open' }
  /** Send this absolute value. */
  | { readonly kind: 'send'; readonly tag: string; readonly value: number }
  /** Ask the operator for the value first; `shown` is the present one. */
  | { readonly kind: 'ask'; readonly tag: string; readonly shown: number | undefined }
  /** Not now, and why. */
  | Refused

/** Nothing is sent: a tag's value is old or bad, or the component is off duty, or nobody knows whether it is. */
type Refused = { readonly kind: 'refused' } & ({ readonly code: 'tag.stale'; readonly tag: string } | { readonly code: Disabled })

/** Why a component refuses whatever is asked of it: it is off duty, or no usable value says whether it is. */
export type Disabled = 'control.off' | 'control.unknown'

/**
 * Turns an action into what is to be sent. A switch sends the state that is not shown, as an absolute value, so
 * that a repeated command does no harm. What is bound to an old or bad value is refused: nobody commands blind.
 */
export function resolveAction(action: Action, tags: TagTable): ActionState {
  if (action.kind === 'link' || action.kind === 'drawing') return { kind: 'open' }
  const { tag } = action
  const index = tags.indexOf(tag)
  if (tags.qualityAt(index) >= quality.bad) return { kind: 'refused', code: 'tag.stale', tag }
  const shown = tags.values[index]
  if (action.kind === 'switch') return { kind: 'send', tag, value: isOn(shown, action) ? action.off : action.on }
  if (action.value !== null) return { kind: 'send', tag, value: action.value }
  return { kind: 'ask', tag, shown: shown === undefined || Number.isNaN(shown) ? undefined : shown }
}

/** As a switch shows it: where one of the two states is 0, whatever is not 0 is the other one. */
function isOn(shown: number | undefined, { on, off }: { readonly on: number; readonly off: number }): boolean {
  if (shown === undefined || Number.isNaN(shown)) return false
  return off === 0 ? shown !== 0 : shown === on
}

interface OperatedType {
  readonly off?: string
  readonly operates?: { readonly prop: string; readonly kind: 'switch' | 'write'; readonly inverse?: string }
}

/**
 * What a click on a component does: its own action, or, for a type that is operated by its nature, a command to the tag
 * that its property shows as it is. A scaled or computed value is no tag's value, so nothing is sent for it. `live`: what is
 * shown over its own values; which of the two states is called on goes by that.
 */
export function actionOf(
  component: Component, types: { get(type: string): OperatedType | undefined }, live?: Readonly<Record<string, FieldValue>> | null,
): Action | null {
  if (component.action) return component.action
  const operates = types.get(component.type)?.operates
  if (!operates) return null
  const binding = component.bindings.find(({ prop }) => prop === operates.prop)
  if (binding?.via.kind !== 'value' || (binding.via.scale ?? 1) !== 1 || (binding.via.offset ?? 0) !== 0) return null
  if (operates.kind === 'write') return { kind: 'write', tag: binding.tag, value: null }
  const isInverse = operates.inverse !== undefined && (live?.[operates.inverse] ?? component.props[operates.inverse]) === true
  return { kind: 'switch', tag: binding.tag, on: isInverse ? 0 : 1, off: isInverse ? 1 : 0 }
}

/**
 * Whether a component does nothing whatever its action is: it is off duty, by what it shows now, and so is one whose interlock
 * nobody knows. `live`: what is shown over its own values.
 */
export function isDisabled(
  component: Component, types: { get(type: string): OperatedType | undefined }, live?: Readonly<Record<string, FieldValue>> | null,
): boolean {
  const off = types.get(component.type)?.off
  return off !== undefined && (live?.[off] ?? component.props[off]) === true
}

/** The component that acts for the one hit: itself, or the nearest group around it that has an action. */
export function actorOf(hit: Component | null, get: (id: Id) => Component | undefined, types: { get(type: string): OperatedType | undefined }): Component | null {
  let component = hit
  for (let depth = 0; component && depth < deepest; depth++) {
    if (actionOf(component, types)) return component
    component = component.parent === null ? null : (get(component.parent) ?? null)
  }
  return null
}

/** A document has no cycles of parents; should one get in, a click still ends. */
const deepest = 64
