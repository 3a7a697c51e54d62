import { compileExpression } from '@mimic/engine/bindings'
import type { Component } from '@mimic/engine/document'

/** A tag used by a component. */
export interface ValueRow {
  readonly key: string
  readonly name: string
  readonly tag: string
}

/** Returns all tags that a component shows or writes, without duplicates. */
export function getTags({ bindings, action }: Component): string[] {
  const shown = bindings.flatMap(({ tag, via }) => (via.kind === 'expression' ? [tag, ...namedIn(via.source)] : [tag]))
  const acted = action?.kind === 'switch' || action?.kind === 'write' ? [action.tag] : []
  return [...new Set([...shown, ...acted])]
}

/** Lists the tags of a drawing in natural order of component names. */
export function valueRows(components: Iterable<Component>): ValueRow[] {
  return [...components]
    .flatMap((component) =>
      getTags(component).map((tag) => ({ key: `${component.id} ${tag}`, name: component.name, tag })),
    )
    .toSorted((a, b) => order.compare(a.name, b.name) || order.compare(a.tag, b.tag))
}

const order = new Intl.Collator(undefined, { numeric: true })

function namedIn(source: string): readonly string[] {
  const expression = compileExpression(source)
  return expression.problems ? [] : expression.tags
}
