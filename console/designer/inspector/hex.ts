/** antd writes six digits for an opaque colour; a field takes both, and eight say it all. */
export function hexOf(hex: string): string {
  return hex.length === 7 ? `${hex}ff` : hex
}
