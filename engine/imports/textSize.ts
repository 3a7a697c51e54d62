/** Line height and baseline position below the top of the line in ems, as in the engine's text rendering. */
export const lineEm = 1.25
export const ascentEm = lineEm / 2 + 0.36

/** Character widths of a typical sans-serif font; CJK characters are one em wide. */
const wide = /[MWmw@%&#]/
const narrow = /[ iIljtf.,:;'!|()[\]{}]/

/**
 * Estimates the width of a text, since no fonts can be measured here. Rounded up, because a box that is too wide is
 * less harmful than one that is too narrow. The aligned side is always exact.
 */
export function textWidth(text: string, fontSize: number): number {
  let widest = 0
  for (const line of text.slice(0, 20_000).split('\n')) {
    let ems = 0
    for (const sign of line)
      ems += (sign.codePointAt(0) ?? 0) > 0x2e7f ? 1 : wide.test(sign) ? 0.9 : narrow.test(sign) ? 0.33 : 0.6
    widest = Math.max(widest, ems)
  }
  return Math.max(widest, 0.6) * fontSize
}

/** Maps font family names to one of the engine's four families. */
export function toFamily(names: string): 'sans' | 'serif' | 'mono' | 'kai' {
  const plain = names.slice(0, 500).toLowerCase()
  if (/mono|courier|consol|menlo/.test(plain)) return 'mono'
  if (/kai|楷/.test(plain)) return 'kai'
  return /sans|hei|黑|arial|helvetica|roboto/.test(plain)
    ? 'sans'
    : /serif|song|宋|times|georgia/.test(plain)
      ? 'serif'
      : 'sans'
}
