import type { Component, Override } from '../document/index.ts'

/** Whether a person changed of a member what an instance may have of its own: all but where it lies and what it is. */
export function isDressedAnew(before: Component, after: Component): boolean {
  return ownKeys.some((key) => !isSame(before[key], after[key]))
}

/** Whether a member's place in the tree, its type or its own symbol were changed, which only its symbol says. */
export function isMisplaced(before: Component, after: Component): boolean {
  return before.parent !== after.parent || before.rank !== after.rank || before.type !== after.type || !isSame(before.link, after.link)
}

/** What a member has differently than its symbol makes it; undefined for nothing. Parameters, which no member shows, are kept. */
export function overrideOf(made: Component, member: Component, params: Override['params']): Override | undefined {
  const override: Override = {
    ...(made.name !== member.name && { name: member.name }),
    ...(made.opacity !== member.opacity && { opacity: member.opacity }),
    ...(made.visible !== member.visible && { visible: member.visible }),
    ...(made.locked !== member.locked && { locked: member.locked }),
    ...part('props', changes(made.props, member.props)),
    ...(!isSame(made.bindings, member.bindings) && { bindings: member.bindings }),
    ...(!isSame(made.animation, member.animation) && { animation: member.animation }),
    ...(!isSame(made.action, member.action) && { action: member.action }),
    ...part('extras', changes(made.extras, member.extras)),
    ...(params && { params }),
  }
  return Object.keys(override).length > 0 ? override : undefined
}

/** Equality of plain data by what it says. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null || Array.isArray(a) !== Array.isArray(b)) return false
  const names = Object.keys(a)
  const left: Readonly<Record<string, unknown>> = { ...a }
  const right: Readonly<Record<string, unknown>> = { ...b }
  return names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(right, name) && isSame(left[name], right[name]))
}

const ownKeys = ['name', 'opacity', 'visible', 'locked', 'props', 'bindings', 'animation', 'action', 'extras'] as const

type Values = Component['props']
type Changes = NonNullable<Override['props']>

function changes(made: Values, now: Values): Changes {
  const names = new Set([...Object.keys(made), ...Object.keys(now)])
  return Object.fromEntries([...names].filter((name) => !isSame(made[name], now[name])).map((name) => [name, now[name] ?? null]))
}

function part<Key extends 'props' | 'extras'>(key: Key, values: Changes): { readonly [K in Key]?: Changes } {
  return Object.keys(values).length === 0 ? {} : { [key]: values } as { [K in Key]: Changes }
}
