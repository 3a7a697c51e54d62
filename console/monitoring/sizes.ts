const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const

/** Formats bytes with at most three integer digits and a binary unit. */
export function formatBytes(bytes: number): string {
  const step = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(1, bytes)) / 10)))
  const value = bytes / 1024 ** step
  return `${value.toFixed(step === 0 || value >= 100 ? 0 : 1)} ${units[step] ?? ''}`
}

/** Formats a count with thousands separators, the same in both languages. */
export const formatCount = (count: number): string => count.toLocaleString('en')

/** Formats a value with its unit; at most one decimal below 10, none above. */
export const formatMeasure = (value: number, unit: string): string =>
  `${value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 })} ${unit}`

/** Splits a duration into its two largest units of days, hours, minutes and seconds. */
export function spanParts(ms: number): readonly { readonly unit: 'd' | 'h' | 'm' | 's'; readonly count: number }[] {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const all = [
    { unit: 'd', count: Math.floor(seconds / 86_400) },
    { unit: 'h', count: Math.floor(seconds / 3600) % 24 },
    { unit: 'm', count: Math.floor(seconds / 60) % 60 },
    { unit: 's', count: seconds % 60 },
  ] as const
  const first = all.findIndex(({ count }) => count > 0)
  return first < 0 ? all.slice(3) : all.slice(first, first + 2)
}

/** Rounds up to a round axis maximum. */
export function roundUp(value: number): number {
  if (value <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  return [1, 2, 2.5, 5, 10].map((step) => step * power).find((top) => top >= value) ?? value
}
