import { commonFields, isDrivableOn, isMotionProp } from '@mimic/engine/bindings'
import { catalog } from '@mimic/engine/catalog'
import type { Component, Via } from '@mimic/engine/document'
import type { Field } from '@mimic/engine/schema'
import { idleFields } from '../parts/valueLabels.ts'

export const viaKinds = ['value', 'range', 'states', 'expression'] as const
export type ViaKind = (typeof viaKinds)[number]

/**
 * Properties of a component that a tag may drive, its own fields first, in inspector order.
 *
 * Excludes properties without effect in the current state, and size and mirroring of groups, unless already bound or
 * equal to `kept`.
 */
export function bindableFields(component: Component, currentProp?: string): ReadonlyMap<string, Field> {
  const idle = new Set(idleFields([component]))
  for (const { prop } of component.bindings) idle.delete(prop)
  const own = Object.entries(catalog.get(component.type)?.fields ?? {}).filter(
    ([name, field]) => field.bindable && (name === currentProp || !idle.has(name)),
  )
  const ranked = own.toSorted(([, a], [, b]) => getOrder(a) - getOrder(b))
  const isMoved =
    component.animation !== null ||
    (currentProp !== undefined && isMotionProp(currentProp)) ||
    component.bindings.some(({ prop }) => isMotionProp(prop))
  const isThere = (name: string): boolean =>
    name === currentProp || component.bindings.some(({ prop }) => prop === name)
  const common = Object.entries(commonFields).filter(
    ([name]) =>
      !idle.has(name) && (isMoved || !isMotionProp(name)) && (isDrivableOn(component.type, name) || isThere(name)),
  )
  return new Map<string, Field>([...ranked, ...common])
}

/** Conversions suitable for a field; only numbers can be mapped from one range to another. */
export function getViaKinds(field: Field): readonly ViaKind[] {
  return field.kind === 'number' ? viaKinds : viaKinds.filter((kind) => kind !== 'range')
}

/** Initial conversion for a field: the one most frequently used for its kind. */
export function createVia(
  field: Field,
  kind: ViaKind = field.kind === 'color' || field.kind === 'choice' ? 'states' : 'value',
): Via {
  switch (kind) {
    case 'value':
      return field.kind === 'text' ? { kind, decimals: 1 } : { kind }
    case 'range':
      return {
        kind,
        from: [0, 100],
        to: field.kind === 'number' ? [Math.max(0, field.min), Math.min(100, field.max)] : [0, 100],
      }
    case 'states':
      return {
        kind,
        states: [
          { min: 0, max: 0, value: field.default },
          { min: 1, max: 1, value: getSecondValue(field) },
        ],
      }
    case 'expression':
      return { kind, source: 'value' }
  }
}

/** Value that differs from the default, to distinguish the second state from the first. */
function getSecondValue(field: Field) {
  switch (field.kind) {
    case 'flag':
      return !field.default
    case 'number':
      return Math.min(field.max, field.default + field.step)
    case 'choice':
      return field.options.find((option) => option.value !== field.default)?.value ?? field.default
    case 'color':
      return '#3f8f5bff'
    default:
      return field.default
  }
}

const order: readonly Field['group'][] = ['value', 'text', 'style', 'data', 'geometry']
const getOrder = (field: Field): number => order.indexOf(field.group)
