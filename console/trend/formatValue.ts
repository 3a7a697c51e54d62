/** Formats a number with at most six significant digits; a dash without one. */
export function formatValue(value: number | null | undefined): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return '–'
  return String(Number(value.toPrecision(6)))
}

/** Share of values of good quality, in percent; a dash without values. */
export function formatShare(good: number, count: number): string {
  if (count === 0) return '–'
  const percent = (good / count) * 100
  // 99.99 % must not look like 100 %.
  return `${percent === 100 ? 100 : Math.min(99.9, Math.round(percent * 10) / 10)} %`
}
