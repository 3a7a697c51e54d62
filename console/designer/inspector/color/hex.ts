/** Converts to eight digits: antd writes six digits for an opaque colour. */
export function toHex(hex: string): string {
  return hex.length === 7 ? `${hex}ff` : hex
}

/** Returns true for a fully transparent colour. */
export const isClear = (hex: string): boolean => hex.length === 9 && hex.endsWith('00')

/** Converts an opaque colour to six digits for display. */
export const shortHex = (hex: string): string => (/^#.{6}ff$/i.test(hex) ? hex.slice(0, 7) : hex)

export const opaque = (hex: string): string => `${hex.slice(0, 7)}ff`
