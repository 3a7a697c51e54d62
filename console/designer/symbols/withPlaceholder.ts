import type { SymbolParam } from '@mimic/engine/document'

/**
 * Replaces the start of a tag by the placeholder of the tag parameter with this default, so that the tag works for
 * every instance.
 */
export function withPlaceholder(tag: string, params: readonly SymbolParam[]): string {
  for (const { name, kind, default: start } of params) {
    if (kind !== 'tag' || typeof start !== 'string' || start === '') continue
    if (tag === start) return `{${name}}`
    if (tag.startsWith(`${start}/`)) return `{${name}}${tag.slice(start.length)}`
  }
  return tag
}
