import { rm } from 'node:fs/promises'

/** Removes a directory with all that is in it, gone or not: what a server that just ended still writes there is waited for. */
export const removeDirectory = (directory: string): Promise<void> => rm(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
