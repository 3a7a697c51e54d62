import type { SymbolParam } from '@mimic/engine/document'

/** A tag chosen among the plant's, by the parameter that it begins with: of its pump's tags a symbol means those of any pump. */
export function withPlaceholder(tag: string, params: readonly SymbolParam[]): string {
  for (const { name, kind, default: start } of params) {
    if (kind !== 'tag' || typeof start !== 'string' || start === '') continue
    if (tag === start) return `{${name}}`
    if (tag.startsWith(`${start}/`)) return `{${name}}${tag.slice(start.length)}`
  }
  return tag
}
