import { catalog } from '@mimic/engine/catalog'
import { instanceAround, type EndFields } from '@mimic/engine/commands'
import type { Component, DrawingDocument } from '@mimic/engine/document'

/** The ends of a line that stick to what is chosen for them. Null: it has none, or it lies in an instance, as its symbol has it. */
export function choosableEnds(document: DrawingDocument, line: Component): EndFields | null {
  const ends = catalog.get(line.type)?.ends
  return ends && !instanceAround(document, line) ? ends : null
}

interface Option {
  readonly value: string
  readonly label: string
}

/** What an end can stick to, by name where it has one: all but lines of the kind, which would wait for each other. */
export function stickableOptions(components: readonly Component[], wordsOf: (type: string) => string): readonly Option[] {
  return components.flatMap(({ id, name, type }) => (catalog.get(type)?.ends ? [] : [{ value: id, label: name || wordsOf(type) }]))
}
