/** Line styles that every component has. */
export type StrokeStyle = 'solid' | 'dashed' | 'dotted'

/** Closest line style of a dash pattern, for components that have no pattern of their own. Lengths are in px. */
export function toStrokeStyle(dashes: readonly number[] | undefined, width: number): StrokeStyle {
  if (!dashes) return 'solid'
  return (dashes[0] ?? 0) <= 1.5 * width ? 'dotted' : 'dashed'
}

/** Whether a line style looks like a pattern: the same number of lengths, none off by more than half. */
export function isPlainPattern(dashes: readonly number[], style: StrokeStyle, width: number): boolean {
  const plain = style === 'dashed' ? [3 * width, 2 * width] : [width, 1.5 * width]
  const [dash = 0, gap = dash, ...more] = dashes
  const isNear = (length: number, expected = 0): boolean => length > expected / 2 && length < expected * 1.5
  return more.length === 0 && isNear(dash, plain[0]) && isNear(gap, plain[1])
}

/**
 * Returns a pattern that starts `offset` px later. A dash that is cut ends the pattern with a gap of length 0, so that
 * its parts join. A pattern that would start within a gap begins with a dash of length 0.
 */
export function shiftDashes(pattern: readonly number[], offset: number): readonly number[] {
  const lengths = pattern.length % 2 === 0 ? pattern : [...pattern, ...pattern]
  const period = lengths.reduce((sum, length) => sum + length, 0)
  let left = period > 0 ? ((offset % period) + period) % period : 0
  if (left < 1e-6) return pattern
  let at = 0
  while (left >= (lengths[at] ?? 0) && at < lengths.length - 1) left -= lengths[at++] ?? 0
  const rest = [(lengths[at] ?? 0) - left, ...lengths.slice(at + 1), ...lengths.slice(0, at), left]
  return at % 2 === 0 ? [...rest, 0] : [0, ...rest]
}

/** Text of a pattern for a line, precise to 1/1000 px; undefined if it is too long. */
export function formatDashes(pattern: readonly number[]): string | undefined {
  const text = pattern.map((length) => Math.round(length * 1000) / 1000).join(' ')
  return text.length <= 200 ? text : undefined
}
