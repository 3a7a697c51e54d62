import { catalog } from '@mimic/engine/catalog'
import type { Component } from '@mimic/engine/document'
import type { TextField } from '@mimic/engine/schema'

/** Name of the text property, the same for all types with a text. */
export const textProp = 'text'

/** Text field of a component; undefined if its type has none. */
export function getTextField({ type }: Pick<Component, 'type'>): TextField | undefined {
  const field = catalog.get(type)?.fields[textProp]
  return field?.kind === 'text' ? field : undefined
}

export const hasText = (component: Component | undefined): boolean =>
  component !== undefined && getTextField(component) !== undefined
