import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Log } from '../log.ts'
import type { Tables } from './tables.ts'

/** What a database server gives up so that others can go on: a deadlock, a serialization failure. Nothing of it is kept. */
const passing: readonly unknown[] = ['40P01', '40001']
const mostTries = 5
/** Doubled each time, and cut at random: two that met shall not meet again. */
const firstPauseMs = 20

/**
 * Lets all transactions of this database begin anew, a few times, where the server gave them up for others. So what a transaction does
 * outside of the database it does once it is kept, and what it collects it collects anew each time.
 */
export function retryTransactions(db: Kysely<Tables>, log: Log): void {
  const begin = db.transaction.bind(db)
  db.transaction = () => {
    const transaction = begin()
    const once = transaction.execute.bind(transaction)
    transaction.execute = async (work) => {
      for (let tries = 1; ; tries++) {
        try {
          return await once(work)
        } catch (cause) {
          if (tries >= mostTries || !isPassing(cause)) throw cause
          log.info('a transaction was given up for others and begins anew', { tries, cause: cause.message })
          await pause(firstPauseMs * 2 ** tries * Math.random())
        }
      }
    }
    return transaction
  }
}

const isPassing = (cause: unknown): cause is Error => cause instanceof Error && 'code' in cause && passing.includes(cause.code)
