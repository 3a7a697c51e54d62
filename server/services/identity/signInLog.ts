import { sql } from 'kysely'
import { limits } from '../../../contract/limits.ts'
import type { Db } from '../../database/index.ts'
import type { Log } from '../../log.ts'
import type { ClientInfo } from '../base/requestContext.ts'
import { systemContext } from '../base/requestContext.ts'
import type { StoredEntityService } from '../entities/index.ts'

export type SignInResult = 'in' | 'out' | 'wrong' | 'code' | 'locked' | 'disabled'

const sweepMs = 60 * 60 * 1000
const firstSweepMs = 60_000
const maxRememberedDelays = 10_000
const nameLength = 128

/**
 * Logs sign-ins and sign-outs. During a delay, a name is logged once, so that guessing does not fill the table. Old
 * rows are deleted automatically. A failed write is logged and does not prevent the sign-in.
 */
export function createSignInLog(db: Db, rows: Pick<StoredEntityService, 'add'>, log: Log) {
  const delays = new Map<string, number>()

  return {
    async write(user: string, { address, client }: ClientInfo, result: SignInResult): Promise<void> {
      const values = {
        at: Date.now(),
        user: user.slice(0, nameLength),
        ip: address === '' ? null : address.slice(0, 100),
        client: client === '' ? null : client,
        result,
      }
      await rows
        .add(systemContext, [{ values }])
        .catch((cause: unknown) => log.error('could not log a sign-in', { cause }))
    },

    /** Returns true for the first rejection of a delay. */
    isFirstRejection(user: string, address: string, waitSeconds: number): boolean {
      const key = `${user} ${address}`
      const now = Date.now()
      if ((delays.get(key) ?? 0) > now) return false
      if (delays.size >= maxRememberedDelays) delays.clear()
      delays.set(key, now + waitSeconds * 1000)
      return true
    },

    /** Returns a function that stops it. */
    startSweep(): () => void {
      const sweep = (): void =>
        void deleteSignIns(db, Date.now() - limits.signIn.logMs).catch((cause: unknown) =>
          log.warn('could not delete old sign-ins', { cause }),
        )
      const first = setTimeout(sweep, firstSweepMs)
      const timer = setInterval(sweep, sweepMs)
      return () => {
        clearTimeout(first)
        clearInterval(timer)
      }
    },
  }
}

export type SignInLog = ReturnType<typeof createSignInLog>

/** Deletes sign-ins before `before` and returns their number. */
export async function deleteSignIns(db: Db, before: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from system_sign_in_log where at < ${new Date(before)}`.execute(db)
  return Number(numAffectedRows ?? 0)
}
