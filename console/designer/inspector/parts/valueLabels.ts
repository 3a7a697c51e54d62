import { catalog, type NamedNumber } from '@mimic/engine/catalog'
import type { Component } from '@mimic/engine/document'

/**
 * Labels of the values of a property, in the order of the first component; undefined if one component has none.
 * Differing labels are joined by " / ".
 */
export function valueLabels(components: readonly Component[], prop: string): readonly NamedNumber[] | undefined {
  const lists = components.map(({ type, props }) => {
    const known = catalog.get(type)
    return known?.namedNumbers?.({ ...known.defaults, ...props })[prop]
  })
  const [first] = lists
  if (!first || lists.some((list) => !list)) return undefined
  return first.flatMap(({ value }) => {
    const same = lists.map((list) => list?.find((each) => each.value === value)?.words)
    if (same.some((words) => !words)) return []
    const of = (language: 'en' | 'zh') => [...new Set(same.map((words) => words?.[language] ?? ''))].join(' / ')
    return [{ value, words: { en: of('en'), zh: of('zh') } }]
  })
}

/** Fields without effect for all of the components in their current state. */
export function idleFields(components: readonly Component[]): readonly string[] {
  const lists = components.map(({ type, props }) => {
    const known = catalog.get(type)
    return known?.fieldsWithoutEffect?.({ ...known.defaults, ...props }) ?? []
  })
  return (lists[0] ?? []).filter((name) => lists.every((list) => list.includes(name)))
}

/** Returns true if a property of the component, in its current state, is intended for the state of a device. */
export function isOfDevice({ type, props }: Component, prop: string): boolean {
  const known = catalog.get(type)
  return known?.deviceStateProps?.({ ...known.defaults, ...props }).includes(prop) ?? false
}
