import { limits } from '../../contract/limits.ts'

/**
 * Returns true if the server delivers this page. A reload without it would show the browser's error page, which never
 * retries.
 */
export async function isPageReachable(get: typeof fetch = (...args) => fetch(...args)): Promise<boolean> {
  try {
    return (await get(location.href, { cache: 'no-store', signal: AbortSignal.timeout(limits.http.timeoutMs) })).ok
  } catch {
    return false // no network, or timeout
  }
}
