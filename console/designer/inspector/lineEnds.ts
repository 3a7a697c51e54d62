import { catalog } from '@mimic/engine/catalog'
import type { Component } from '@mimic/engine/document'

interface Option {
  readonly value: string
  readonly label: string
}

/** What an end can stick to, by name where it has one: all but lines of the kind, which would wait for each other. */
export function stickableOptions(components: readonly Component[], wordsOf: (type: string) => string): readonly Option[] {
  return components.flatMap(({ id, name, type }) => (catalog.get(type)?.ends ? [] : [{ value: id, label: name || wordsOf(type) }]))
}
