import type { Component } from '../document/model/component.ts'
import { getAction, findActor } from './actions.ts'

interface ControlType {
  readonly disabledProp?: string
  readonly operates?: { readonly prop: string; readonly kind: 'switch' | 'write'; readonly inverse?: string }
}

/** Opacity factor for controls whose type has no property for the disabled state. */
const disabledOpacity = 0.4

/**
 * Returns the components with every control disabled, for read-only pages. Types with a `disabledProp` set it; others
 * are faded. Bindings that would revert this are removed.
 */
export function withControlsOff(
  components: readonly Component[],
  types: { get(type: string): ControlType | undefined },
): readonly Component[] {
  const byId = new Map(components.map((component) => [component.id, component]))
  const isControl = (component: Component): boolean => {
    const actor = findActor(component, (id) => byId.get(id), types)
    const action = actor && getAction(actor, types)
    return action?.kind === 'switch' || action?.kind === 'write'
  }
  return components.map((component) => {
    if (!isControl(component)) return component
    const { disabledProp = 'opacity' } = types.get(component.type) ?? {}
    const bindings = component.bindings.filter(({ prop }) => prop !== disabledProp)
    return disabledProp === 'opacity'
      ? { ...component, bindings, opacity: component.opacity * disabledOpacity }
      : { ...component, bindings, props: { ...component.props, [disabledProp]: true } }
  })
}
