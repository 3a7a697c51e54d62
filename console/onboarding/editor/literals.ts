import type { Literal } from '../../../contract/mapping/index.ts'

const special = /^(?:true|false|null|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)$/

/** Formats a word of a device for an input. A text that looks like another value is in quotes. */
export const formatLiteral = (literal: Literal): string =>
  typeof literal === 'string' && !special.test(literal) && !literal.startsWith('"') ? literal : JSON.stringify(literal)

/** Parses a word of a device: numbers, true, false and null are values; a text in quotes is always a text. */
export function parseLiteral(text: string): Literal {
  if (!special.test(text) && !text.startsWith('"')) return text
  try {
    const value: unknown = JSON.parse(text)
    return value === null || ['string', 'number', 'boolean'].includes(typeof value) ? (value as Literal) : text
  } catch (cause) {
    if (cause instanceof SyntaxError) return text
    throw cause
  }
}
