import type { Binding, ParamValue, SymbolParam, Via } from '@mimic/engine/document'
import { compileExpressionTemplate, compileTag, kindsOf } from '@mimic/engine/document'

/** What a tag parameter without a default stands for while a symbol is edited. */
const anyDevice = 'any/device'

/** A binding with the parameters' defaults in the place of their placeholders: what can be tried and shown now. */
export function filledBinding({ prop, tag, via }: Binding, params: readonly SymbolParam[]): Binding {
  return { prop, tag: filledTag(tag, params), via: filledVia(via, params) }
}

export function filledTag(tag: string, params: readonly SymbolParam[]): string {
  if (params.length === 0 || !tag.includes('{')) return tag
  return compileTag(tag, kindsOf(params)).template?.(scopeOf(params)) ?? tag
}

/** An expression likewise; as it is where a placeholder is wrong, so that its own check says so. */
export function filledSource(source: string, params: readonly SymbolParam[]): string {
  if (params.length === 0 || !source.includes('{')) return source
  return compileExpressionTemplate(source, kindsOf(params)).template?.(scopeOf(params)) ?? source
}

/** A tag chosen among the plant's, by the parameter that it begins with: of its pump's tags a symbol means those of any pump. */
export function withPlaceholder(tag: string, params: readonly SymbolParam[]): string {
  for (const { name, kind, default: start } of params) {
    if (kind !== 'tag' || typeof start !== 'string' || start === '') continue
    if (tag === start) return `{${name}}`
    if (tag.startsWith(`${start}/`)) return `{${name}}${tag.slice(start.length)}`
  }
  return tag
}

function filledVia(via: Via, params: readonly SymbolParam[]): Via {
  return via.kind === 'expression' ? { kind: 'expression', source: filledSource(via.source, params) } : via
}

function scopeOf(params: readonly SymbolParam[]): ReadonlyMap<string, ParamValue> {
  return new Map(params.map(({ name, kind, default: value }) => [name, kind === 'tag' && value === '' ? anyDevice : value]))
}
