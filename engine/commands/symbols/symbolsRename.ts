import { findMember, patchRecord, renameInExpression, renameInText, symbolMap } from '../../document/index.ts'
import { Rejection } from '../base/result.ts'
import { instanceAround } from '../settle/affectedInstances.ts'
import type {
  Binding,
  Component,
  Id,
  Override,
  ParamValues,
  Props,
  SymbolDefinition,
  SymbolLink,
  SymbolMap,
  TypeLookup,
} from '../../document/index.ts'
import type { Transaction } from '../transaction/transaction.ts'

/** New parameter names by old names. Applied all at once, so two names can be swapped. */
export type ParamNames = ReadonlyMap<string, string>

/**
 * Renames parameters of a symbol in the placeholders and bound properties of its definition, and in the instances of
 * the drawing and of other symbols. Returns the new definition; all other changes are written to `tx`.
 *
 * @throws Rejection for an unknown parameter.
 */
export function renameParams(
  tx: Transaction,
  symbol: SymbolDefinition,
  names: ParamNames,
  types: TypeLookup,
): SymbolDefinition {
  for (const name of names.keys()) {
    if (!symbol.params.some((param) => param.name === name))
      throw new Rejection(
        'command.arguments',
        `${symbol.name} has no parameter ${name.slice(0, 40)}`,
        `renames.${name.slice(0, 40)}`,
      )
  }
  const after = renameInDefinition(symbol, names, types)
  const before = symbolMap(tx.view.symbols)
  const symbols = tx.view.symbols.map((one) =>
    one === symbol ? after : withRenamedLinks(one, symbol.id, names, before),
  )
  const links: (readonly [Id, SymbolLink])[] = []
  for (const component of tx.view.all()) {
    if (!component.link || instanceAround(tx.view, component) !== component) continue
    const link = renameInLink(component.link, symbol.id, names, before)
    if (link !== component.link) links.push([component.id, link])
  }
  for (const [id, link] of links) tx.patch(id, { link })
  tx.symbols(Object.freeze(symbols))
  return after
}

function renameInDefinition(symbol: SymbolDefinition, names: ParamNames, types: TypeLookup): SymbolDefinition {
  return Object.freeze({
    ...symbol,
    params: symbol.params.map((param) => ({ ...param, name: names.get(param.name) ?? param.name })),
    paramProps: Object.fromEntries(
      Object.entries(symbol.paramProps).map(([id, props]) => [
        id,
        Object.fromEntries(Object.entries(props).map(([prop, param]) => [prop, names.get(param) ?? param])),
      ]),
    ),
    components: symbol.components.map((component) => renameInTemplate(component, names, types)),
  })
}

function renameInTemplate(component: Component, names: ParamNames, types: TypeLookup): Component {
  const { name, props, bindings, action, extras, link } = component
  const text = (source: string): string => renameInText(source, names)
  return patchRecord(component, {
    name: text(name),
    props: renameInProps(component, props, names, types),
    bindings: bindings.map((binding) => renameInBinding(binding, names)),
    action: action && 'tag' in action ? { ...action, tag: text(action.tag) } : action,
    extras: extras.prompt === undefined ? extras : { ...extras, prompt: text(extras.prompt) },
    link: link && {
      ...link,
      params: mapValues(link.params, (value) => (typeof value === 'string' ? text(value) : value)),
    },
  })
}

/** Placeholders are allowed in texts and tags, not in URLs. */
function renameInProps({ type }: Component, props: Props, names: ParamNames, types: TypeLookup): Props {
  const fields = types.get(type)?.fields ?? {}
  return Object.fromEntries(
    Object.entries(props).map(([name, value]) => {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined
      const isFilled = field?.kind === 'text' && placeholderFormats.has(field.format)
      return [name, isFilled && typeof value === 'string' ? renameInText(value, names) : value] as const
    }),
  )
}

const placeholderFormats: ReadonlySet<string> = new Set(['line', 'lines', 'tag', 'tags'])

function renameInBinding(binding: Binding, names: ParamNames): Binding {
  const { tag, via } = binding
  return {
    ...binding,
    tag: renameInText(tag, names),
    via: via.kind === 'expression' ? { ...via, source: renameInExpression(via.source, names) } : via,
  }
}

/** Renames the parameters in nested instances of another symbol. */
function withRenamedLinks(symbol: SymbolDefinition, id: Id, names: ParamNames, symbols: SymbolMap): SymbolDefinition {
  const components = symbol.components.map((component) => {
    const link = component.link && renameInLink(component.link, id, names, symbols)
    return link === component.link ? component : patchRecord(component, { link })
  })
  return components.every((component, i) => component === symbol.components[i])
    ? symbol
    : Object.freeze({ ...symbol, components })
}

/** Renames the parameters of an instance, and in its overrides those of nested instances. */
function renameInLink(link: SymbolLink, id: Id, names: ParamNames, symbols: SymbolMap): SymbolLink {
  const definition = symbols.get(link.symbol)
  const params = link.symbol === id ? renameKeys(link.params, names) : link.params
  let overrides: Record<string, Override> | null = null
  for (const [memberPath, override] of Object.entries(link.overrides)) {
    const target = override.params && definition ? findMember(memberPath, definition, symbols) : undefined
    if (override.params && target?.link?.symbol === id)
      overrides = {
        ...(overrides ?? link.overrides),
        [memberPath]: { ...override, params: renameKeys(override.params, names) },
      }
  }
  return params === link.params && !overrides ? link : { ...link, params, ...(overrides && { overrides }) }
}

function renameKeys(values: ParamValues, names: ParamNames): ParamValues {
  if (!Object.keys(values).some((name) => names.has(name))) return values
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [names.get(name) ?? name, value]))
}

function mapValues(values: ParamValues, change: (value: ParamValues[string]) => ParamValues[string]): ParamValues {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]))
}
