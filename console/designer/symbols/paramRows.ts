import { commonFields } from '@mimic/engine/bindings'
import { catalog } from '@mimic/engine/catalog'
import { listTags } from '@mimic/engine/commands'
import {
  type Component,
  groupType,
  type ParamKind,
  type ParamValue,
  type SymbolDefinition,
  type SymbolParam,
} from '@mimic/engine/document'
import type { Field, Words } from '@mimic/engine/schema'

/** Editable parameter with the properties it sets. */
export interface ParamRow {
  readonly key: number
  readonly name: string
  readonly kind: ParamKind
  readonly default: ParamValue
  readonly words?: SymbolParam['words']
  /** Properties as `component/property`. */
  readonly drives: readonly string[]
  /** Name in the stored symbol, used by its placeholders; `null` for a new parameter. */
  readonly was: string | null
}

/** Property that a parameter can set. */
export interface Drivable {
  readonly place: string
  readonly component: string
  readonly words: Words
  readonly kind: ParamKind
}

export const paramKinds = ['tag', 'text', 'number', 'color', 'flag'] as const
const defaultValues: Readonly<Record<ParamKind, ParamValue>> = {
  tag: '',
  text: '',
  number: 0,
  color: '#3f8f5bff',
  flag: false,
}

let lastKey = 0

export function createRow(
  kind: ParamKind,
  existing: readonly ParamRow[],
  value: ParamValue = defaultValues[kind],
  stem = 'param',
): ParamRow {
  let number = 1
  const getCandidate = (): string => (number === 1 && stem !== 'param' ? stem : `${stem}${number}`)
  while (existing.some(({ name }) => name === getCandidate())) number++
  return { key: ++lastKey, name: getCandidate(), kind, default: value, drives: [], was: null }
}

/** Changes the kind of a row and resets its value. */
export function changeKind(row: ParamRow, kind: ParamKind): ParamRow {
  return { ...row, kind, default: defaultValues[kind], drives: [] }
}

/** Suggested parameters of a selection: one per device used in its tags. */
export function suggestedRows(components: readonly Component[]): readonly ParamRow[] {
  const devices = [...new Set(listTags(components, catalog).map(({ tag }) => getDevice(tag)))].slice(0, maxSuggested)
  return devices.reduce<readonly ParamRow[]>((rows, device) => [...rows, createRow('tag', rows, device, 'device')], [])
}

const maxSuggested = 4

/** Tag prefixes that can become a parameter: devices first, then single tags. */
export function countPrefixes(
  components: readonly Component[],
): readonly { readonly prefix: string; readonly count: number }[] {
  const counts = new Map<string, number>()
  for (const { tag, uses } of listTags(components, catalog)) {
    if (tag.includes('{')) continue
    for (const prefix of [getDevice(tag), tag]) counts.set(prefix, (counts.get(prefix) ?? 0) + uses.length)
  }
  return [...counts]
    .map(([prefix, count]) => ({ prefix, count }))
    .toSorted((a, b) => a.prefix.split('/').length - b.prefix.split('/').length)
}

/**
 * Number of places that use a device parameter: its placeholder, or for a new one the tags that start with its default.
 */
export function countUses({ was, default: start }: ParamRow, components: readonly Component[]): number {
  const matches = (tag: string): boolean =>
    was !== null ? tag.includes(`{${was}}`) : start !== '' && (tag === start || tag.startsWith(`${String(start)}/`))
  return listTags(components, catalog).reduce((sum, { tag, uses }) => sum + (matches(tag) ? uses.length : 0), 0)
}

export function toRows({ params, paramProps }: SymbolDefinition): readonly ParamRow[] {
  const drives = Object.entries(paramProps).flatMap(([id, props]) =>
    Object.entries(props).map(([prop, param]) => ({ param, place: `${id}/${prop}` })),
  )
  return params.map(({ name, kind, default: value, words }) => ({
    key: ++lastKey,
    name,
    kind,
    default: value,
    ...(words && { words }),
    drives: drives.filter(({ param }) => param === name).map(({ place }) => place),
    was: name,
  }))
}

/** Converts rows to the arguments of `make-symbol` and `update-symbol`. */
export function toParams(rows: readonly ParamRow[]): {
  readonly params: readonly SymbolParam[]
  readonly paramProps: SymbolDefinition['paramProps']
} {
  const paramProps: Record<string, Record<string, string>> = {}
  for (const { name, drives } of rows) {
    for (const place of drives) {
      const [id = '', prop = ''] = place.split('/')
      paramProps[id] = { ...paramProps[id], [prop]: name.trim() }
    }
  }
  return {
    params: rows.map(({ name, kind, default: value, words }) => ({
      name: name.trim(),
      kind,
      default: value,
      ...(words && { words }),
    })),
    paramProps,
  }
}

/** Renamed parameters, old to new name, for `update-symbol`. */
export function getRenames(rows: readonly ParamRow[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    rows.flatMap(({ was, name }) => (was === null || was === name.trim() ? [] : [[was, name.trim()]])),
  )
}

/** Properties of the components that a parameter can set. */
export function getDrivables(components: readonly Component[]): readonly Drivable[] {
  return components
    .filter(({ link }) => link === null)
    .flatMap(({ id, type, name }) => {
      const own = type === groupType ? [] : Object.entries(catalog.get(type)?.fields ?? {})
      const common = [
        ['visible', commonFields.visible],
        ['opacity', commonFields.opacity],
      ] as const
      return [...own, ...common].flatMap(([prop, field]) => {
        const kind = toParamKind(field)
        return kind ? [{ place: `${id}/${prop}`, component: name, words: field.words, kind }] : []
      })
    })
}

const kindsByField: Readonly<Record<Field['kind'], ParamKind | null>> = {
  number: 'number',
  color: 'color',
  flag: 'flag',
  text: 'text',
  choice: null,
  points: null,
}
const toParamKind = ({ kind }: Field): ParamKind | null => kindsByField[kind]

const getDevice = (tag: string): string => tag.split('/').slice(0, 2).join('/')
