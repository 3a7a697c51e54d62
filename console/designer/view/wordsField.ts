import { catalog } from '@mimic/engine/catalog'
import type { Component } from '@mimic/engine/document'
import type { TextField } from '@mimic/engine/schema'

/** Name of the text property, the same for all types with a text. */
export const wordsProp = 'text'

/** Text field of a component; undefined if its type has none. */
export function wordsFieldOf({ type }: Pick<Component, 'type'>): TextField | undefined {
  const field = catalog.get(type)?.fields[wordsProp]
  return field?.kind === 'text' ? field : undefined
}

export const hasWords = (component: Component | undefined): boolean => component !== undefined && wordsFieldOf(component) !== undefined
