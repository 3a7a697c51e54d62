/**
 * Widths of text in em without a font at hand, for what is decided where no canvas is: on the command line, in tests, in
 * a component's drawing. An estimate of our own sans-serif, on the wide side.
 */
export function widthOf(text: string): number {
  let width = 0
  for (const character of text) width += emOf(character)
  return width
}

/** As much of one line as fits into `room` em, with an ellipsis where something was cut off. */
export function shortenedTo(text: string, room: number): string {
  if (widthOf(text) <= room) return text
  let left = room - 1
  let short = ''
  for (const character of text) {
    left -= emOf(character)
    if (left < 0) break
    short += character
  }
  return `${short}…`
}

/** Breaks lines at spaces, between Chinese characters, and inside a word that is wider than the line itself. */
export function wrapTo(text: string, room: number): string {
  if (!(room > 1)) return text
  return text.split('\n').map((line) => wrapLine(line, room)).join('\n')
}

function wrapLine(line: string, room: number): string {
  const lines: string[] = []
  let current = ''
  let width = 0
  for (const word of line.match(/[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]|\s+|[^\s\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]+/g) ?? []) {
    const wide = widthOf(word)
    if (width + wide > room && current !== '') {
      lines.push(current.trimEnd())
      current = ''
      width = 0
      if (word.trim() === '') continue
    }
    if (wide <= room) {
      current += word
      width += wide
    } else {
      for (const character of word) {
        const em = emOf(character)
        if (width + em > room && current !== '') {
          lines.push(current)
          current = ''
          width = 0
        }
        current += character
        width += em
      }
    }
  }
  lines.push(current)
  return lines.join('\n')
}

function emOf(character: string): number {
  const code = character.codePointAt(0) ?? 0
  if (code >= 0x2e80) return 1
  if ('ijlI.,:;\'|!()[] '.includes(character)) return 0.33
  if ('mwMW@%'.includes(character)) return 0.9
  return code >= 0x41 && code <= 0x5a ? 0.66 : 0.56
}
