import type { Words } from '@mimic/engine/schema'

const separator = ' ¦ '

/** Encodes a bilingual text as one string, for server-written columns that users read in their language. */
export const encodeLocalized = ({ en, zh }: Words): string => `${en}${separator}${zh}`

/** Decodes such a string. A text without the separator is used for both languages. */
export function decodeLocalized(text: string): Words {
  const at = text.indexOf(separator)
  return at < 0 ? { en: text, zh: text } : { en: text.slice(0, at), zh: text.slice(at + separator.length) }
}
