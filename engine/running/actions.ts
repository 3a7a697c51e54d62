import type { TagTable } from '../bindings/index.ts'
import { quality } from '../bindings/index.ts'
import type { Action, Component, Id } from '../document/model/component.ts'
import type { FieldValue } from '../schema/index.ts'

/** Result of a click, determined from the values shown at that moment. */
export type ActionState =
  /** Open the link or drawing of the action. */
  | { readonly kind: 'open' }
  /** Send this absolute value. */
  | { readonly kind: 'send'; readonly tag: string; readonly value: number }
  /** Prompt the operator for a value; `shown` is the current one. */
  | { readonly kind: 'ask'; readonly tag: string; readonly shown: number | undefined }
  /** Rejected, with the reason. */
  | RejectedAction

/** Nothing is sent: the tag's value is stale or bad, or the component is disabled or its interlock state is unknown. */
type RejectedAction = { readonly kind: 'refused' } & (
  | { readonly code: 'tag.stale'; readonly tag: string }
  | { readonly code: Disabled }
)

/** Why a component rejects all actions: it is disabled, or its interlock tag has no usable value. */
export type Disabled = 'control.off' | 'control.unknown'

/**
 * Determines the result of an action from the current tag values. A switch sends the state that is not shown as an
 * absolute value, so that a repeated command has no further effect. Actions on a stale or bad tag are rejected.
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

/** Whether a switch shows `on`. If `off` is 0, any other value counts as on. */
function isOn(shown: number | undefined, { on, off }: { readonly on: number; readonly off: number }): boolean {
  if (shown === undefined || Number.isNaN(shown)) return false
  return off === 0 ? shown !== 0 : shown === on
}

interface OperableType {
  readonly disabledProp?: string
  readonly operates?: { readonly prop: string; readonly kind: 'switch' | 'write'; readonly inverse?: string }
}

/**
 * Returns the action of a component: its configured action or, for controls, a command to the tag bound to their value.
 * There is no command for scaled or computed values. `live` contains the live values over the component's properties;
 * they decide which state counts as on for inverted controls.
 */
export function getAction(
  component: Component,
  types: { get(type: string): OperableType | undefined },
  live?: Readonly<Record<string, FieldValue>> | null,
): Action | null {
  if (component.action) return component.action
  const operates = types.get(component.type)?.operates
  if (!operates) return null
  const binding = component.bindings.find(({ prop }) => prop === operates.prop)
  if (binding?.via.kind !== 'value' || (binding.via.scale ?? 1) !== 1 || (binding.via.offset ?? 0) !== 0) return null
  if (operates.kind === 'write') return { kind: 'write', tag: binding.tag, value: null }
  const isInverse =
    operates.inverse !== undefined && (live?.[operates.inverse] ?? component.props[operates.inverse]) === true
  return { kind: 'switch', tag: binding.tag, on: isInverse ? 0 : 1, off: isInverse ? 1 : 0 }
}

/**
 * Whether a component rejects all actions, because it shows as disabled or its interlock state is unknown. `live`
 * contains the live values over the component's properties.
 */
export function isDisabled(
  component: Component,
  types: { get(type: string): OperableType | undefined },
  live?: Readonly<Record<string, FieldValue>> | null,
): boolean {
  const disabledProp = types.get(component.type)?.disabledProp
  return disabledProp !== undefined && (live?.[disabledProp] ?? component.props[disabledProp]) === true
}

/** Returns the component that handles a click on `hit`: itself, or the nearest surrounding group with an action. */
export function findActor(
  hit: Component | null,
  get: (id: Id) => Component | undefined,
  types: { get(type: string): OperableType | undefined },
): Component | null {
  let component = hit
  for (let depth = 0; component && depth < maxDepth; depth++) {
    if (getAction(component, types)) return component
    component = component.parent === null ? null : (get(component.parent) ?? null)
  }
  return null
}

/** Limit for walking up parents, in case an invalid document contains a cycle. */
const maxDepth = 64
