import { groupType } from '../document/index.ts'
import { ownFrame } from './transformTargets.ts'
import type { Component } from '../document/index.ts'
import type { Mirrored } from '../geometry/index.ts'
import type { Field, Fields, FieldValue } from '../schema/index.ts'
import type { Catalog } from './catalog.ts'

/** One value that all have, or the news that they differ. */
export type Shared<Value> =
  | { readonly isMixed: false; readonly value: Value }
  | { readonly isMixed: true; readonly value?: undefined }

const commonKeys = [
  'name', 'x', 'y', 'width', 'height', 'angleDeg', 'flipX', 'flipY', 'opacity', 'visible', 'locked', 'animation', 'action',
] as const
type CommonKey = (typeof commonKeys)[number]

/** What several components have in common, property by property. */
export interface CommonValues {
  readonly common: { readonly [Key in CommonKey]: Shared<Component[Key]> }
  /** The fields that all their types have; what may be set for all of them together. */
  readonly props: ReadonlyMap<string, { readonly field: Field } & Shared<FieldValue>>
}

/**
 * What several components have in common, for one form over all of them: each value, or that they differ. Null for none.
 * Written back by `set-props`, which makes them alike.
 */
export function commonValues(components: readonly Component[], catalog: Catalog): CommonValues | null {
  const [first] = components
  if (!first) return null
  const props = sharedFields(components, catalog).map(([name, field]) =>
    [name, { field, ...shared(components.map((component) => component.props[name] ?? ownDefault(component, name, catalog) ?? field.default)) }] as const)
  const of = <Key extends CommonKey>(key: Key): Shared<Component[Key]> => shared(components.map((component) => component[key]))
  const own = <Key extends keyof Mirrored>(key: Key): Shared<Mirrored[Key]> => shared(components.map((component) => ownFrame(component)[key]))
  return {
    common: {
      name: of('name'), x: own('x'), y: own('y'), width: own('width'), height: own('height'), angleDeg: own('angleDeg'), flipX: own('flipX'), flipY: own('flipY'),
      opacity: of('opacity'), visible: of('visible'), locked: of('locked'), animation: of('animation'), action: of('action'),
    },
    props: new Map(props),
  }
}

function shared<Value>(values: readonly Value[]): Shared<Value> {
  const [first, ...rest] = values
  return first !== undefined && rest.every((value) => isSame(first, value)) ? { isMixed: false, value: first } : { isMixed: true }
}

/** Values are plain data of one order of keys, so their text tells. */
function isSame(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b))
}

/** The default where a component has no value is that of its own type, which need not be the first one's. */
function ownDefault(component: Component, name: string, catalog: Catalog): FieldValue | undefined {
  return catalog.get(component.type)?.fields[name]?.default
}

function sharedFields(components: readonly Component[], catalog: Catalog): (readonly [name: string, field: Field])[] {
  const types = [...new Set(components.map(({ type }) => type))].map((type): Fields => (type === groupType ? undefined : catalog.get(type)?.fields) ?? {})
  const [first = {}, ...others] = types
  return Object.entries(first).flatMap(([name, field]) => {
    const all = others.reduce<Field | null>((so, fields) => so && narrowed(so, fields[name]), field)
    return all ? [[name, all] as const] : []
  })
}

/** The field of what two types both accept under one name; null when they mean different things by it. */
function narrowed(field: Field, other: Field | undefined): Field | null {
  if (other?.kind === 'number' && field.kind === 'number') return { ...field, min: Math.max(field.min, other.min), max: Math.min(field.max, other.max) }
  if (other?.kind === 'text' && field.kind === 'text') return field.format === other.format ? { ...field, maxLength: Math.min(field.maxLength, other.maxLength) } : null
  if (other?.kind === 'color' && field.kind === 'color') return { ...field, gradient: field.gradient && other.gradient }
  if (other?.kind !== 'choice' || field.kind !== 'choice') return other?.kind === field.kind ? field : null
  const options = field.options.filter(({ value }) => other.options.some((option) => option.value === value))
  return options.length > 0 ? { ...field, options } : null
}
