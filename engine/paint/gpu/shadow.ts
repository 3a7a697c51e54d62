import {
  gradientKind,
  kind,
  lastSimpleKind,
  packTone,
  toWholeKind,
  wordsPerPrimitive,
} from '../brush/primitiveLayout.ts'

/** Offset and blur of a shadow in drawing pixels, and its packed colour. */
export interface Cast {
  readonly dx: number
  readonly dy: number
  readonly blurPx: number
  readonly shade: number
}

/**
 * Inserts shadow records below the first `own` records. The buffer must have room for twice as many records. Text casts
 * a shadow only if there are no other shapes. Returns the number of shadow records.
 */
export function castShadow(
  words: Uint32Array,
  floats: Float32Array,
  own: number,
  { dx, dy, blurPx, shade }: Cast,
): number {
  const size = wordsPerPrimitive
  const kindAt = (i: number) => words[i * size + 7] & 255
  let hasShape = false
  for (let i = 0; i < own; i++) hasShape ||= kindAt(i) !== kind.glyph
  words.copyWithin(own * size, 0, own * size)
  let cast = 0
  for (let i = own; i < 2 * own; i++) {
    const kindCode = kindAt(i)
    if (kindCode === kind.glyph && hasShape) continue
    const at = cast++ * size
    words.copyWithin(at, i * size, (i + 1) * size)
    floats[at] += dx
    floats[at + 1] += dy
    for (const word of [4, 5]) if (words[at + word] >>> 24 > 0) words[at + word] = shade
    const shape = kindCode <= lastSimpleKind ? toWholeKind(kindCode) : kindCode
    if (kindCode === kind.image) floats[at + 10] = 2
    if (kindCode === kind.plain || kindCode === kind.soft) floats[at + 8] = 0
    words[at + 7] = (words[at + 7] & ~255) | shape
    words[at + 14] = 0
    words[at + 15] = packTone(gradientKind.none, 0, blurPx)
  }
  if (cast < own) words.copyWithin(cast * size, own * size, 2 * own * size)
  return cast
}
