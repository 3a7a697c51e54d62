import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Log } from '../log.ts'
import type { Tables } from './tables/tables.ts'

/** SQLSTATE codes of rolled-back transactions that can be repeated: deadlock and serialization failure. */
const retryableCodes: readonly unknown[] = ['40P01', '40001']
const maxAttempts = 5
/**
 * Base of the back-off in milliseconds. It doubles each time, with random jitter, so that two transactions do not
 * collide again.
 */
const firstPauseMs = 20

/**
 * Makes all transactions of a database repeat a few times after a deadlock or serialization failure. The callback may
 * therefore run several times: it must reset its collected state and defer side effects until after the commit.
 */
export function retryTransactions(db: Kysely<Tables>, log: Log): void {
  const begin = db.transaction.bind(db)
  db.transaction = () => {
    const transaction = begin()
    const execute = transaction.execute.bind(transaction)
    transaction.execute = async (work) => {
      for (let attempt = 1; ; attempt++) {
        try {
          return await execute(work)
        } catch (cause) {
          if (attempt >= maxAttempts || !isRetryable(cause)) throw cause
          log.info('transaction conflict; retrying', { tries: attempt, cause: cause.message })
          await pause(firstPauseMs * 2 ** attempt * Math.random())
        }
      }
    }
    return transaction
  }
}

const isRetryable = (cause: unknown): cause is Error =>
  cause instanceof Error && 'code' in cause && retryableCodes.includes(cause.code)
