const decoder = new TextDecoder('utf-8', { fatal: true })
const encoder = new TextEncoder()

/** Reads bytes as UTF-8 JSON, never throwing: which of the two steps failed comes back as the problem. */
export function readJson(bytes: Uint8Array): { readonly value: unknown; readonly problem?: undefined } | { readonly problem: 'text' | 'json' } {
  let text: string
  try {
    text = decoder.decode(bytes)
  } catch {
    return { problem: 'text' }
  }
  try {
    return { value: JSON.parse(text) }
  } catch {
    return { problem: 'json' }
  }
}

export const writeJson = (value: unknown): Uint8Array => encoder.encode(JSON.stringify(value))

/** Whether a JSON value is an object with keys (not null, not a list). Read its keys by name only where they cannot be inherited ones. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
