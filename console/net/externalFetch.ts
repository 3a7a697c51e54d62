import type { CallOptions } from './client.ts'
import { CallFailure } from './failure.ts'

/** GETs an address of another site as text. Rejects where there is no good answer. */
export type ExternalFetch = (url: string, signal?: AbortSignal) => Promise<string>

/** The part of the client that is needed. */
interface Asker {
  readonly text: (id: 'data.fetch', input: { readonly query: { readonly url: string } }, how: CallOptions) => Promise<string>
}

/**
 * Data of other sites come through our own server, which asks where its administrator allows it. Only a site that it may not ask, and
 * that the page's content policy lets through, is asked by the browser, with nothing that says who asks.
 */
export function createExternalFetch(client: Asker, get: typeof fetch = (...asked) => fetch(...asked)): ExternalFetch {
  /** Of sites that the server may not ask: whether the browser may. Found out once, or each turn would break the policy anew. */
  const isOpen = new Map<string, boolean>()

  const direct = async (url: string, signal: AbortSignal | undefined): Promise<string> => {
    const response = await get(url, { credentials: 'omit', referrerPolicy: 'no-referrer', cache: 'no-store', redirect: 'error', ...(signal ? { signal } : {}) })
    if (!response.ok) throw new TypeError(`the address answers ${response.status}`)
    return response.text()
  }

  return async (url, signal) => {
    const { origin } = new URL(url)
    if (isOpen.get(origin) === true) return direct(url, signal)
    try {
      return await client.text('data.fetch', { query: { url } }, { quiet: true, ...(signal ? { signal } : {}) })
    } catch (refused) {
      if (!(refused instanceof CallFailure) || refused.error !== 'data.forbidden' || isOpen.has(origin)) throw refused
      try {
        const text = await direct(url, signal)
        isOpen.set(origin, true)
        return text
      } catch {
        // What the server said tells more than the browser's refusal; an abort proves nothing of the site.
        if (signal?.aborted !== true) isOpen.set(origin, false)
        throw refused
      }
    }
  }
}
