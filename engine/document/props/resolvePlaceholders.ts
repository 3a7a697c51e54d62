import { getParamKinds } from './paramValue.ts'
import { compileExpressionTemplate, compileTag } from './placeholder.ts'
import type { Binding, Via } from '../model/component.ts'
import type { ParamValue, SymbolParam } from '../model/symbol.ts'

/** Substitute for a tag parameter without a default, while no instance sets it. */
const anyDevice = 'any/device'

/**
 * Returns a binding with placeholders replaced by parameter defaults, for preview and validation in the symbol's own
 * drawing.
 */
export function resolveBinding({ prop, tag, via }: Binding, params: readonly SymbolParam[]): Binding {
  return { prop, tag: resolveTag(tag, params), via: fillVia(via, params) }
}

/** Replaces placeholders in a tag by parameter defaults. Invalid placeholders remain unchanged. */
export function resolveTag(tag: string, params: readonly SymbolParam[]): string {
  if (params.length === 0 || !tag.includes('{')) return tag
  return compileTag(tag, getParamKinds(params)).template?.(createScope(params)) ?? tag
}

/**
 * Replaces placeholders in an expression by parameter defaults. Invalid placeholders remain unchanged, so that the
 * expression check reports them.
 */
export function resolveSource(source: string, params: readonly SymbolParam[]): string {
  if (params.length === 0 || !source.includes('{')) return source
  return compileExpressionTemplate(source, getParamKinds(params)).template?.(createScope(params)) ?? source
}

function fillVia(via: Via, params: readonly SymbolParam[]): Via {
  return via.kind === 'expression' ? { kind: 'expression', source: resolveSource(via.source, params) } : via
}

function createScope(params: readonly SymbolParam[]): ReadonlyMap<string, ParamValue> {
  return new Map(
    params.map(({ name, kind, default: value }) => [name, kind === 'tag' && value === '' ? anyDevice : value]),
  )
}
