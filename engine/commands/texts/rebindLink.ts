import { instantiate, isParamValue, isTag, readParamValue } from '../../document/index.ts'
import { rewriteStrings } from './rewriteStrings.ts'
import type {
  Component,
  Id,
  ParamKinds,
  ParamValue,
  ParamValues,
  SymbolLink,
  SymbolMap,
  SymbolParam,
} from '../../document/index.ts'
import type { Catalog } from '../base/catalog.ts'

/** The part of the drawing that rebinding an instance needs. */
export interface RebindContext {
  readonly symbols: SymbolMap
  readonly catalog: Catalog
  /** Parameters of the edited symbol; values may contain their placeholders. */
  readonly kinds: ParamKinds
}

/** New tags by old tags. */
export type TagSwap = ReadonlyMap<string, string>

/**
 * Returns a link for an outermost instance that binds its members to other tags. Sets parameters, its own before those
 * of nested instances, but only if every member bound to a parameter then gets its requested tag. Members that no
 * parameter can express get overrides. `count` is the number of its own parameters that held a whole tag of the map.
 */
export function rebindLink(
  instance: Component,
  link: SymbolLink,
  map: TagSwap,
  context: RebindContext,
): { readonly link: SymbolLink; readonly count: number } {
  const rebinding = new Rebinding(instance, link, map, context)
  rebinding.run()
  return { link: rebinding.link, count: rebinding.count }
}

/** Returns the tag parameters of an instance that hold a whole tag, explicitly or by default, as `[name, tag]`. */
export function listTagParams(link: SymbolLink, symbols: SymbolMap): (readonly [name: string, tag: string])[] {
  return (symbols.get(link.symbol)?.params ?? []).flatMap((param) => {
    const value = getParamValue(param, link.params)
    return param.kind === 'tag' && typeof value === 'string' && isTag(value) ? [[param.name, value] as const] : []
  })
}

/** Tags and texts of all members, by member, path and index. */
type MemberTexts = ReadonlyMap<string, string>

class Rebinding {
  link: SymbolLink
  count = 0
  readonly #instance: Component
  readonly #map: TagSwap
  readonly #context: RebindContext
  readonly #before: MemberTexts
  readonly #expected: MemberTexts

  constructor(instance: Component, link: SymbolLink, map: TagSwap, context: RebindContext) {
    this.link = link
    this.#instance = instance
    this.#map = map
    this.#context = context
    this.#before = this.#collectTexts(link, (tag) => tag)
    this.#expected = this.#collectTexts(link, (tag) => map.get(tag) ?? tag)
  }

  run(): void {
    this.#rebind('', this.link.symbol, () => this.link.params)
    for (const [memberPath, id, symbol] of this.#nested())
      this.#rebind(memberPath, symbol, () => this.#members().find((member) => member.id === id)?.link?.params ?? {})
  }

  /** Returns the nested instances, outer ones first. */
  #nested(): (readonly [way: string, id: Id, symbol: Id])[] {
    const memberPaths = new Map<Id, string>()
    const nested = this.#members(memberPaths).filter(({ link }) => link)
    return nested
      .flatMap(({ id, link }) => (link ? [[memberPaths.get(id) ?? '', id, link.symbol] as const] : []))
      .toSorted(([a], [b]) => a.split('/').length - b.split('/').length)
  }

  #members(memberPaths?: Map<Id, string>): readonly Component[] {
    return instantiate(
      { ...this.#instance, link: this.link },
      this.#context.symbols,
      this.#context.catalog,
      memberPaths,
    ).members
  }

