import { limits } from '../../../contract/limits.ts'
import type { EntityQuery } from '../../net/entityClient.ts'

/** What an address answers: a glTF model, something else, or nothing that we may read. */
export type ModelAnswer = 'model' | 'other' | 'none'

/** Asks an address for the beginning of what it holds: a binary model names itself, one in JSON starts with its object. */
export async function checkModel(url: string, signal: AbortSignal, get: typeof fetch = (...asked) => fetch(...asked)): Promise<ModelAnswer> {
  const own = new AbortController()
  try {
    const response = await get(url, { signal: AbortSignal.any([signal, own.signal]), referrerPolicy: 'no-referrer' })
    if (!response.ok || !response.body) return 'none'
    const first = await firstBytes(response.body)
    return first.startsWith('glTF') || (/^\s*\{/.test(first) && !/html/i.test(response.headers.get('content-type') ?? '')) ? 'model' : 'other'
  } catch {
    // Not to be had, for whatever reason: that is the answer.
    return 'none'
  } finally {
    own.abort()
  }
}

/** What is asked of the list of models to find an address there: of a long one its beginning, for no more may be sought. */
export function listedQuery(url: string): EntityQuery {
  // No half of a character at the end: the server refuses one.
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
