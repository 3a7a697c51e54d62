import type { Words } from '@mimic/engine/schema'

const between = ' ¦ '

/** Words in both languages as one text, for what the server writes into a column and people read later in theirs. */
export const encodeLocalized = ({ en, zh }: Words): string => `${en}${between}${zh}`

/** The words of such a text; what was not written in two languages says the same in both. */
export function decodeLocalized(text: string): Words {
  const at = text.indexOf(between)
  return at < 0 ? { en: text, zh: text } : { en: text.slice(0, at), zh: text.slice(at + between.length) }
}
