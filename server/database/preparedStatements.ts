import type { ClientBase, QueryConfig } from 'pg'

/** Number of unprepared runs before a statement is prepared; most statements built from a search occur once. */
const seenBefore = 3
const mostNames = 400
const mostSeen = 4_000

/**
 * Prepares frequent statements on a connection, so that PostgreSQL parses and plans them once, which is most of the
 * cost of a small query. Statements without parameters are not prepared, because one text may contain several.
 */
export function prepareFrequent(client: ClientBase): void {
  const seen = new Map<string, number>()
  const names = new Map<string, string>()
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text)
    if (known !== undefined || names.size >= mostNames) return known
    const times = (seen.get(text) ?? 0) + 1
    if (times <= seenBefore) {
      if (seen.size >= mostSeen) seen.clear()
      seen.set(text, times)
      return undefined
    }
    seen.delete(text)
    const name = `mimic_${made++}`
    names.set(text, name)
    return name
  }
  let made = 0
  const again = (): void => {
    seen.clear()
    names.clear()
  }
  const query: (...given: unknown[]) => unknown = client.query.bind(client)
  const named = (...given: unknown[]): unknown => {
    const { text, values, name: own } = asked(given)
    const name = own === undefined && values !== undefined && values.length > 0 ? nameOf(text) : undefined
    if (name === undefined) return query(...given)
    const answer: unknown = query({ text, values, name })
    if (answer instanceof Promise) answer.catch((cause: unknown) => { if (isOutdated(cause)) again() })
    return answer
  }
  Object.assign(client, { query: named })
}

/**
 * Recognizes the two call forms that return a promise. Other forms (callback, cursor) return an empty text and are
 * passed on unchanged.
 */
const asked = ([first, values, ...more]: readonly unknown[]): QueryConfig => {
  if (more.length > 0) return { text: '' }
  if (typeof first === 'string') return Array.isArray(values) ? { text: first, values } : { text: first }
  return values === undefined && isStatement(first) ? first : { text: '' }
}

const isStatement = (given: unknown): given is QueryConfig => typeof given === 'object' && given !== null && 'text' in given && typeof given.text === 'string'

/** The result type changed because a column was added; statements are prepared again. */
const isOutdated = (cause: unknown): boolean => cause instanceof Error && 'code' in cause && cause.code === '0A000'
