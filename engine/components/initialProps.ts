import type { FieldValue, Words } from '../schema/index.ts'
import type { AnyComponentType, Variant } from './define.ts'

/**
 * Returns the initial properties of a new component of a type or variant, with texts in the given language. Contains
 * only values that differ from the defaults.
 */
export function initialProps({ texts }: Pick<AnyComponentType, 'texts'>, variant: Pick<Variant, 'props' | 'texts'> | null, language: keyof Words): Readonly<Record<string, FieldValue>> {
  const begun: Record<string, FieldValue> = {}
  for (const [name, words] of Object.entries(texts ?? {})) if (words && words[language] !== words.en) begun[name] = words[language]
  Object.assign(begun, variant?.props)
  for (const [name, words] of Object.entries(variant?.texts ?? {})) begun[name] = words[language]
  return begun
}
