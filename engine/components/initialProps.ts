import type { FieldValue, Words } from '../schema/index.ts'
import type { AnyComponentType, Variant } from './define.ts'

/**
 * What a new component of a type, or of one of its variants, begins with beside the type's defaults: its words are those of the
 * language of who puts it there. Empty where the defaults say it all.
 */
export function initialProps({ texts }: Pick<AnyComponentType, 'texts'>, variant: Pick<Variant, 'props' | 'texts'> | null, language: keyof Words): Readonly<Record<string, FieldValue>> {
  const begun: Record<string, FieldValue> = {}
  for (const [name, words] of Object.entries(texts ?? {})) if (words && words[language] !== words.en) begun[name] = words[language]
  Object.assign(begun, variant?.props)
  for (const [name, words] of Object.entries(variant?.texts ?? {})) begun[name] = words[language]
  return begun
}
