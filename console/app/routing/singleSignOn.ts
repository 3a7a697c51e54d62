import { CallFailure } from '../../net/failure.ts'
import type { RootStore } from '../../stores/root.ts'
import { getPathAfterSignIn, signInPath, singlePath } from '../pages/guard.ts'

/**
 * Removes the query from the address before anything else, so that the token does not appear in the history, copied
 * links or referrers.
 */
function clearQuery(): void {
  if (typeof window !== 'undefined') window.history.replaceState(window.history.state, '', singlePath)
}

/**
 * Signs in with a ticket of another system (`AppKey` and `Jwt`). Returns the page to open next; the sign-in page if the
 * ticket is invalid.
 */
export async function signInWithTicket(
  { session, notices }: Pick<RootStore, 'session' | 'notices'>,
  query: URLSearchParams,
  forget = clearQuery,
): Promise<string> {
  const appKey = query.get('AppKey') ?? ''
  const jwt = query.get('Jwt') ?? ''
  forget()
  if (appKey === '' || jwt === '') return signInPath
  try {
    await session.signInSingle(appKey, jwt)
    return getPathAfterSignIn(null)
  } catch (thrown) {
    if (!(thrown instanceof CallFailure)) throw thrown
    notices.post({ manner: 'notification', words: thrown.words })
    return signInPath
  }
}
