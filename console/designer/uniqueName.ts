import type { Component } from '@mimic/engine/document'

/**
 * Name of a new component: its type in the user's language and the next free number (specification, section 4). `type`
 * is null if other components of the same type have different names; then only equal names count.
 */
export function uniqueName(components: Iterable<Component>, type: string | null, words: string): string {
  const stem = `${words} `
  let count = 0
  let highest = 0
  for (const component of components) {
    if (component.type === type) count++
    const end = component.name.startsWith(stem) ? Number(component.name.slice(stem.length)) : 0
    if (Number.isInteger(end) && end > highest && end < tooHigh) highest = end
  }
  return `${stem}${Math.max(count, highest) + 1}`
}

/** Name with the lowest unused number, starting at 1. */
export function uniqueStem(components: Iterable<Component>, words: string): string {
  const existing = new Set([...components].map(({ name }) => name))
  let number = 1
  while (existing.has(`${words} ${number}`)) number++
  return `${words} ${number}`
}

/** Numbers this large are part of a name, not a count. */
const tooHigh = 1e9
