import { CallFailure } from '../../net/failure.ts'

/** Returns true for a missing permission. Such content is left out and is not a failure. */
export const isForbidden = (thrown: unknown): boolean =>
  thrown instanceof CallFailure && thrown.error === 'access.denied'

/** Returns the result, or null if the account lacks permission. Rethrows other failures. */
export async function nullIfForbidden<Seen>(request: () => Promise<Seen>): Promise<Seen | null> {
  try {
    return await request()
  } catch (thrown) {
    if (isForbidden(thrown)) return null
    throw thrown
  }
}
