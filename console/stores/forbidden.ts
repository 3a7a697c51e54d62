import { CallFailure } from '../net/failure.ts'

/** Whether something did not come because the account may not see it: it is left out then, and nothing has failed. */
export const isForbidden = (thrown: unknown): boolean => thrown instanceof CallFailure && thrown.error === 'access.denied'

/** What is asked for; null where the account may not see it. Throws what else the server refuses. */
export async function nullIfForbidden<Seen>(ask: () => Promise<Seen>): Promise<Seen | null> {
  try {
    return await ask()
  } catch (thrown) {
    if (isForbidden(thrown)) return null
    throw thrown
  }
}
