/**
 * Returns the part of a response at a path such as `data.rows.0.value`: keys separated by dots, list indexes from 0. An
 * empty path returns the whole response; undefined if nothing is found. Only own properties are followed.
 */
export function readPath(answer: unknown, path: string): unknown {
  let at = answer
  for (const key of path
    .split('.')
    .map((part) => part.trim())
    .filter(Boolean)) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined
    at = Object.entries(at).find(([name]) => name === key)?.[1]
  }
  return at
}

/** Converts a response value to text: strings unchanged, everything else as JSON, null and undefined as ''. */
export function writeValue(value: unknown): string {
  if (typeof value === 'string') return value
  return value === undefined || value === null ? '' : JSON.stringify(value)
}

/** Parses JSON; returns undefined for invalid JSON or empty text. */
export function readJson(text: string): unknown {
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    // The component shows that it has no valid data.
    return undefined
  }
}
