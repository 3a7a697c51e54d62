import type { Glyph } from './glyphs.ts'

/** Where the brush gets its glyphs from: the atlas. */
export interface GlyphSource {
  glyph(codePoint: number, face: number): Glyph
}

/** How long part of a line is, in em. */
export function measureAdvance(atlas: GlyphSource, content: string, from: number, to: number, face: number): number {
  let advance = 0
  for (let i = from; i < to; i++) {
    const code = codePointAt(content, i)
    if (code > 0xffff) i++
    advance += atlas.glyph(code, face).advance
  }
  return advance
}

/** As much of a line as fits into `room` em with an ellipsis behind it. */
export function truncate(atlas: GlyphSource, content: string, from: number, to: number, room: number, face: number): string {
  let left = room - measureAdvance(atlas, '…', 0, 1, face)
  let end = from
  while (end < to) {
    const next = end + (codePointAt(content, end) > 0xffff ? 2 : 1)
    left -= measureAdvance(atlas, content, end, next, face)
    if (left < 0) break
    end = next
  }
  return `${content.slice(from, end)}…`
}

/** The code point that begins at `index`. */
export function codePointAt(text: string, index: number): number {
  const unit = text.charCodeAt(index)
  return unit >= 0xd800 && unit <= 0xdbff ? text.codePointAt(index) ?? unit : unit
}
