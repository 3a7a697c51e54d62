/** Version of the gram algorithm. Rows written with another version are rebuilt. */
export const gramsVersion = 3

/**
 * Returns the single characters, pairs and triples of a text as 16-bit numbers. A GIN index over them finds any
 * substring in a million rows, even of one or two characters. Different grams may share a number, so a search must also
 * compare the text.
 */
export function computeGrams(text: string): number[] {
  const grams = new Set<number>()
  let [first, second] = [0, 0]
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0
    if (code === separatorCode) {
      first = 0
      second = 0
      continue
    }
    grams.add(hashGram(0, 0, code))
    if (second !== 0) grams.add(hashGram(0, second, code))
    if (first !== 0) grams.add(hashGram(first, second, code))
    first = second
    second = code
  }
  return [...grams].toSorted((a, b) => a - b)
}

/** Grams of a search text. Uses triples, which are the most selective; shorter grams only for shorter texts. */
export function computeSearchGrams(search: string): number[] {
  const letters = Array.from(search, (letter) => letter.codePointAt(0) ?? 0)
  const [a = 0, b = 0] = letters
  if (letters.length === 1) return [hashGram(0, 0, a)]
  if (letters.length === 2) return [hashGram(0, a, b)]
  return [
    ...new Set(letters.slice(2).map((code, index) => hashGram(letters[index] ?? 0, letters[index + 1] ?? 0, code))),
  ]
}

/** Search text of a row: its normalized texts, one per line. */
export const searchableText = (texts: readonly (string | null | undefined)[]): string =>
  texts
    .filter((text): text is string => typeof text === 'string' && text !== '')
    .map(normalizeForSearch)
    .join(separator)

/** Converts to lower case and collapses white space. */
export const normalizeForSearch = (text: string): string => text.toLowerCase().replaceAll(/\s+/g, ' ').trim()

const separator = '\n'
const separatorCode = 10

/**
 * Hash of up to three code points, folded to a smallint. The multiplications keep neighbouring codes of an alphabet
 * apart.
 */
function hashGram(first: number, second: number, third: number): number {
  const mixed = Math.imul(Math.imul(Math.imul(first + 1, 0x9e3779b1) + second + 1, 0x9e3779b1) ^ third, 0x85ebca6b)
  return ((mixed ^ (mixed >>> 15)) << 16) >> 16
}
