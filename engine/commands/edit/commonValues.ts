import { groupType } from '../../document/index.ts'
import { getOwnFrame } from '../transaction/transformTargets.ts'
import type { Component } from '../../document/index.ts'
import type { Mirrored } from '../../geometry/index.ts'
import type { Field, Fields, FieldValue } from '../../schema/index.ts'
import type { Catalog } from '../base/catalog.ts'

/** A value shared by all components, or the fact that values differ. */
export type Shared<Value> =
  | { readonly isMixed: false; readonly value: Value }
  | { readonly isMixed: true; readonly value?: undefined }

const commonKeys = [
  'name',
  'x',
  'y',
  'width',
  'height',
  'angleDeg',
  'flipX',
  'flipY',
  'opacity',
  'visible',
  'locked',
  'animation',
  'action',
] as const
type CommonKey = (typeof commonKeys)[number]

/** Common values of several components, per property. */
export interface CommonValues {
  readonly common: { readonly [Key in CommonKey]: Shared<Component[Key]> }
  /** Fields that all component types share and that can be set for all of them at once. */
  readonly props: ReadonlyMap<string, { readonly field: Field } & Shared<FieldValue>>
}

/**
 * Returns the common values of several components for a shared form, or null for an empty list. Use the `set-props`
 * command to write a common value back.
 */
export function commonValues(components: readonly Component[], catalog: Catalog): CommonValues | null {
  const [first] = components
  if (!first) return null
  const props = getSharedFields(components, catalog).map(
    ([name, field]) =>
      [
        name,
        {
          field,
          ...getSharedValue(
            components.map(
              (component) => component.props[name] ?? getOwnDefault(component, name, catalog) ?? field.default,
            ),
          ),
        },
      ] as const,
  )
  const of = <Key extends CommonKey>(key: Key): Shared<Component[Key]> =>
    getSharedValue(components.map((component) => component[key]))
  const own = <Key extends keyof Mirrored>(key: Key): Shared<Mirrored[Key]> =>
    getSharedValue(components.map((component) => getOwnFrame(component)[key]))
  return {
    common: {
      name: of('name'),
      x: own('x'),
      y: own('y'),
      width: own('width'),
      height: own('height'),
      angleDeg: own('angleDeg'),
      flipX: own('flipX'),
      flipY: own('flipY'),
      opacity: of('opacity'),
      visible: of('visible'),
      locked: of('locked'),
      animation: of('animation'),
      action: of('action'),
    },
    props: new Map(props),
  }
}

function getSharedValue<Value>(values: readonly Value[]): Shared<Value> {
  const [first, ...rest] = values
  return first !== undefined && rest.every((value) => isSame(first, value))
    ? { isMixed: false, value: first }
    : { isMixed: true }
}

/** Values are plain data with the same key order, so their JSON can be compared. */
function isSame(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b))
}

/** The default comes from the component's own type, which may differ from the first component's type. */
function getOwnDefault(component: Component, name: string, catalog: Catalog): FieldValue | undefined {
  return catalog.get(component.type)?.fields[name]?.default
}

function getSharedFields(
  components: readonly Component[],
  catalog: Catalog,
): (readonly [name: string, field: Field])[] {
  const types = [...new Set(components.map(({ type }) => type))].map(
    (type): Fields => (type === groupType ? undefined : catalog.get(type)?.fields) ?? {},
  )
  const [first = {}, ...others] = types
  return Object.entries(first).flatMap(([name, field]) => {
    const all = others.reduce<Field | null>((so, fields) => so && intersectFields(so, fields[name]), field)
    return all ? [[name, all] as const] : []
  })
}

/** Returns the values that two fields of the same name both accept, or null if the fields are incompatible. */
function intersectFields(field: Field, other: Field | undefined): Field | null {
  if (other?.kind === 'number' && field.kind === 'number')
    return { ...field, min: Math.max(field.min, other.min), max: Math.min(field.max, other.max) }
  if (other?.kind === 'text' && field.kind === 'text')
    return field.format === other.format ? { ...field, maxLength: Math.min(field.maxLength, other.maxLength) } : null
  if (other?.kind === 'color' && field.kind === 'color') return { ...field, gradient: field.gradient && other.gradient }
  if (other?.kind !== 'choice' || field.kind !== 'choice') return other?.kind === field.kind ? field : null
  const options = field.options.filter(({ value }) => other.options.some((option) => option.value === value))
  return options.length > 0 ? { ...field, options } : null
}
