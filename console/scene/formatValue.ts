/** Formats a value with up to six significant decimals and without exponents; null if there is no value. */
export function formatValue(value: number | null, text: string | null | undefined): string | null {
  if (text !== null && text !== undefined) return text
  if (value === null || Number.isNaN(value)) return null
  const digits = Math.abs(value) >= 1000 ? 1 : Math.abs(value) >= 1 ? 3 : 6
  return String(Number(value.toFixed(digits)))
}
