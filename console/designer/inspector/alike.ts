import { catalog } from '@mimic/engine/catalog'
import type { Component } from '@mimic/engine/document'
import type { Field, FieldValue } from '@mimic/engine/schema'

/** The one value that all have, or undefined where they differ. */
export function alike(values: readonly (FieldValue | undefined)[]): FieldValue | undefined {
  const [first, ...rest] = values
  return rest.every((value) => isSame(first, value)) ? first : undefined
}

/** The fields that every one of the components has, of the same kind, as the first one's type declares them. */
export function sharedFields(components: readonly Component[]): [name: string, field: Field][] {
  const types = [...new Set(components.map((component) => component.type))].map((type) => catalog.get(type)?.fields ?? {})
  const [first = {}, ...others] = types
  return Object.entries(first).filter(([name, field]) => others.every((fields) => fields[name]?.kind === field.kind))
}

function isSame(a: FieldValue | undefined, b: FieldValue | undefined): boolean {
  if (typeof a !== 'object' || typeof b !== 'object') return a === b
  return a.length === b.length && a.every((each, index) => each === b[index])
}
