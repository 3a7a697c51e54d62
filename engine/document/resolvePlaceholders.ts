import { kindsOf } from './paramValue.ts'
import { compileExpressionTemplate, compileTag } from './placeholder.ts'
import type { Binding, Via } from './component.ts'
import type { ParamValue, SymbolParam } from './symbol.ts'

/** What a tag parameter without a default stands for as long as no instance says it. */
const anyDevice = 'any/device'

/** A binding with the parameters' defaults in the place of their placeholders: what can be tried and shown now. */
export function resolveBinding({ prop, tag, via }: Binding, params: readonly SymbolParam[]): Binding {
  return { prop, tag: resolveTag(tag, params), via: filledVia(via, params) }
}

/** A tag likewise; as it is where a placeholder is wrong. */
export function resolveTag(tag: string, params: readonly SymbolParam[]): string {
  if (params.length === 0 || !tag.includes('{')) return tag
  return compileTag(tag, kindsOf(params)).template?.(scopeOf(params)) ?? tag
}

/** An expression likewise; as it is where a placeholder is wrong, so that its own check says so. */
export function resolveSource(source: string, params: readonly SymbolParam[]): string {
  if (params.length === 0 || !source.includes('{')) return source
  return compileExpressionTemplate(source, kindsOf(params)).template?.(scopeOf(params)) ?? source
}

function filledVia(via: Via, params: readonly SymbolParam[]): Via {
  return via.kind === 'expression' ? { kind: 'expression', source: resolveSource(via.source, params) } : via
}

function scopeOf(params: readonly SymbolParam[]): ReadonlyMap<string, ParamValue> {
  return new Map(params.map(({ name, kind, default: value }) => [name, kind === 'tag' && value === '' ? anyDevice : value]))
}
