import { rm } from 'node:fs/promises'

/** Removes a directory if it exists. Retries while an ended server still writes to it. */
export const removeDirectory = (directory: string): Promise<void> =>
  rm(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
