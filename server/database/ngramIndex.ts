/** What makes the grams of a row: rows whose grams were made by another are written anew. */
export const gramsVersion = 3

/**
 * The letters of a text, and each two and three of them that follow each other, all as numbers of 16 bits: what an index over a
 * million rows needs to find any part of a text, of two letters or one too. Two grams may share a number, so who finds by them
 * compares the text as well.
 */
export function gramsOf(text: string): number[] {
  const grams = new Set<number>()
  let [first, second] = [0, 0]
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0
    if (code === separatorCode) {
      first = 0
      second = 0
      continue
    }
    grams.add(numberOf(0, 0, code))
    if (second !== 0) grams.add(numberOf(0, second, code))
    if (first !== 0) grams.add(numberOf(first, second, code))
    first = second
    second = code
  }
  return [...grams].toSorted((a, b) => a - b)
}

/** Of a search: the longest grams say most, so shorter ones only where the search is as short. */
export function searchGramsOf(search: string): number[] {
  const letters = Array.from(search, (letter) => letter.codePointAt(0) ?? 0)
  const [a = 0, b = 0] = letters
  if (letters.length === 1) return [numberOf(0, 0, a)]
  if (letters.length === 2) return [numberOf(0, a, b)]
  return [...new Set(letters.slice(2).map((code, index) => numberOf(letters[index] ?? 0, letters[index + 1] ?? 0, code)))]
}

/** What is searched of a row: the texts in small letters, one a line. */
export const searchableText = (texts: readonly (string | null | undefined)[]): string =>
  texts.filter((text): text is string => typeof text === 'string' && text !== '').map(normalizeForSearch).join(separator)

/** A search is compared in small letters, and blanks are blanks. */
export const normalizeForSearch = (text: string): string => text.toLowerCase().replaceAll(/\s+/g, ' ').trim()

const separator = '\n'
const separatorCode = 10

/** Multiplied and folded to a smallint: close codes (one alphabet) must not fall together. */
function numberOf(first: number, second: number, third: number): number {
  const mixed = Math.imul(Math.imul(Math.imul(first + 1, 0x9e3779b1) + second + 1, 0x9e3779b1) ^ third, 0x85ebca6b)
  return ((mixed ^ (mixed >>> 15)) << 16) >> 16
}
