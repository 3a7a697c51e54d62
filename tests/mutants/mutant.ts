/** A deliberate defect, and the tests that must detect it. */
export interface Mutant {
  /** The behaviour that breaks. */
  readonly name: string
  readonly file: string
  /** Occurs exactly once in the file; whitespace does not count. */
  readonly from: string
  readonly to: string
  /** Test files, at least one of which must fail. */
  readonly tests: readonly string[]
  /**
   * Part of the name of the test that must fail. Only matching tests run, because files with started servers take long.
   */
  readonly only?: string
}

/** A part of a text: from index `start` up to, not including, index `end`. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** Finds the places where `part` occurs in `text`. Ignores line breaks, spaces and trailing commas: formatting is free. */
export function findOccurrences(text: string, part: string): Range[] {
  const { code, places } = compact(text)
  const { code: searched } = compact(part)
  const found: Range[] = []
  if (searched === '') return found
  for (let at = code.indexOf(searched); at >= 0; at = code.indexOf(searched, at + 1)) {
    found.push({ start: places[at] ?? 0, end: (places[at + searched.length - 1] ?? 0) + 1 })
  }
  return found
}

/** The text without whitespace and trailing commas, and the place of each remaining character. */
function compact(text: string): { readonly code: string; readonly places: readonly number[] } {
  const places: number[] = []
  let code = ''
  for (const { 0: char, index } of text.matchAll(/,(?!\s*[)\]}])|[^\s,]/g)) {
    code += char
    places.push(index)
  }
  return { code, places }
}
