/**
 * Estimates the width of a text in em without font metrics, for use without a canvas: on the command line, in tests,
 * and in `draw` functions. Based on the built-in sans-serif font; slightly too wide.
 */
export function measureWidth(text: string): number {
  let width = 0
  for (const character of text) width += getCharacterWidth(character)
  return width
}

/** Truncates a line to `room` em and adds an ellipsis if needed. */
export function truncateToWidth(text: string, room: number): string {
  if (measureWidth(text) <= room) return text
  let left = room - 1
  let short = ''
  for (const character of text) {
    left -= getCharacterWidth(character)
    if (left < 0) break
    short += character
  }
  return `${short}…`
}

function getCharacterWidth(character: string): number {
  const code = character.codePointAt(0) ?? 0
  if (code >= 0x2e80) return 1
  if ("ijlI.,:;'|!()[] ".includes(character)) return 0.33
  if ('mwMW@%'.includes(character)) return 0.9
  return code >= 0x41 && code <= 0x5a ? 0.66 : 0.56
}
