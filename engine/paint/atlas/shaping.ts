/** The first character code for which `isComplex` can be true. */
export const firstComplexCode = 0x300

/**
 * Whether a line with this character (from `firstComplexCode`) needs the browser's text layout: scripts written from
 * right to left or with joined letters, combining marks, and joiners. All other lines are drawn character by character.
 */
export function isComplex(code: number): boolean {
  if (code >= 0x3000 && code < 0xfb1d) return false
  return (
    code <= 0x36f ||
    (code >= 0x483 && code <= 0x489) ||
    // Hebrew, Arabic and others, the scripts of India and South-East Asia
    (code >= 0x590 && code <= 0x109f) ||
    (code >= 0x1780 && code <= 0x18af) ||
    (code >= 0x1a20 && code <= 0x1bff) ||
    (code >= 0x1dc0 && code <= 0x1dff) ||
    // Joiners and direction marks
    (code >= 0x200b && code <= 0x200f) ||
    (code >= 0x202a && code <= 0x202e) ||
    (code >= 0x2066 && code <= 0x2069) ||
    (code >= 0x20d0 && code <= 0x20ff) ||
    (code >= 0xfb1d && code <= 0xfdff) ||
    (code >= 0xfe00 && code <= 0xfe2f) ||
    (code >= 0xfe70 && code <= 0xfefc)
  )
}

const firstStrong =
  /([A-Za-z\u00c0-\u024f\u0370-\u052f\u0900-\u1fff\u3040-\u9fff\uac00-\ud7af])|[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/** Whether the first letter of a line is of a script that is written from right to left. */
export function isRightToLeft(line: string): boolean {
  const found = firstStrong.exec(line)
  return found !== null && found[1] === undefined
}

/**
 * Returns a line in the order of its own direction, for canvases and SVG, whose lines run from left to right: a line
 * that starts from right to left is embedded as such, so that numbers and punctuation keep their places.
 */
export function withDirection(line: string): string {
  return isRightToLeft(line) ? `\u202b${line}\u202c` : line
}

/** Shortens a line to the largest number of characters whose width `measure` accepts, and adds an ellipsis. */
export function truncateShaped(line: string, room: number, measure: (text: string) => number): string {
  const characters = [...new Intl.Segmenter().segment(line)].map(({ segment }) => segment)
  let [fits, tooMany] = [0, characters.length]
  while (tooMany - fits > 1) {
    const count = (fits + tooMany) >> 1
    if (measure(`${characters.slice(0, count).join('')}…`) <= room) fits = count
    else tooMany = count
  }
  return `${characters.slice(0, fits).join('')}…`
}
