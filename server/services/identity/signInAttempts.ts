import { ApiError } from '../../../contract/errors.ts'
import type { Db } from '../../database/index.ts'
import type { ClientInfo } from '../base/requestContext.ts'
import { createAttemptRate } from './attemptRate.ts'
import { createLockout, isKnownAddress } from '../base/lockout.ts'
import type { HashQueue } from '../base/passwords.ts'
import type { SignInLog } from './signInLog.ts'

/** `half`: right as far as it goes, such as a password before its second step; it forgives no failure, for a code may yet be guessed. */
export type AttemptResult = 'right' | 'half' | 'wrong' | 'disabled' | 'code'

/** Who comes from where he has signed in before waits behind no stranger. */
const beforeAll = -1

/** Every try of a password or a code, wherever it is made: counted by name and address, slowed down by what failed before, and written down when it was wrong. */
export function createSignInAttempts(db: Db, log: SignInLog | undefined) {
  const lockout = createLockout(db)
  const [names, addresses] = [createAttemptRate(), createAttemptRate()]
  return {
    /** For what names no account. */
    fromAddress: (address: string): Promise<void> => lockout.fromAddress(address),

    /** Throws where this name has to wait; what `judge` throws counts as no try. It is told in how thick a crowd this one comes. */
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
