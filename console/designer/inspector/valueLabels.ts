import { catalog, type NamedNumber } from '@mimic/engine/catalog'
import type { Component } from '@mimic/engine/document'

/**
 * What the numbers of a property mean for the components, in the order of the first one's; undefined where one of them has no
 * names for it. Where they mean different things, as open and running, both are said.
 */
export function valueLabels(components: readonly Component[], prop: string): readonly NamedNumber[] | undefined {
  const lists = components.map(({ type, props }) => {
    const known = catalog.get(type)
    return known?.named?.({ ...known.defaults, ...props })[prop]
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

/** Fields that mean nothing for any of them as they are now. */
export function idleFields(components: readonly Component[]): readonly string[] {
  const lists = components.map(({ type, props }) => {
    const known = catalog.get(type)
    return known?.idle?.({ ...known.defaults, ...props }) ?? []
  })
  return (lists[0] ?? []).filter((name) => lists.every((list) => list.includes(name)))
}

/** Whether a property of a component is meant to be driven by the state of a device, as the component is now. */
export function isOfDevice({ type, props }: Component, prop: string): boolean {
  const known = catalog.get(type)
  return known?.ofDevice?.({ ...known.defaults, ...props }).includes(prop) ?? false
}
