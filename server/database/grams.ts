/**
 * The letters and pairs of letters of a text, each as a number of 16 bits: what an index over a million rows needs to find any
 * part of a text, of two letters or one too. Two pairs may share a number, so who finds by them compares the text as well.
 */
export function gramsOf(text: string): number[] {
  const grams = new Set<number>()
  let before = 0
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0
    if (code === separatorCode) {
      before = 0
      continue
    }
    grams.add(numberOf(0, code))
    if (before !== 0) grams.add(numberOf(before, code))
    before = code
  }
  return [...grams].toSorted((a, b) => a - b)
}

/** Of a search: pairs say more than the letters in them, so letters only where there is no pair. */
export function searchGramsOf(search: string): number[] {
  const letters = Array.from(search, (letter) => letter.codePointAt(0) ?? 0)
  if (letters.length === 1) return letters.map((code) => numberOf(0, code))
  return [...new Set(letters.slice(1).map((code, index) => numberOf(letters[index] ?? 0, code)))]
}

/** What is searched of a row: the texts in small letters, one a line. */
export const searchableText = (texts: readonly (string | null | undefined)[]): string =>
  texts.filter((text): text is string => typeof text === 'string' && text !== '').map(asSearched).join(separator)

/** A search is compared in small letters, and blanks are blanks. */
export const asSearched = (text: string): string => text.toLowerCase().replaceAll(/\s+/g, ' ').trim()

const separator = '\n'
const separatorCode = 10

/** Multiplied and folded to a smallint: close codes (one alphabet) must not fall together. */
function numberOf(first: number, second: number): number {
  const mixed = Math.imul(Math.imul(first + 1, 0x9e3779b1) ^ second, 0x85ebca6b)
  return ((mixed ^ (mixed >>> 15)) << 16) >> 16
}
