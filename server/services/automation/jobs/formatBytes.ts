const units = ['MB', 'GB', 'TB'] as const

/** A size as the log of a job says it, in either language: megabytes at least, and no more than four figures before the point. */
export function formatBytes(bytes: number): string {
  const power = bytes >= 1024 ** 4 ? 2 : bytes >= 1024 ** 3 ? 1 : 0
  return `${Math.round((bytes / 1024 ** (power + 2)) * 10) / 10} ${units[power]}`
}
