import type { Parsed } from '../schema/index.ts'

/** Runs a reader and converts an unexpected exception to a problem. */
export function guardRead<T>(read: () => Parsed<T>): Parsed<T> {
  try {
    return read()
  } catch (error) {
    const cause = error instanceof Error ? error.message : 'unknown cause'
    return { problems: [{ path: '', code: 'import.unreadable', message: `the file cannot be read: ${cause}` }] }
  }
}
