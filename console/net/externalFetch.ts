import type { CallOptions } from './client.ts'
import { CallFailure } from './failure.ts'

/** Sends a GET to another origin and returns the text. Throws unless the response is successful. */
export type ExternalFetch = (url: string, signal?: AbortSignal) => Promise<string>

/** Required part of the client. */
interface HttpClient {
  readonly text: (
    id: 'data.fetch',
    input: { readonly query: { readonly url: string } },
    how: CallOptions,
  ) => Promise<string>
}

/**
 * Fetches data of other origins through the server, which restricts them to an allow list. Only if the server is not
 * allowed to request the origin, the browser tries it directly, without credentials and referrer and within the page's
 * content security policy.
 */
export function createExternalFetch(
  client: HttpClient,
  get: typeof fetch = (...args) => fetch(...args),
): ExternalFetch {
  /**
   * Whether the browser can request an origin that the server must not. Cached, because each attempt would violate the
   * policy again.
   */
  const isOpen = new Map<string, boolean>()

  const direct = async (url: string, signal: AbortSignal | undefined): Promise<string> => {
    const response = await get(url, {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      redirect: 'error',
      ...(signal ? { signal } : {}),
    })
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
        // The server's error is more useful than the browser's; an abort is no evidence about the origin.
        if (signal?.aborted !== true) isOpen.set(origin, false)
        throw refused
      }
    }
  }
}
