const units = ['MB', 'GB', 'TB'] as const

/** Formats a size for the job log: MB or larger, one decimal. The text is the same in both languages. */
export function formatBytes(bytes: number): string {
  const power = bytes >= 1024 ** 4 ? 2 : bytes >= 1024 ** 3 ? 1 : 0
  return `${Math.round((bytes / 1024 ** (power + 2)) * 10) / 10} ${units[power]}`
}
