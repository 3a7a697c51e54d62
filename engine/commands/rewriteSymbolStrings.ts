import { groupType, memberAt, symbolMap } from '../document/index.ts'
import { noFields, rewriteLocalized, rewriteWords } from './rewriteStrings.ts'
import type { Component, Id, Override, ParamValues, SymbolDefinition, SymbolLink, SymbolMap, SymbolParam } from '../document/index.ts'
import type { Fields } from '../schema/index.ts'
import type { Catalog } from './catalog.ts'
import type { Rewrite, Rewritten, WordPlace } from './rewriteStrings.ts'

/** Like `Rewrite`. `id` is the id of the component in the symbol, or of the symbol for its name and parameters. */
export type SymbolRewrite = (id: Id, place: WordPlace, path: string, text: string) => string

/**
 * Visits all texts of a symbol once: its name, names and defaults of its parameters, its components, and the values of
 * nested instances. Returns null if nothing changed. Validate the result like any definition.
 */
export function rewriteSymbol(symbol: SymbolDefinition, symbols: readonly SymbolDefinition[], catalog: Catalog, rewrite: SymbolRewrite): SymbolDefinition | null {
  const own: Rewrite = (place, path, text) => rewrite(symbol.id, place, path, text)
  const name = own('names', 'name', symbol.name)
  const params = symbol.params.map((param, i) => rewrittenParam(param, `params.${i}`, own))
  const map = symbolMap(symbols)
  const components = symbol.components.map((component) => rewrittenTemplate(component, map, catalog, (place, path, text) => rewrite(component.id, place, path, text)))
  const isSame = name === symbol.name && params.every((param, i) => param === symbol.params[i]) && components.every((component, i) => component === symbol.components[i])
  return isSame ? null : { ...symbol, name, params, components }
}

/**
 * Visits the parameters of an instance and, if `hasOverrides` is true, its overrides. Returns null if nothing changed.
 */
export function rewriteLink(link: SymbolLink, symbols: SymbolMap, catalog: Catalog, rewrite: Rewrite, hasOverrides = true): SymbolLink | null {
  const definition = symbols.get(link.symbol)
  const params = rewrittenValues(link.params, definition, 'link.params', rewrite)
  const overrides = definition && hasOverrides ? rewrittenOverrides(link.overrides, definition, symbols, catalog, rewrite) : null
  return params || overrides ? { ...link, ...(params && { params }), ...(overrides && { overrides }) } : null
}

function rewrittenParam(param: SymbolParam, path: string, rewrite: Rewrite): SymbolParam {
  const place = placeOfKind(param.kind)
  const value = place && typeof param.default === 'string' && param.default !== '' ? rewrite(place, `${path}.default`, param.default) : param.default
  const words = param.words && { en: rewrite('texts', `${path}.words.en`, param.words.en), zh: rewrite('texts', `${path}.words.zh`, param.words.zh) }
  const isSame = value === param.default && words?.en === param.words?.en && words?.zh === param.words?.zh
  return isSame ? param : { ...param, default: value, ...(words && { words }) }
}

function rewrittenTemplate(component: Component, symbols: SymbolMap, catalog: Catalog, rewrite: Rewrite): Component {
  const said = rewriteWords(component, fieldsOf(component, catalog), rewrite)
  const link = component.link && rewriteLink(component.link, symbols, catalog, rewrite)
  if (!said && !link) return component
  return { ...(said ? laidOver(component, said) : component), ...(link && { link }) }
}

function rewrittenOverrides(
  overrides: SymbolLink['overrides'], definition: SymbolDefinition, symbols: SymbolMap, catalog: Catalog, rewrite: Rewrite,
): SymbolLink['overrides'] | null {
  let after: Record<string, Override> | null = null
  for (const [way, override] of Object.entries(overrides)) {
    const target = memberAt(way, definition, symbols)
    if (!target) continue
    const path = `link.overrides.${way}`
    const said = rewriteLocalized(override, fieldsOf(target, catalog), (place, at, text) => rewrite(place, `${path}.${at}`, text))
    const params = override.params && rewrittenValues(override.params, target.link ? symbols.get(target.link.symbol) : undefined, `${path}.params`, rewrite)
    if (said || params) after = { ...(after ?? overrides), [way]: { ...(said ? laidOver(override, said) : override), ...(params && { params }) } }
  }
  return after
}

function rewrittenValues(values: ParamValues, definition: SymbolDefinition | undefined, path: string, rewrite: Rewrite): ParamValues | null {
  let after: Record<string, ParamValues[string]> | null = null
  for (const [name, value] of Object.entries(values)) {
    const kind = definition?.params.find((param) => param.name === name)?.kind
    const place = kind && placeOfKind(kind)
    if (!place || typeof value !== 'string' || value === '') continue
    const text = rewrite(place, `${path}.${name}`, value)
    if (text !== value) after = { ...(after ?? values), [name]: text }
  }
  return after
}

function laidOver(before: Component, said: Rewritten): Component
function laidOver(before: Override, said: Rewritten): Override
function laidOver(before: Component | Override, said: Rewritten): Override {
  const { props, extras, name, bindings, action } = said
  return {
    ...before, ...(name !== undefined && { name }), ...(bindings && { bindings }), ...(action && { action }),
    ...(props && { props: { ...before.props, ...props } }), ...(extras && { extras: { ...before.extras, ...extras } }),
  }
}

function placeOfKind(kind: SymbolParam['kind']): WordPlace | null {
  return kind === 'tag' ? 'tags' : kind === 'text' ? 'texts' : null
}

function fieldsOf({ type }: Component, catalog: Catalog): Fields | undefined {
  return type === groupType ? noFields : catalog.get(type)?.fields
}
