import type { Client, QueryConfig, QueryResult, QueryResultRow } from 'pg'

/** Runs single statements. */
export interface Queryable {
  query<Row extends QueryResultRow>(statement: QueryConfig): Promise<QueryResult<Row>>
}

/** The connection during exclusive use. */
export interface ExclusiveConnection extends Queryable {
  release(): void
}

export interface SingleConnectionPool extends Queryable {
  /** Sends a statement with one before and one after it, without other statements in between. */
  together<Row extends QueryResultRow>(before: string, statement: QueryConfig, after: string): Promise<QueryResult<Row>>
  begin(): Promise<ExclusiveConnection>
  /** Closes the connection after all queued statements; later queries reject. */
  end(): Promise<void>
}

interface Turn {
  readonly isAlone: boolean
  begin(): void
}

/**
 * Shares one connection. Single statements are sent immediately, one after another, so the database never waits for a
 * client to read its answers. A transaction waits for exclusive use and keeps it until `release`. Requests are served
 * in order. `connect` must return a pipelining client; it is called again after a connection is lost.
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
    // Also destroy the socket: otherwise the database would wait for the end of the transaction of an open, silent
    // connection.
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
        // Later statements are queued behind it and fail as well if it fails.
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

/** Sends all statements of one event loop turn together, because waking the database costs more than a small query. */
function sent<Row extends QueryResultRow>(client: Client, statement: QueryConfig): Promise<QueryResult<Row>> {
  const { stream } = client.connection
  stream.cork()
  process.nextTick(() => stream.uncork())
  return client.query<Row>(statement)
}
