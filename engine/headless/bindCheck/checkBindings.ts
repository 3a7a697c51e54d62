import { checkExpression, commonFields, compileExpression, isCommonProp, isDrivableOn } from '../../bindings/index.ts'
import type { TypeLookup } from '../../document/index.ts'
import { bindingSchema, resolveSource, resolveTag, groupType, paramSchema } from '../../document/index.ts'
import type { Binding, Component, SymbolParam } from '../../document/index.ts'
import { isObject } from '../../document/props/props.ts'
import { parse, createFieldSchema } from '../../schema/index.ts'
import type { Field, Fields, Words } from '../../schema/index.ts'
import { bindingWords, numberWords } from './bindingWords.ts'
import type { Filling } from '../language.ts'

/** A problem with a binding. */
export interface Finding {
  readonly path: string
  readonly code: string
  readonly words: Words
  readonly filling: Filling
  /** Character range in an expression: from 0, inclusive to exclusive. */
  readonly span?: readonly [from: number, to: number]
  /** The component with the binding, as far as its data is readable. */
  readonly component: { readonly id: string; readonly name: string; readonly type: string }
}

/** Tags of a plant with the kind of their values, if known. */
export type TagList = ReadonlyMap<string, { readonly kind?: 'number' | 'text' | undefined }>

/** Result of a binding check. */
export interface BindingCheck {
  readonly findings: readonly Finding[]
  /** Number of bindings checked. */
  readonly count: number
}

/** Checks the bindings of symbol instance members. `placeOf` returns the path of a member's instance in the file. */
export function checkMembers(
  members: Iterable<Component>,
  getPath: (member: Component) => string,
  types: TypeLookup,
  tags: TagList | null,
): BindingCheck {
  const check = new Check(types, tags)
  for (const member of members) check.component({ ...member }, getPath(member))
  return { findings: check.findings, count: check.count }
}

/**
 * Checks every binding of a drawing's data, regardless of other problems. The drawing reader stops at the first broken
 * component, but all binding problems should be reported at once. `components` is the data at path `at`.
 */
export function checkBindings(components: unknown, at: string, types: TypeLookup, tags: TagList | null): BindingCheck {
  const check = new Check(types, tags)
  for (const [i, raw] of Array.isArray(components) ? components.entries() : [])
    if (isObject(raw)) check.component(raw, `${at}.${i}`)
  return { findings: check.findings, count: check.count }
}

/**
 * Checks symbol definitions with the defaults of their parameters, whether or not there are instances. Tags with
 * placeholders and results from parameters are checked per instance instead. `symbols` is the data at path `at`.
 */
export function checkSymbols(symbols: unknown, at: string, types: TypeLookup, tags: TagList | null): BindingCheck {
  const checks = (Array.isArray(symbols) ? symbols : []).flatMap((raw: unknown, i) => {
    if (!isObject(raw) || !Array.isArray(raw['components'])) return []
    const params = (Array.isArray(raw['params']) ? raw['params'] : []).flatMap(
      (param: unknown) => parse(paramSchema, param).value ?? [],
    )
    const check = new Check(types, tags, params)
    for (const [j, component] of raw['components'].entries())
      if (isObject(component)) check.component(component, `${at}.${i}.components.${j}`)
    return [check]
  })
  return {
    findings: checks.flatMap(({ findings }) => findings),
    count: checks.reduce((sum, { count }) => sum + count, 0),
  }
}

/** Whether earlier states cover every value from `min` to `max`; the first matching state applies. */
function isCovered(
  min: number,
  max: number,
  above: readonly { readonly min: number; readonly max: number }[],
): boolean {
  let from = min
  for (const state of above.filter((one) => one.min <= one.max).toSorted((a, b) => a.min - b.min)) {
    if (state.min > from) return false
    if (state.max >= max) return true
    from = Math.max(from, state.max)
  }
  return false
}

const noFields: Fields = {}

class Check {
  readonly findings: Finding[] = []
  count = 0
  readonly #types: TypeLookup
  readonly #tags: TagList | null
  readonly #missingTypes = new Set<string>()
  /** Parameters of the symbol being checked. */
  readonly #params: readonly SymbolParam[]
  #at: Finding['component'] = { id: '', name: '', type: '' }

  constructor(types: TypeLookup, tags: TagList | null, params: readonly SymbolParam[] = []) {
    this.#types = types
    this.#tags = tags
    this.#params = params
  }

  component(raw: Readonly<Record<string, unknown>>, path: string): void {
    const toText = (value: unknown, fallback: string) => (typeof value === 'string' ? value : fallback)
    const type = toText(raw['type'], '')
    this.#at = { id: toText(raw['id'], ''), name: toText(raw['name'], type), type }
    const componentType = type === groupType ? { fields: noFields } : this.#types.get(type)
    if (!componentType && !this.#missingTypes.has(type)) {
      this.#missingTypes.add(type)
      this.#find(`${path}.type`, 'binding.type', bindingWords.type, { type })
    }
    const bindings = Array.isArray(raw['bindings']) ? raw['bindings'] : []
    const props = new Set<string>()
    for (const [i, item] of bindings.entries())
      this.#binding(item, componentType?.fields, props, `${path}.bindings.${i}`)
    if (isObject(raw['props'])) this.#props(raw['props'], componentType?.fields ?? noFields, `${path}.props`)
    if (isObject(raw['action']) && typeof raw['action']['tag'] === 'string')
      this.#tag(raw['action']['tag'], `${path}.action.tag`)
  }

