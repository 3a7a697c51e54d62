import { extraFields, groupType } from '../document/index.ts'
import type { Binding, Component, Props, Via } from '../document/index.ts'
import type { Field, Fields, FieldValue } from '../schema/index.ts'

/** Where a drawing has words: components' names, the texts they show, the tags that drive them and that they write. */
export const wordPlaces = ['names', 'texts', 'tags'] as const
/** One of the places where a drawing has words. */
export type WordPlace = (typeof wordPlaces)[number]

/** Is told every word of a component and answers with what stands there afterwards. */
export type Rewrite = (place: WordPlace, path: string, text: string) => string

/** What a rewriting changed; to be checked like any input before it is written. */
export interface Rewritten {
  readonly name?: string
  readonly props?: Readonly<Record<string, FieldValue>>
  readonly extras?: Readonly<Record<string, FieldValue>>
  readonly bindings?: readonly Binding[]
  readonly action?: Component['action']
}

export const noFields: Fields = Object.freeze({})

/**
 * Goes once through all words of a component: searching, replacing, listing tags and rebinding see the same ones. Of a
 * type that is not installed only name, bindings and action are known.
 */
export function rewriteWords(component: Component, fields: Fields = noFields, rewrite: Rewrite): Rewritten {
  const name = rewrite('names', 'name', component.name)
  const props = rewrittenFields('props', component.props, component.type === groupType ? noFields : fields, rewrite)
  const extras = rewrittenFields('extras', component.extras, extraFields, rewrite)
  const bindings = component.bindings.map((binding, i) => rewrittenBinding(binding, fields[binding.prop], `bindings.${i}`, rewrite))
  const action = rewrittenAction(component.action, rewrite)
  return {
    ...(name !== component.name && { name }),
    ...(props && { props }),
    ...(extras && { extras }),
    ...(bindings.some((binding, i) => binding !== component.bindings[i]) && { bindings }),
    ...(action !== component.action && { action }),
  }
}

/** What a person sees counts, so a default that is shown is found too. */
function rewrittenFields(part: 'props' | 'extras', values: Props, fields: Fields, rewrite: Rewrite): Record<string, FieldValue> | null {
  const changed: Record<string, FieldValue> = {}
  for (const { name, field, place } of wordFieldsOf(fields)) {
    const before = values[name] ?? field.default
    if (typeof before !== 'string' || before === '') continue
    const format = field.kind === 'text' ? field.format : undefined
    const rewriteText = (text: string) => rewrite(place, `${part}.${name}`, text)
    const after = format === 'json' ? rewrittenJson(before, rewriteText) : format === 'tags' ? rewrittenTags(before, rewriteText) : rewriteText(before)
    if (after !== before) changed[name] = after
  }
  return Object.keys(changed).length > 0 ? changed : null
}

interface WordField {
  readonly name: string
  readonly field: Field
  readonly place: WordPlace
}

/** Picked once a type: of a component's thirty fields two or three hold words. */
const wordFields = new WeakMap<Fields, readonly WordField[]>()

function wordFieldsOf(fields: Fields): readonly WordField[] {
  const known = wordFields.get(fields)
  if (known) return known
  const found = Object.entries(fields).flatMap(([name, field]) => {
    const place = placeOfField(field)
    return place ? [{ name, field, place }] : []
  })
  wordFields.set(fields, found)
  return found
}

function placeOfField(field: Field | undefined): WordPlace | null {
  if (field?.kind !== 'text') return null
  switch (field.format) {
    case 'line': case 'lines': case 'json': return 'texts'
    case 'tag': case 'tags': return 'tags'
    case 'url': case 'picture': case 'end': return null
  }
}

/** Each line is a tag of its own. */
export function rewrittenTags(lines: string, rewrite: (tag: string) => string): string {
  return lines.split('\n').map((line) => {
    const tag = line.trim()
    const after = tag === '' ? tag : rewrite(tag)
    return after === tag ? line : after
  }).join('\n')
}

/** Values that are texts, never keys: they say what a table shows, keys say how it is built. */
function rewrittenJson(json: string, rewrite: (text: string) => string): string {
  let isChanged = false
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') {
      const after = rewrite(value)
      isChanged ||= after !== value
      return after
    }
    if (Array.isArray(value)) return value.map(walk)
    return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, walk(inner)])) : value
  }
  try {
    const after = walk(JSON.parse(json))
    return isChanged ? JSON.stringify(after) : json
  } catch {
    // No JSON, so no words; a drawing of an older version may hold such a text.
    return json
  }
}

function rewrittenBinding(binding: Binding, field: Field | undefined, path: string, rewrite: Rewrite): Binding {
  const tag = rewrite('tags', `${path}.tag`, binding.tag)
  const via = rewrittenVia(binding.via, placeOfField(field) === 'texts', `${path}.via`, rewrite)
  return tag === binding.tag && via === binding.via ? binding : { ...binding, tag, via }
}

function rewrittenVia(via: Via, isText: boolean, path: string, rewrite: Rewrite): Via {
  if (via.kind === 'expression') {
    const source = rewrittenExpression(via.source, (tag) => rewrite('tags', `${path}.source`, tag))
    return source === via.source ? via : { ...via, source }
  }
  if (via.kind !== 'states' || !isText) return via
  const said = (value: FieldValue, at: string): FieldValue => typeof value === 'string' ? rewrite('texts', `${path}.${at}`, value) : value
  const states = via.states.map((state, i) => {
    const value = said(state.value, `states.${i}.value`)
    return value === state.value ? state : { ...state, value }
  })
  const otherwise = via.otherwise === undefined ? undefined : said(via.otherwise, 'otherwise')
  const isSame = otherwise === via.otherwise && states.every((state, i) => state === via.states[i])
  return isSame ? via : { ...via, states, ...(otherwise !== undefined && { otherwise }) }
}

/** Tags stand in braces, in a symbol with a parameter's braces within; braces within a quoted text are text. */
const quotedOrTag = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\{((?:[^{}]|\{[^{}]*\})*)\}/gs
/** A parameter alone in braces: its name is no tag. */
const paramAlone = /^[A-Za-z][A-Za-z0-9_]*$/

function rewrittenExpression(source: string, rewrite: (tag: string) => string): string {
  return source.replace(quotedOrTag, (whole: string, inner: string | undefined) => {
    const tag = inner?.trim()
    if (tag === undefined || paramAlone.test(tag)) return whole
    const after = rewrite(tag)
    return after === tag ? whole : `{${after}}`
  })
}

function rewrittenAction(action: Component['action'], rewrite: Rewrite): Component['action'] {
  if (action?.kind !== 'switch' && action?.kind !== 'write') return action
  const tag = rewrite('tags', 'action.tag', action.tag)
  return tag === action.tag ? action : { ...action, tag }
}
