const units = ['B', 'KB', 'MB', 'GB'] as const

/** Formats a file size with at most three integer digits. */
export function formatBytes(bytes: number): string {
  let size = bytes
  let at = 0
  while (size >= 1000 && at < units.length - 1) {
    size /= 1024
    at++
  }
  return `${at === 0 || size >= 100 ? Math.round(size) : Number(size.toFixed(1))} ${units[at] ?? ''}`
}
