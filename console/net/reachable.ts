import { limits } from '../../contract/limits.ts'

/** Whether the server sends this page again: reloading without it would leave the browser's own error page, which tries nothing. */
export async function isPageReachable(get: typeof fetch = (...asked) => fetch(...asked)): Promise<boolean> {
  try {
    return (await get(location.href, { cache: 'no-store', signal: AbortSignal.timeout(limits.http.timeoutMs) })).ok
  } catch {
    return false // no network, or no answer in time
  }
}
