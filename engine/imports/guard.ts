import type { Parsed } from '../schema/index.ts'

/** Runs a reader and converts an unexpected exception to a problem. */
export function guardRead<T>(read: () => Parsed<T>): Parsed<T> {
  try {
    return read()
  } catch (error) {
    return toUnreadable(error)
  }
}

/** Returns the problem for an unexpected exception. */
export function toUnreadable<T>(error: unknown): Parsed<T> {
  const cause = error instanceof Error ? error.message : 'unknown cause'
  return { problems: [{ path: '', code: 'import.unreadable', message: `the file cannot be read: ${cause}` }] }
}
