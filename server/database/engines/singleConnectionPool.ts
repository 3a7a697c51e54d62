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
  pipeline<Row extends QueryResultRow>(before: string, statement: QueryConfig, after: string): Promise<QueryResult<Row>>
  begin(): Promise<ExclusiveConnection>
  /** Closes the connection after all queued statements; later queries reject. */
  end(): Promise<void>
}

interface QueueEntry {
  readonly isExclusive: boolean
  begin(): void
}

/**
 * Shares one connection. Single statements are sent immediately, one after another, so the database never waits for a
 * client to read its answers. A transaction waits for exclusive use and keeps it until `release`. Requests are served
 * in order. `connect` must return a pipelining client; it is called again after a connection is lost.
 */
export function createSingleConnectionPool(connect: () => Promise<Client>): SingleConnectionPool {
  const waiting: QueueEntry[] = []
  let current: Promise<Client> | undefined
  let activeCount = 0
  let hasExclusive = false
  let isEnded = false

  const admit = (): void => {
    for (
      let entry = waiting[0];
      entry && !hasExclusive && (!entry.isExclusive || activeCount === 0);
      entry = waiting[0]
    ) {
      waiting.shift()
      if (entry.isExclusive) hasExclusive = true
      else activeCount++
      entry.begin()
    }
  }
  const waitForTurn = (isAlone: boolean): Promise<void> =>
    new Promise((begin, reject) => {
      if (isEnded) {
        reject(new Error('the database is closed'))
        return
      }
      waiting.push({ isExclusive: isAlone, begin })
      admit()
    })

  const client = (): Promise<Client> => {
    if (current) return current
    const opening = connect()
    current = opening
    const forget = (): void => {
      if (current === opening) current = undefined
    }
    // Also destroy the socket: otherwise the database would wait for the end of the transaction of an open, silent
    // connection.
    opening.then(
      (opened) =>
        opened.once('end', forget).once('error', () => {
          forget()
          opened.connection.stream.destroy()
        }),
      forget,
    )
    return opening
  }

  const runShared = async <T>(work: (opened: Client) => Promise<T>): Promise<T> => {
    await waitForTurn(false)
    try {
      return await work(await client())
    } finally {
      activeCount--
      admit()
    }
  }

  return {
    query: (statement) => runShared((opened) => send(opened, statement)),

    pipeline: <Row extends QueryResultRow>(before: string, statement: QueryConfig, after: string) =>
      runShared(async (opened) => {
        const [, answer] = await Promise.allSettled([
          send(opened, { text: before }),
          send<Row>(opened, statement),
          send(opened, { text: after }),
        ])
        if (answer.status === 'rejected') throw answer.reason
        return answer.value
      }),

    async begin() {
      await waitForTurn(true)
      const release = (): void => {
        hasExclusive = false
        admit()
      }
      try {
        const connection = await client()
        // Later statements are queued behind it and fail as well if it fails.
        send(connection, { text: 'begin' }).catch(() => undefined)
        return { query: (statement) => send(connection, statement), release }
      } catch (cause) {
        release()
        throw cause
      }
    },

    async end() {
      const last = waitForTurn(true)
      isEnded = true
      await last
      const ending = current
      current = undefined
      await ending?.then(
        (opened) => opened.end(),
        () => undefined,
      )
    },
  }
}

/** Sends all statements of one event loop turn together, because waking the database costs more than a small query. */
function send<Row extends QueryResultRow>(client: Client, statement: QueryConfig): Promise<QueryResult<Row>> {
  const { stream } = client.connection
  stream.cork()
  process.nextTick(() => stream.uncork())
  return client.query<Row>(statement)
}
