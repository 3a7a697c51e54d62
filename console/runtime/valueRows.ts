import { compileExpression } from '@mimic/engine/bindings'
import type { Component } from '@mimic/engine/document'

/** A tag behind a component. */
export interface ValueRow {
  readonly key: string
  readonly name: string
  readonly tag: string
}

/** Every tag that a component shows or operates, each once. */
export function tagsOf({ bindings, action }: Component): string[] {
  const shown = bindings.flatMap(({ tag, via }) => (via.kind === 'expression' ? [tag, ...namedIn(via.source)] : [tag]))
  const acted = action?.kind === 'switch' || action?.kind === 'write' ? [action.tag] : []
  return [...new Set([...shown, ...acted])]
}

/** A drawing as a list, by component name as people count: what operators read when there is no picture. */
export function valueRows(components: Iterable<Component>): ValueRow[] {
  return [...components]
    .flatMap((component) => tagsOf(component).map((tag) => ({ key: `${component.id} ${tag}`, name: component.name, tag })))
    .toSorted((a, b) => order.compare(a.name, b.name) || order.compare(a.tag, b.tag))
}

const order = new Intl.Collator(undefined, { numeric: true })

function namedIn(source: string): readonly string[] {
  const expression = compileExpression(source)
  return expression.problems ? [] : expression.tags
}
