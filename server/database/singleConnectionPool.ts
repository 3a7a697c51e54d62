import type { Client, QueryConfig, QueryResult, QueryResultRow } from 'pg'

/** Where single statements are asked. */
export interface Queryable {
  query<Row extends QueryResultRow>(statement: QueryConfig): Promise<QueryResult<Row>>
}

/** The connection as long as one has it alone. */
export interface ExclusiveConnection extends Queryable {
  release(): void
}

export interface SingleConnectionPool extends Queryable {
  /** Sends a statement with what is to come right before and after it, so that nothing of others comes in between. */
  together<Row extends QueryResultRow>(before: string, statement: QueryConfig, after: string): Promise<QueryResult<Row>>
  begin(): Promise<ExclusiveConnection>
  /** Once what was asked before is through; nothing can be asked after. */
  end(): Promise<void>
}

interface Turn {
  readonly isAlone: boolean
  begin(): void
}

/**
 * One connection for everyone: single statements are sent at once, one behind the other, so that the database never waits for who
 * reads its answers; a transaction waits until it has the connection alone, and keeps it until it is released. Turns come in the
 * order in which they were asked for. `connect` gives a client that pipelines; it is asked again once that one broke.
 */
export function shareConnection(connect: () => Promise<Client>): SingleConnectionPool {
  const waiting: Turn[] = []
  let current: Promise<Client> | undefined
  let under = 0
  let isTaken = false
  let isEnded = false

  const admit = (): void => {
    for (let turn = waiting[0]; turn && !isTaken && (!turn.isAlone || under === 0); turn = waiting[0]) {
      waiting.shift()
      if (turn.isAlone) isTaken = true
      else under++
      turn.begin()
    }
  }
  const turn = (isAlone: boolean): Promise<void> => new Promise((begin, refuse) => {
    if (isEnded) {
      refuse(new Error('the database is closed'))
      return
    }
    waiting.push({ isAlone, begin })
    admit()
  })

  const client = (): Promise<Client> => {
    if (current) return current
    const opening = connect()
    current = opening
    const forget = (): void => { if (current === opening) current = undefined }
    // Closed as well: of one that is open and silent the database would wait for the end of its transaction.
    opening.then((opened) => opened.once('end', forget).once('error', () => {
      forget()
      opened.connection.stream.destroy()
    }), forget)
    return opening
  }

  const within = async <T>(work: (opened: Client) => Promise<T>): Promise<T> => {
    await turn(false)
    try {
      return await work(await client())
    } finally {
      under--
      admit()
    }
  }

  return {
    query: (statement) => within((opened) => sent(opened, statement)),

    together: <Row extends QueryResultRow>(before: string, statement: QueryConfig, after: string) => within(async (opened) => {
      const [, answer] = await Promise.allSettled([sent(opened, { text: before }), sent<Row>(opened, statement), sent(opened, { text: after })])
      if (answer.status === 'rejected') throw answer.reason
      return answer.value
    }),

    async begin() {
      await turn(true)
      const release = (): void => {
        isTaken = false
        admit()
      }
      try {
        const mine = await client()
        // What follows is sent behind it: where it fails, that fails too.
        sent(mine, { text: 'begin' }).catch(() => undefined)
        return { query: (statement) => sent(mine, statement), release }
      } catch (cause) {
        release()
        throw cause
      }
    },

    async end() {
      const last = turn(true)
      isEnded = true
      await last
      const ending = current
      current = undefined
      await ending?.then((opened) => opened.end(), () => undefined)
    },
  }
}

/** What is asked in one turn of the event loop leaves in one piece: waking the database costs more than a small question does. */
function sent<Row extends QueryResultRow>(client: Client, statement: QueryConfig): Promise<QueryResult<Row>> {
  const { stream } = client.connection
  stream.cork()
  process.nextTick(() => stream.uncork())
  return client.query<Row>(statement)
}
