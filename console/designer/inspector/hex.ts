/** antd writes six digits for an opaque colour; a field takes both, and eight say it all. */
export function hexOf(hex: string): string {
  return hex.length === 7 ? `${hex}ff` : hex
}

/** Nothing of it is seen. */
export const isClear = (hex: string): boolean => hex.length === 9 && hex.endsWith('00')

/** As people write it: an opaque colour in six digits. */
export const shortHex = (hex: string): string => (/^#.{6}ff$/i.test(hex) ? hex.slice(0, 7) : hex)

export const opaque = (hex: string): string => `${hex.slice(0, 7)}ff`
