import { catalog } from '@mimic/engine/catalog'
import { instanceAround, type EndFields } from '@mimic/engine/commands'
import type { Component, DrawingDocument } from '@mimic/engine/document'

/** Fields of the line's ends; `null` if the line has none or belongs to a symbol instance. */
export function choosableEnds(document: DrawingDocument, line: Component): EndFields | null {
  const ends = catalog.get(line.type)?.ends
  return ends && !instanceAround(document, line) ? ends : null
}

interface Option {
  readonly value: string
  readonly label: string
}

/**
 * Components to which an end can be attached, by name or type. Excludes lines with ends, because they could depend on
 * each other.
 */
export function stickableOptions(
  components: readonly Component[],
  getTypeLabel: (type: string) => string,
): readonly Option[] {
  return components.flatMap(({ id, name, type }) =>
    catalog.get(type)?.ends ? [] : [{ value: id, label: name || getTypeLabel(type) }],
  )
}
