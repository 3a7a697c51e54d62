import type { ClientBase, QueryConfig } from 'pg'

/** Number of unprepared runs before a statement is prepared; most statements built from a search occur once. */
const minRuns = 3
const maxNames = 400
const maxCounted = 4_000

/**
 * Prepares frequent statements on a connection, so that PostgreSQL parses and plans them once, which is most of the
 * cost of a small query. Statements without parameters are not prepared, because one text may contain several.
 */
export function prepareFrequent(client: ClientBase): void {
  const counts = new Map<string, number>()
  const names = new Map<string, string>()
  const getName = (text: string): string | undefined => {
    const existing = names.get(text)
    if (existing !== undefined || names.size >= maxNames) return existing
    const times = (counts.get(text) ?? 0) + 1
    if (times <= minRuns) {
      if (counts.size >= maxCounted) counts.clear()
      counts.set(text, times)
      return undefined
    }
    counts.delete(text)
    const name = `mimic_${nameCount++}`
    names.set(text, name)
    return name
  }
  let nameCount = 0
  const reset = (): void => {
    counts.clear()
    names.clear()
  }
  const query: (...input: unknown[]) => unknown = client.query.bind(client)
  const named = (...input: unknown[]): unknown => {
    const { text, values, name: givenName } = parseQuery(input)
    const name = givenName === undefined && values !== undefined && values.length > 0 ? getName(text) : undefined
    if (name === undefined) return query(...input)
    const answer: unknown = query({ text, values, name })
    if (answer instanceof Promise)
      answer.catch((cause: unknown) => {
        if (isOutdated(cause)) reset()
      })
    return answer
  }
  Object.assign(client, { query: named })
}

/**
 * Recognizes the two call forms that return a promise. Other forms (callback, cursor) return an empty text and are
 * passed on unchanged.
 */
const parseQuery = ([first, values, ...more]: readonly unknown[]): QueryConfig => {
  if (more.length > 0) return { text: '' }
  if (typeof first === 'string') return Array.isArray(values) ? { text: first, values } : { text: first }
  return values === undefined && isStatement(first) ? first : { text: '' }
}

const isStatement = (input: unknown): input is QueryConfig =>
  typeof input === 'object' && input !== null && 'text' in input && typeof input.text === 'string'

/** The result type changed because a column was added; statements are prepared again. */
const isOutdated = (cause: unknown): boolean => cause instanceof Error && 'code' in cause && cause.code === '0A000'
