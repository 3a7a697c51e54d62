import { isFill, tagPattern } from '../schema/index.ts'
import type { ParamKinds } from './placeholder.ts'
import type { ParamKind, ParamValue, SymbolParam } from './symbol.ts'

/** The most characters of a text parameter's value. */
export const paramTextLength = 500

/** The most characters that a file may give any parameter, of whichever kind. */
export const paramValueLength = 1000

/** A whole tag, the `project/device` that tags of the symbol go on from, or nothing: not wired yet. */
export function isTagValue(text: string): boolean {
  return text === '' || tagPattern.test(text) || tagPattern.test(`${text}/x`)
}

export function isParamValue(kind: ParamKind, value: unknown): value is ParamValue {
  switch (kind) {
    case 'tag': return typeof value === 'string' && isTagValue(value)
    case 'text': return typeof value === 'string' && value.length <= paramTextLength
    case 'number': return typeof value === 'number' && Number.isFinite(value)
    case 'color': return typeof value === 'string' && isFill(value, true)
    case 'flag': return typeof value === 'boolean'
  }
}

/** What a parameter is worth where it was given badly. Never the default of a tag: that may be another, real pump. */
export function fallbackOf(param: SymbolParam): ParamValue {
  return param.kind === 'tag' ? '' : param.default
}

/** The kinds of a symbol's parameters by their names: what its placeholders are checked against. */
export function kindsOf(params: readonly SymbolParam[]): ParamKinds {
  return new Map(params.map(({ name, kind }) => [name, kind]))
}
