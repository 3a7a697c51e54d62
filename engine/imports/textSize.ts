/** Height of a line and where its baseline lies below its top, in ems: as the engine's painting has it. */
export const lineEm = 1.25
export const ascentEm = lineEm / 2 + 0.36

/** Shares of an em that wide and narrow letters take in a common sans-serif; what is beyond Latin is taken as square. */
const wide = /[MWmw@%&#]/
const narrow = /[ iIljtf.,:;'!|()[\]{}]/

/**
 * About how wide a text is: no font can be measured here. A little generous, since a box too wide harms less than one
 * too narrow; the side that a text is aligned to is exact whatever the width.
 */
export function textWidth(text: string, fontSize: number): number {
  let widest = 0
  for (const line of text.slice(0, 20_000).split('\n')) {
    let ems = 0
    for (const sign of line) ems += (sign.codePointAt(0) ?? 0) > 0x2e7f ? 1 : wide.test(sign) ? 0.9 : narrow.test(sign) ? 0.33 : 0.6
    widest = Math.max(widest, ems)
  }
  return Math.max(widest, 0.6) * fontSize
}

/** The manner of a font family by its names: the engine has four. */
export function familyOf(names: string): 'sans' | 'serif' | 'mono' | 'kai' {
  const plain = names.slice(0, 500).toLowerCase()
  if (/mono|courier|consol|menlo/.test(plain)) return 'mono'
  if (/kai|楷/.test(plain)) return 'kai'
  return /sans|hei|黑|arial|helvetica|roboto/.test(plain) ? 'sans' : /serif|song|宋|times|georgia/.test(plain) ? 'serif' : 'sans'
}
