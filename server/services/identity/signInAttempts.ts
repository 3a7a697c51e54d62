import { ApiError } from '../../../contract/errors.ts'
import type { Db } from '../../database/index.ts'
import type { ClientInfo } from '../base/requestContext.ts'
import { createAttemptRate } from './attemptRate.ts'
import { createLockout, isKnownAddress } from '../base/lockout.ts'
import type { GetAttemptRate } from '../base/passwords.ts'
import type { SignInLog } from './signInLog.ts'

/**
 * Result of an attempt. `half`: correct password with the second factor pending; earlier failures are kept, because
 * codes could be guessed.
 */
export type AttemptResult = 'right' | 'half' | 'wrong' | 'disabled' | 'code'

/** Rate of attempts from a known address, which are not delayed by attempts from other addresses. */
const highestPriority = -1

/** Counts sign-in attempts per account and address, delays repeated failures, and logs them. */
export function createSignInAttempts(db: Db, log: SignInLog | undefined) {
  const lockout = createLockout(db)
  const [names, addresses] = [createAttemptRate(), createAttemptRate()]
  return {
    /** Counts an attempt that names no account. */
    countAddress: (address: string): Promise<void> => lockout.countAddress(address),

    /**
     * Runs an attempt. Throws while the name is delayed; errors thrown by `judge` do not count. `judge` receives the
     * attempt rate.
     */
    async judged(
      name: string,
      origin: ClientInfo,
      verify: (getRate: GetAttemptRate) => Promise<AttemptResult>,
    ): Promise<AttemptResult> {
      await lockout.countAddress(origin.address)
      names.count(name)
      addresses.count(origin.address)
      const key = await lockout.attempt(name, origin.address).catch(async (cause: unknown) => {
        const waitSeconds = cause instanceof ApiError ? Number(cause.detail?.['retryAfterSeconds'] ?? 0) : 0
        if (waitSeconds > 0 && log?.isFirstRejection(name, origin.address, waitSeconds))
          await log.write(name, origin, 'locked')
        throw cause
      })
      const result = await verify(() =>
        isKnownAddress(key) ? highestPriority : names.rate(name) + addresses.rate(origin.address),
      ).catch(async (cause: unknown) => {
        await lockout.revertAttempt(name, key)
        throw cause
      })
      if (result === 'right' || result === 'half') names.reset(name)
      if (result === 'right') await lockout.reset(name, key)
      else if (result === 'half') await lockout.revertAttempt(name, key)
      else {
        await lockout.recordFailure(name, key)
        await log?.write(name, origin, result)
      }
      return result
    },
  }
}

export type SignInAttempts = ReturnType<typeof createSignInAttempts>