  /**
   * Tries new values for the parameters of one instance: all together, because several may form one tag, then one by
   * one.
   */
  #rebind(memberPath: string, symbol: Id, paramsNow: () => ParamValues): void {
    const params = this.#context.symbols.get(symbol)?.params ?? []
    const found = params.flatMap((param) =>
      this.#candidates(param, memberPath, getParamValue(param, paramsNow()))
        .slice(0, 1)
        .map((value) => [param, value] as const),
    )
    if (found.length > 1 && this.#tryApply(memberPath, found, paramsNow())) return
    for (const param of params) {
      for (const value of this.#candidates(param, memberPath, getParamValue(param, paramsNow())))
        if (this.#tryApply(memberPath, [[param, value]], paramsNow())) break
    }
  }

  /** Returns candidate values of a parameter for tags that are not yet rebound, most frequent first. */
  #candidates(param: SymbolParam, memberPath: string, value: ParamValue): string[] {
    if ((param.kind !== 'tag' && param.kind !== 'text') || typeof value !== 'string' || value === '') return []
    const votes = new Map<string, number>()
    const vote = (candidate: string | undefined): void => {
      if (candidate !== undefined && candidate !== value && this.#isPossible(param, memberPath, candidate))
        votes.set(candidate, (votes.get(candidate) ?? 0) + 1)
    }
    if (param.kind === 'tag' && memberPath === '') vote(this.#map.get(value))
    for (const [key, tag] of this.#collectTexts(this.link, (same) => same)) {
      const expected = this.#expected.get(key)
      if (expected !== undefined && expected !== tag)
        vote(param.kind === 'tag' ? beginningFor(value, tag, expected) : stepsFor(value, tag, expected))
    }
    return [...votes].toSorted(([, a], [, b]) => b - a).map(([candidate]) => candidate)
  }

  /** Overrides cannot contain placeholders. */
  #isPossible(param: SymbolParam, memberPath: string, value: string): boolean {
    return memberPath === ''
      ? readParamValue(param, value, this.#context.kinds) !== undefined
      : isParamValue(param.kind, value)
  }

  /** Applies the values unless they change a tag or text to something other than requested. */
  #tryApply(memberPath: string, values: readonly (readonly [SymbolParam, string])[], before: ParamValues): boolean {
    const newParams = Object.fromEntries(values.map(([{ name }, value]) => [name, value]))
    const override = this.link.overrides[memberPath]
    const next: SymbolLink =
      memberPath === ''
        ? { ...this.link, params: { ...this.link.params, ...newParams } }
        : {
            ...this.link,
            overrides: {
              ...this.link.overrides,
              [memberPath]: { ...override, params: { ...override?.params, ...newParams } },
            },
          }
    const texts = this.#collectTexts(next, (tag) => tag)
    for (const key of new Set([...texts.keys(), ...this.#before.keys()])) {
      if (texts.get(key) !== this.#before.get(key) && texts.get(key) !== this.#expected.get(key)) return false
    }
    this.link = next
    if (memberPath === '')
      this.count += values.filter(
        ([param, value]) => this.#map.get(String(getParamValue(param, before))) === value,
      ).length
    return true
  }

  #collectTexts(link: SymbolLink, rewrite: (tag: string) => string): MemberTexts {
    const texts = new Map<string, string>()
    const { symbols, catalog } = this.#context
    for (const member of instantiate({ ...this.#instance, link }, symbols, catalog).members) {
      let number = 0
      rewriteStrings(member, catalog.get(member.type)?.fields, (place, path, text) => {
        texts.set(`${member.id} ${path} ${number++}`, place === 'tags' ? rewrite(text) : text)
        return text
      })
    }
    return texts
  }
}

function getParamValue(param: SymbolParam, params: ParamValues): ParamValue {
  return (Object.hasOwn(params, param.name) ? params[param.name] : undefined) ?? param.default
}

/** Returns the new value for a tag prefix: for `a/b`, from `a/b/speed` to `c/d/speed`, it is `c/d`. */
function beginningFor(value: string, from: string, to: string): string | undefined {
  if (from === value) return to
  const rest = from.slice(value.length)
  return from.startsWith(`${value}/`) && to.endsWith(rest) ? to.slice(0, -rest.length) : undefined
}

/** Returns the segments of `to` at the position where `value` occurs in `from`. */
function stepsFor(value: string, from: string, to: string): string | undefined {
  const [steps, was, is] = [value.split('/'), from.split('/'), to.split('/')]
  if (was.length !== is.length) return undefined
  const at = was.findIndex((_, i) => steps.every((step, j) => was[i + j] === step))
  return at < 0 ? undefined : is.slice(at, at + steps.length).join('/')
}
