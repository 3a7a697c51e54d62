/** Advance widths of the printable ASCII characters of the built-in sans-serif font in 1/100 em, from the space on. */
const widths = {
  normal: [
    22, 32, 47, 55, 55, 92, 68, 28, 34, 34, 47, 55, 28, 35, 28, 39, 55, 55, 55, 55, 55, 55, 55, 55, 55, 55, 28, 28, 55,
    55, 55, 47, 95, 61, 66, 64, 69, 59, 55, 69, 73, 29, 53, 65, 54, 81, 72, 74, 63, 74, 63, 60, 60, 72, 57, 88, 57, 53,
    60, 34, 39, 34, 55, 56, 61, 56, 62, 51, 62, 55, 32, 56, 61, 27, 27, 55, 28, 93, 61, 61, 62, 62, 39, 47, 38, 61, 52,
    80, 50, 52, 47, 34, 27, 34, 55,
  ],
  bold: [
    23, 36, 55, 58, 58, 95, 72, 31, 37, 37, 49, 58, 31, 36, 31, 39, 58, 58, 58, 58, 58, 58, 58, 58, 58, 58, 31, 31, 58,
    58, 58, 50, 99, 63, 67, 65, 71, 61, 58, 71, 75, 32, 56, 67, 57, 84, 74, 76, 66, 76, 67, 62, 62, 74, 61, 90, 61, 57,
    61, 37, 39, 37, 58, 56, 62, 58, 64, 52, 64, 57, 36, 59, 63, 30, 30, 59, 31, 95, 63, 62, 64, 64, 42, 49, 41, 63, 56,
    85, 54, 56, 50, 37, 29, 37, 58,
  ],
} as const

/** Font weight of a text to wrap. */
export type WrapWeight = keyof typeof widths

/** Returns the width of a line in em, in the built-in sans-serif font. Other fonts differ by a few percent. */
export function measureLine(text: string, weight: WrapWeight = 'normal'): number {
  let width = 0
  for (const character of text) width += measureCharacter(character, weight)
  return width
}

/**
 * Wraps lines to `room` em: at spaces, between Chinese characters, and inside words that are longer than a line.
 * Closing punctuation never starts a line and opening punctuation never ends one.
 */
export function wrapTo(text: string, room: number, weight: WrapWeight = 'normal'): string {
  if (!(room > 1)) return text
  return text
    .split('\n')
    .map((line) => (measureLine(line, weight) <= room ? line : wrapLine(line, room, weight)))
    .join('\n')
}

const opening = '（《「『【〈“‘［｛'
const closing = '，。、；：？！）》」』】〉”’…％］｝,.;:?!)%'
const wide = '\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef'
const breakable = new RegExp(
  `[${opening}]*[${wide}][${closing}]*|\\s+|[${opening}]*[^\\s${wide}${opening}]+[${closing}]*|[${opening}]+`,
  'gu',
)

function wrapLine(line: string, room: number, weight: WrapWeight): string {
  const lines: string[] = []
  let current = ''
  let width = 0
  const close = (): void => {
    lines.push(current.trimEnd())
    current = ''
    width = 0
  }
  for (const word of line.match(breakable) ?? []) {
    const length = measureLine(word, weight)
    if (width + length > room && current !== '') {
      if (word.trim() === '') continue
      close()
    }
    if (length <= room) {
      current += word
      width += length
      continue
    }
    for (const character of word) {
      const em = measureCharacter(character, weight)
      if (width + em > room && current !== '') close()
      current += character
      width += em
    }
  }
  lines.push(current.trimEnd())
  return lines.join('\n')
}

function measureCharacter(character: string, weight: WrapWeight): number {
  const code = character.codePointAt(0) ?? 0
  if (code >= 0x2e80) return 1
  if (isCombining(code)) return 0
  return (widths[weight][code - 32] ?? 58) / 100
}

const isCombining = (code: number): boolean => (code >= 0x300 && code <= 0x36f) || (code >= 0x64b && code <= 0x65f)
