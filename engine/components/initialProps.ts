import type { FieldValue, Words } from '../schema/index.ts'
import type { AnyComponentType, Variant } from './define.ts'

/**
 * Returns the initial properties of a new component of a type or variant, with texts in the given language. Contains
 * only values that differ from the defaults.
 */
export function initialProps(
  { texts }: Pick<AnyComponentType, 'texts'>,
  variant: Pick<Variant, 'props' | 'texts'> | null,
  language: keyof Words,
): Readonly<Record<string, FieldValue>> {
  const initial: Record<string, FieldValue> = {}
  for (const [name, words] of Object.entries(texts ?? {}))
    if (words && words[language] !== words.en) initial[name] = words[language]
  Object.assign(initial, variant?.props)
  for (const [name, words] of Object.entries(variant?.texts ?? {})) initial[name] = words[language]
  return initial
}
