/**
 * The part of an answer that a path names: `data.rows.0.value`, keys with dots between them, list entries by number from
 * 0. An empty path is the whole; undefined: there is nothing. Only an object's own keys are followed.
 */
export function readPath(answer: unknown, path: string): unknown {
  let at = answer
  for (const key of path.split('.').map((part) => part.trim()).filter(Boolean)) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined
    at = Object.entries(at).find(([name]) => name === key)?.[1]
  }
  return at
}

/** A value of an answer as a text property holds it: words and numbers as they are, lists and objects as JSON. */
export function writeAnswer(value: unknown): string {
  if (typeof value === 'string') return value
  return value === undefined || value === null ? '' : JSON.stringify(value)
}

/** JSON as data; undefined for what is none. */
export function readJson(text: string): unknown {
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    // What was typed or sent is no JSON: the component shows that it has nothing to show.
    return undefined
  }
}
