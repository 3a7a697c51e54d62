import { groupType, findMember, symbolMap } from '../../document/index.ts'
import { noFields, rewriteOverride, rewriteStrings } from './rewriteStrings.ts'
import type {
  Component,
  Id,
  Override,
  ParamValues,
  SymbolDefinition,
  SymbolLink,
  SymbolMap,
  SymbolParam,
} from '../../document/index.ts'
import type { Fields } from '../../schema/index.ts'
import type { Catalog } from '../base/catalog.ts'
import type { Rewrite, TextChanges, TextPlace } from './rewriteStrings.ts'

/** Like `Rewrite`. `id` is the id of the component in the symbol, or of the symbol for its name and parameters. */
export type SymbolRewrite = (id: Id, place: TextPlace, path: string, text: string) => string

/**
 * Visits all texts of a symbol once: its name, names and defaults of its parameters, its components, and the values of
 * nested instances. Returns null if nothing changed. Validate the result like any definition.
 */
export function rewriteSymbol(
  symbol: SymbolDefinition,
  symbols: readonly SymbolDefinition[],
  catalog: Catalog,
  rewrite: SymbolRewrite,
): SymbolDefinition | null {
  const own: Rewrite = (place, path, text) => rewrite(symbol.id, place, path, text)
  const name = own('names', 'name', symbol.name)
  const params = symbol.params.map((param, i) => rewriteParam(param, `params.${i}`, own))
  const map = symbolMap(symbols)
  const components = symbol.components.map((component) =>
    rewriteTemplate(component, map, catalog, (place, path, text) => rewrite(component.id, place, path, text)),
  )
  const isSame =
    name === symbol.name &&
    params.every((param, i) => param === symbol.params[i]) &&
    components.every((component, i) => component === symbol.components[i])
  return isSame ? null : { ...symbol, name, params, components }
}

/**
 * Visits the parameters of an instance and, if `hasOverrides` is true, its overrides. Returns null if nothing changed.
 */
export function rewriteLink(
  link: SymbolLink,
  symbols: SymbolMap,
  catalog: Catalog,
  rewrite: Rewrite,
  hasOverrides = true,
): SymbolLink | null {
  const definition = symbols.get(link.symbol)
  const params = rewriteValues(link.params, definition, 'link.params', rewrite)
  const overrides =
    definition && hasOverrides ? rewriteOverrides(link.overrides, definition, symbols, catalog, rewrite) : null
  return params || overrides ? { ...link, ...(params && { params }), ...(overrides && { overrides }) } : null
}

function rewriteParam(param: SymbolParam, path: string, rewrite: Rewrite): SymbolParam {
  const place = getParamPlace(param.kind)
  const value =
    place && typeof param.default === 'string' && param.default !== ''
      ? rewrite(place, `${path}.default`, param.default)
      : param.default
  const words = param.words && {
    en: rewrite('texts', `${path}.words.en`, param.words.en),
    zh: rewrite('texts', `${path}.words.zh`, param.words.zh),
  }
  const isSame = value === param.default && words?.en === param.words?.en && words?.zh === param.words?.zh
  return isSame ? param : { ...param, default: value, ...(words && { words }) }
}

function rewriteTemplate(component: Component, symbols: SymbolMap, catalog: Catalog, rewrite: Rewrite): Component {
  const rewritten = rewriteStrings(component, getFields(component, catalog), rewrite)
  const link = component.link && rewriteLink(component.link, symbols, catalog, rewrite)
  if (!rewritten && !link) return component
  return { ...(rewritten ? applyRewrite(component, rewritten) : component), ...(link && { link }) }
}

function rewriteOverrides(
  overrides: SymbolLink['overrides'],
  definition: SymbolDefinition,
  symbols: SymbolMap,
  catalog: Catalog,
  rewrite: Rewrite,
): SymbolLink['overrides'] | null {
  let after: Record<string, Override> | null = null
  for (const [memberPath, override] of Object.entries(overrides)) {
    const target = findMember(memberPath, definition, symbols)
    if (!target) continue
    const path = `link.overrides.${memberPath}`
    const rewritten = rewriteOverride(override, getFields(target, catalog), (place, at, text) =>
      rewrite(place, `${path}.${at}`, text),
    )
    const params =
      override.params &&
      rewriteValues(
        override.params,
        target.link ? symbols.get(target.link.symbol) : undefined,
        `${path}.params`,
        rewrite,
      )
    if (rewritten || params)
      after = {
        ...(after ?? overrides),
        [memberPath]: { ...(rewritten ? applyRewrite(override, rewritten) : override), ...(params && { params }) },
      }
  }
  return after
}

function rewriteValues(
  values: ParamValues,
  definition: SymbolDefinition | undefined,
  path: string,
  rewrite: Rewrite,
): ParamValues | null {
  let after: Record<string, ParamValues[string]> | null = null
  for (const [name, value] of Object.entries(values)) {
    const kind = definition?.params.find((param) => param.name === name)?.kind
    const place = kind && getParamPlace(kind)
    if (!place || typeof value !== 'string' || value === '') continue
    const text = rewrite(place, `${path}.${name}`, value)
    if (text !== value) after = { ...(after ?? values), [name]: text }
  }
  return after
}

function applyRewrite(before: Component, rewritten: TextChanges): Component
function applyRewrite(before: Override, rewritten: TextChanges): Override
function applyRewrite(before: Component | Override, rewritten: TextChanges): Override {
  const { props, extras, name, bindings, action } = rewritten
  return {
    ...before,
    ...(name !== undefined && { name }),
    ...(bindings && { bindings }),
    ...(action && { action }),
    ...(props && { props: { ...before.props, ...props } }),
    ...(extras && { extras: { ...before.extras, ...extras } }),
  }
}

function getParamPlace(kind: SymbolParam['kind']): TextPlace | null {
  return kind === 'tag' ? 'tags' : kind === 'text' ? 'texts' : null
}

function getFields({ type }: Component, catalog: Catalog): Fields | undefined {
  return type === groupType ? noFields : catalog.get(type)?.fields
}
