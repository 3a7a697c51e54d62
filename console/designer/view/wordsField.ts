import { catalog } from '@mimic/engine/catalog'
import type { Component } from '@mimic/engine/document'
import type { TextField } from '@mimic/engine/schema'

/** What a component's words are written into, as every type calls it that has any. */
export const wordsProp = 'text'

/** The field of the words that stand on a component; undefined where its type has none. */
export function wordsFieldOf({ type }: Pick<Component, 'type'>): TextField | undefined {
  const field = catalog.get(type)?.fields[wordsProp]
  return field?.kind === 'text' ? field : undefined
}

export const hasWords = (component: Component | undefined): boolean => component !== undefined && wordsFieldOf(component) !== undefined
