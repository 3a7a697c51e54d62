import { isFill, tagPattern } from '../../schema/index.ts'
import type { ParamKinds } from './placeholder.ts'
import type { ParamKind, ParamValue, SymbolParam } from '../model/symbol.ts'

/** Maximum length of a text parameter's value. */
export const paramTextLength = 500

/** Maximum length of any parameter value in a file. */
export const paramValueLength = 1000

/** Returns true for a whole tag, a `project/device` prefix, or empty text (unassigned). */
export function isTagValue(text: string): boolean {
  return text === '' || tagPattern.test(text) || tagPattern.test(`${text}/x`)
}

/** Returns true if a value is valid for a parameter of this kind. */
export function isParamValue(kind: ParamKind, value: unknown): value is ParamValue {
  switch (kind) {
    case 'tag':
      return typeof value === 'string' && isTagValue(value)
    case 'text':
      return typeof value === 'string' && value.length <= paramTextLength
    case 'number':
      return typeof value === 'number' && Number.isFinite(value)
    case 'color':
      return typeof value === 'string' && isFill(value, true)
    case 'flag':
      return typeof value === 'boolean'
  }
}

/**
 * Returns the substitute for an invalid parameter value. For a tag it is empty, not the default, which could be another
 * real device.
 */
export function getFallback(param: SymbolParam): ParamValue {
  return param.kind === 'tag' ? '' : param.default
}

/** Returns the kinds of a symbol's parameters by name, for checking placeholders. */
export function getParamKinds(params: readonly SymbolParam[]): ParamKinds {
  return new Map(params.map(({ name, kind }) => [name, kind]))
}
