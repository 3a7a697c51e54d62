import type { Glyph, ShapedLine } from './glyph.ts'

/** Provides glyphs to the brush; implemented by the glyph atlas. */
export interface GlyphSource {
  glyph(codePoint: number, face: number): Glyph
  /** Returns a line that needs shaping as cells side by side. Absent: such lines are drawn character by character. */
  line?(text: string, face: number): ShapedLine
  /** Returns the width of a line that needs shaping, in em. */
  measureLine?(text: string, face: number): number
}

/** Returns the width of a part of a line in em. */
export function measureAdvance(atlas: GlyphSource, content: string, from: number, to: number, face: number): number {
  let advance = 0
  for (let i = from; i < to; i++) {
    const code = codePointAt(content, i)
    if (code > 0xffff) i++
    advance += atlas.glyph(code, face).advance
  }
  return advance
}

/** Truncates a part of a line to `room` em, including the ellipsis at its end. */
export function truncate(
  atlas: GlyphSource,
  content: string,
  from: number,
  to: number,
  room: number,
  face: number,
): string {
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

/** Returns the Unicode code point at an index. Characters outside the basic plane occupy two indexes. */
export function codePointAt(text: string, index: number): number {
  const unit = text.charCodeAt(index)
  return unit >= 0xd800 && unit <= 0xdbff ? (text.codePointAt(index) ?? unit) : unit
}