  /** Checks properties that contain tags, one per line. */
  #props(props: Readonly<Record<string, unknown>>, fields: Fields, path: string): void {
    for (const [name, field] of Object.entries(fields)) {
      const value = props[name]
      if (field.kind !== 'text' || (field.format !== 'tag' && field.format !== 'tags') || typeof value !== 'string')
        continue
      const tags = value
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean)
      for (const tag of new Set(tags)) this.#tag(tag, `${path}.${name}`)
    }
  }

  #binding(item: unknown, fields: Fields | undefined, props: Set<string>, path: string): void {
    this.count++
    const read = parse(bindingSchema, this.#fillPlaceholders(item), path)
    for (const { path: place, message } of read.problems ?? [])
      this.#find(place, 'binding.form', bindingWords.form, { message })
    if (!read.value) return
    const { prop, tag, via } = read.value
    if (props.has(prop)) this.#find(`${path}.prop`, 'binding.duplicate', bindingWords.duplicate, { prop })
    props.add(prop)
    if (isObject(item)) this.#tag(item['tag'] === tag ? tag : '', `${path}.tag`)
    const field = fields && findField(prop, fields)
    if (fields && !field)
      this.#find(`${path}.prop`, 'binding.property', bindingWords.property, { prop, type: this.#at.type })
    else if (field && !field.bindable)
      this.#find(`${path}.prop`, 'binding.unbindable', bindingWords.unbindable, { prop })
    else if (field && !isDrivableOn(this.#at.type, prop))
      this.#find(`${path}.prop`, 'binding.group', bindingWords.group, { prop })
    const isWritten =
      !isObject(item) || !isObject(item['via']) || via.kind !== 'expression' || item['via']['source'] === via.source
    this.#via(via, field, tag, `${path}.via`, isWritten)
  }

  /** Replaces placeholders by the defaults of the parameters. */
  #fillPlaceholders(item: unknown): unknown {
    if (this.#params.length === 0 || !isObject(item)) return item
    const { tag, via } = item
    const isExpression = isObject(via) && typeof via['source'] === 'string'
    return {
      ...item,
      ...(typeof tag === 'string' && { tag: resolveTag(tag, this.#params) }),
      ...(isExpression && { via: { ...via, source: resolveSource(String(via['source']), this.#params) } }),
    }
  }

  #via(via: Binding['via'], field: Field | undefined, tag: string, path: string, isWritten: boolean): void {
    const isText = this.#tags?.get(tag)?.kind === 'text'
    switch (via.kind) {
      case 'value': {
        const isNumber = this.#tags?.get(tag)?.kind === 'number' || via.scale !== undefined || via.offset !== undefined
        if (isNumber && field?.kind !== 'choice') this.#number(field, path)
        const unfit = isText && field ? textUnfitFor[field.kind] : undefined
        if (unfit) this.#find(path, 'binding.kind', unfit, {})
        return
      }
      case 'range': {
        this.#number(field, path)
        if (isText) this.#find(path, 'binding.kind', bindingWords.textRange, {})
        if (via.from[0] === via.from[1])
          this.#find(`${path}.from`, 'binding.range', bindingWords.emptyRange, { at: via.from[0] })
        return
      }
      case 'states': {
        if (isText) this.#find(path, 'binding.kind', bindingWords.textStates, {})
        const results: (readonly [place: string, value: unknown])[] = via.states.map(({ value }, i) => [
          `${path}.states.${i}.value`,
          value,
        ])
        if (via.otherwise !== undefined) results.push([`${path}.otherwise`, via.otherwise])
        for (const [place, value] of field && this.#params.length === 0 ? results : []) {
          for (const { message } of (field && parse(createFieldSchema(field), value).problems) ?? [])
            this.#find(place, 'binding.kind', bindingWords.state, { message })
        }
        for (const [i, { min, max }] of via.states.entries()) {
          if (min > max) this.#find(`${path}.states.${i}`, 'binding.range', bindingWords.neverState, { min, max })
          else if (isCovered(min, max, via.states.slice(0, i)))
            this.#find(`${path}.states.${i}`, 'binding.range', bindingWords.coveredState, { min, max })
        }
        return
      }
      case 'expression':
        this.#expression(via.source, field, `${path}.source`, isWritten)
    }
  }

  #number(field: Field | undefined, path: string): void {
    if (field?.kind === 'color' || field?.kind === 'choice' || field?.kind === 'points')
      this.#find(path, 'binding.kind', numberWords[field.kind], {})
  }

  /** `isWritten`: the source is identical to the file's text, so character ranges are valid in the file. */
  #expression(source: string, field: Field | undefined, path: string, isWritten: boolean): void {
    for (const { code, words, from, to } of checkExpression(source, field))
      this.#find(path, code, words, {}, isWritten ? [from, to] : undefined)
    const compiled = compileExpression(source)
    if (!compiled.problems && isWritten) for (const tag of compiled.tags) this.#tag(tag, path)
  }

  #tag(tag: string, path: string): void {
    if (this.#tags && tag !== '' && !tag.includes('{') && !this.#tags.has(tag))
      this.#find(path, 'binding.tag', bindingWords.tag, { tag })
  }

  #find(path: string, code: string, words: Words, filling: Filling, span?: readonly [number, number]): void {
    this.findings.push({ path, code, words, filling, ...(span && { span }), component: this.#at })
  }
}

/** Field kinds that cannot show a text value. Colours and options can be given by name. */
const textUnfitFor: Readonly<Partial<Record<Field['kind'], Words>>> = {
  number: bindingWords.text,
  flag: bindingWords.textFlag,
  points: bindingWords.textPoints,
}

const findField = (prop: string, fields: Fields): Field | undefined =>
  Object.hasOwn(fields, prop) ? fields[prop] : isCommonProp(prop) ? commonFields[prop] : undefined
