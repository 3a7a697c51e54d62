const decoder = new TextDecoder('utf-8', { fatal: true })
const encoder = new TextEncoder()

/** Parses bytes as UTF-8 JSON. Never throws; `problem` names the failed step. */
export function readJson(
  bytes: Uint8Array,
): { readonly value: unknown; readonly problem?: undefined } | { readonly problem: 'text' | 'json' } {
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

/**
 * Returns true for a JSON object (not null, not an array). Inherited names such as `constructor` must not be read as
 * keys.
 */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
