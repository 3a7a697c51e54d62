import { limits } from '../../../../contract/limits.ts'
import type { EntityQuery } from '../../../net/entityClient.ts'

/** Content of a URL: a glTF model, something else, or not readable. */
export type ModelCheckResult = 'model' | 'other' | 'none'

/** Reads the first bytes of a URL to recognise a model: binary glTF starts with `glTF`, JSON with `{`. */
export async function checkModel(
  url: string,
  signal: AbortSignal,
  get: typeof fetch = (...args) => fetch(...args),
): Promise<ModelCheckResult> {
  const own = new AbortController()
  try {
    const response = await get(url, { signal: AbortSignal.any([signal, own.signal]), referrerPolicy: 'no-referrer' })
    if (!response.ok || !response.body) return 'none'
    const first = await firstBytes(response.body)
    return first.startsWith('glTF') ||
      (/^\s*\{/.test(first) && !/html/i.test(response.headers.get('content-type') ?? ''))
      ? 'model'
      : 'other'
  } catch {
    // Not readable for any reason.
    return 'none'
  } finally {
    own.abort()
  }
}

/** Query to find a URL in the model list; truncated to the maximum search length. */
export function listedQuery(url: string): EntityQuery {
  // Removes half of a surrogate pair, which the server rejects.
  return { page: 1, pageSize: 50, search: url.slice(0, limits.list.searchLength).replace(/[\uD800-\uDBFF]$/, '') }
}

async function firstBytes(body: ReadableStream<Uint8Array>): Promise<string> {
  const reader = body.getReader()
  let text = ''
  while (text.trim().length < enough) {
    const { value, done } = await reader.read()
    if (done) break
    text += new TextDecoder().decode(value.subarray(0, 64))
  }
  return text
}

const enough = 4
