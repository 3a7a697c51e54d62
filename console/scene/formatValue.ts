/** A value as a person reads it: up to six figures behind the point that say something, never in powers of ten; null where there is none. */
export function formatValue(value: number | null, text: string | null | undefined): string | null {
  if (text !== null && text !== undefined) return text
  if (value === null || Number.isNaN(value)) return null
  const digits = Math.abs(value) >= 1000 ? 1 : Math.abs(value) >= 1 ? 3 : 6
  return String(Number(value.toFixed(digits)))
}
