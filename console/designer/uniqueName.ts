import type { Component } from '@mimic/engine/document'

/**
 * A newcomer's name: its type in the person's language and a number past those there are (specification, section 4). `type` is null
 * where many things of other names are of that type: only the same name counts.
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

/** The name with the lowest number from 1 that no component has yet. */
export function uniqueStem(components: Iterable<Component>, words: string): string {
  const taken = new Set([...components].map(({ name }) => name))
  let number = 1
  while (taken.has(`${words} ${number}`)) number++
  return `${words} ${number}`
}

/** A number typed by hand that large is no count. */
const tooHigh = 1e9
