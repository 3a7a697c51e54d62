import { ApiError } from '../../../contract/errors.ts'
import type { Db } from '../../database/index.ts'
import type { ClientInfo } from '../base/requestContext.ts'
import { createAttemptRate } from './attemptRate.ts'
import { createLockout, isKnownAddress } from '../base/lockout.ts'
import type { HashQueue } from '../base/passwords.ts'
import type { SignInLog } from './signInLog.ts'

/**
 * Result of an attempt. `half`: correct password with the second factor pending; earlier failures are kept, because
 * codes could be guessed.
 */
export type AttemptResult = 'right' | 'half' | 'wrong' | 'disabled' | 'code'

/** Rate of attempts from a known address, which are not delayed by attempts from other addresses. */
const beforeAll = -1

/** Counts sign-in attempts per account and address, delays repeated failures, and logs them. */
export function createSignInAttempts(db: Db, log: SignInLog | undefined) {
  const lockout = createLockout(db)
  const [names, addresses] = [createAttemptRate(), createAttemptRate()]
  return {
    /** Counts an attempt that names no account. */
    fromAddress: (address: string): Promise<void> => lockout.fromAddress(address),

    /**
     * Runs an attempt. Throws while the name is delayed; errors thrown by `judge` do not count. `judge` receives the
     * attempt rate.
     */
    async judged(name: string, origin: ClientInfo, judge: (crowd: HashQueue) => Promise<AttemptResult>): Promise<AttemptResult> {
      await lockout.fromAddress(origin.address)
      names.join(name)
      addresses.join(origin.address)
      const key = await lockout.attempt(name, origin.address).catch(async (cause: unknown) => {
        const waitSeconds = cause instanceof ApiError ? Number(cause.detail?.['retryAfterSeconds'] ?? 0) : 0
        if (waitSeconds > 0 && log?.isFirstRefusal(name, origin.address, waitSeconds)) await log.write(name, origin, 'locked')
        throw cause
      })
      const judgement = await judge(() => (isKnownAddress(key) ? beforeAll : names.thickness(name) + addresses.thickness(origin.address))).catch(async (cause: unknown) => {
        await lockout.uncounted(name, key)
        throw cause
      })
      if (judgement === 'right' || judgement === 'half') names.leave(name)
      if (judgement === 'right') await lockout.succeeded(name, key)
      else if (judgement === 'half') await lockout.uncounted(name, key)
      else {
        await lockout.failed(name, key)
        await log?.write(name, origin, judgement)
      }
      return judgement
    },
  }
}

export type SignInAttempts = ReturnType<typeof createSignInAttempts>
