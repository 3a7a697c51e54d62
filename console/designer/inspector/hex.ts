/** antd writes six digits for an opaque colour; a field takes both, and eight say it all. */
export function hexOf(hex: string): string {
  return hex.length === 7 ? `${hex}ff` : hex
}

/** Nothing of it is seen. */
export const isClear = (hex: string): boolean => hex.length === 9 && hex.endsWith('00')

export const opaque = (hex: string): string => `${hex.slice(0, 7)}ff`
