import type { ClientBase, QueryConfig } from 'pg'

/** So many times a statement is sent whole before it gets a name: most that are made from a search come once. */
const seenBefore = 3
const mostNames = 400
const mostSeen = 4_000

/**
 * Gives statements that come again and again a name on this connection: the database reads and plans such a one once instead
 * of each time, which is most of what a small question costs it. Statements without parameters stay as they are, for several
 * of them may come as one text.
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

/** What is asked in one of the two ways that give a promise; all else (a callback, a cursor) stays as it is. */
const asked = ([first, values, ...more]: readonly unknown[]): QueryConfig => {
  if (more.length > 0) return { text: '' }
  if (typeof first === 'string') return Array.isArray(values) ? { text: first, values } : { text: first }
  return values === undefined && isStatement(first) ? first : { text: '' }
}

const isStatement = (given: unknown): given is QueryConfig => typeof given === 'object' && given !== null && 'text' in given && typeof given.text === 'string'

/** A table got another column since the statement was read: what comes next is read anew. */
const isOutdated = (cause: unknown): boolean => cause instanceof Error && 'code' in cause && cause.code === '0A000'
