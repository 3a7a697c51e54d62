import { Refusal } from '../../contract/errors.ts'
import type { Db } from '../database/index.ts'
import type { Origin } from './caller.ts'
import { createLockout } from './lockout.ts'
import type { SignInLog } from './signInLog.ts'

/** `half`: right as far as it goes, such as a password before its second step; it forgives no failure, for a code may yet be guessed. */
export type Judgement = 'right' | 'half' | 'wrong' | 'disabled' | 'code'

/** Every try of a password or a code, wherever it is made: counted by name and address, slowed down by what failed before, and written down when it was wrong. */
export function createTries(db: Db, log: SignInLog | undefined) {
  const lockout = createLockout(db)
  return {
    /** For what names no account. */
    fromAddress: (address: string): Promise<void> => lockout.fromAddress(address),

    /** Throws where this name has to wait; what `judge` throws counts as no try. */
    async judged(name: string, origin: Origin, judge: () => Promise<Judgement>): Promise<Judgement> {
      await lockout.fromAddress(origin.address)
      const key = await lockout.attempt(name, origin.address).catch(async (cause: unknown) => {
        const waitSeconds = cause instanceof Refusal ? Number(cause.detail?.['retryAfterSeconds'] ?? 0) : 0
        if (waitSeconds > 0 && log?.isFirstRefusal(name, origin.address, waitSeconds)) await log.write(name, origin, 'locked')
        throw cause
      })
      const judgement = await judge().catch(async (cause: unknown) => {
        await lockout.unchecked(name, key)
        throw cause
      })
      if (judgement === 'right') await lockout.succeeded(name, key)
      else if (judgement === 'half') await lockout.passed(name, key)
      else {
        await lockout.failed(name, key)
        await log?.write(name, origin, judgement)
      }
      return judgement
    },
  }
}

export type Tries = ReturnType<typeof createTries>
