import { CallFailure } from '../net/failure.ts'
import type { RootStore } from '../stores/root.ts'
import { afterSignIn, signInPath, singlePath } from './guard.ts'

/** Forgets the query of this address before anything else is done with it: no history, no copied link and no referrer keeps the token. */
function forgetQuery(): void {
  if (typeof window !== 'undefined') window.history.replaceState(window.history.state, '', singlePath)
}

/** Signs in by what another system signed (`AppKey` and `Jwt`) and says where to go on; whatever is wrong leads to the sign-in page. */
export async function signInWithTicket({ session, notices }: Pick<RootStore, 'session' | 'notices'>, query: URLSearchParams, forget = forgetQuery): Promise<string> {
  const appKey = query.get('AppKey') ?? ''
  const jwt = query.get('Jwt') ?? ''
  forget()
  if (appKey === '' || jwt === '') return signInPath
  try {
    await session.signInSingle(appKey, jwt)
    return afterSignIn(null)
  } catch (thrown) {
    if (!(thrown instanceof CallFailure)) throw thrown
    notices.post({ manner: 'notification', words: thrown.words })
    return signInPath
  }
}
