import type { Server, Socket } from 'node:net'
import { createServer } from 'node:net'
import type { PGlite } from '@electric-sql/pglite'

/** Server of the PostgreSQL wire protocol for PGlite. */
export interface PgliteServer {
  /** Loopback port; undefined for a socket. */
  readonly port: number | undefined
  close(): Promise<void>
}

/**
 * A request from its first message to the one that requires an answer, such as parse, bind, describe, execute and sync.
 */
interface Question {
  readonly client: Client
  readonly bytes: Uint8Array
  /** Whether the request ends with a flush, so that further messages belong to it. */
  readonly isPart: boolean
}

interface Client {
  readonly socket: Socket
  /**
   * Received bytes that do not form a complete message yet. `needs` is the number of bytes that the next message
   * requires.
   */
  pieces: Buffer[]
  came: number
  needs: number
  /** Messages of an incomplete request. */
  parts: Buffer[]
  /** Answers that have not been sent yet. */
  kept: Buffer[]
  keptSize: number
  isStarted: boolean
  /**
   * Whether the last request ended with a flush. Until its sync, the client owns the unnamed statement, the portal and
   * any error.
   */
  isAmid: boolean
}

const codeOf = (letter: string): number => letter.charCodeAt(0)
/** Messages that require an answer: sync, simple query, flush, and the two ends of a copy. */
const ends = new Set(['S', 'Q', 'H', 'c', 'f'].map(codeOf))
const flush = codeOf('H')
const sync = Buffer.from([codeOf('S'), 0, 0, 0, 4])
const goodbye = codeOf('X')
/** Request codes in place of a start message: two kinds of encryption (not supported). `cancel`: a cancel request. */
const encryptions = new Set([80_877_103, 80_877_104])
const cancel = 80_877_102
/** Buffered answer size, in bytes, above which it is sent. */
const keptBytes = 256 * 1024
/** Answers buffered for this time, in milliseconds, are sent before the next request starts. */
const togetherMs = 1

/**
 * Serves clients of the PostgreSQL protocol with the single session of PGlite. Requests are passed to the engine as a
 * whole, and each answer is sent in one piece. Message by message, both sides would wake up five times per request, and
 * requests of different clients would be mixed. A transaction, and a request split by flushes, has exclusive use of the
 * session. `onFailure` is called when the engine throws; it must not be used afterwards.
 */
export async function listenPglite(db: PGlite, at: { readonly path: string } | { readonly host: string; readonly port: number }, onFailure: (cause: unknown) => void): Promise<PgliteServer> {
  const clients = new Set<Client>()
  let waiting: Question[] = []
  /** Client of the last answer; it owns an open transaction. */
  let last: Client | undefined
  let isBusy = false

  const next = (): Question | undefined => {
    if (!last || !(last.isAmid || db.isInTransaction())) return waiting.shift()
    const index = waiting.findIndex(({ client }) => client === last)
    return index === -1 ? undefined : waiting.splice(index, 1)[0]
  }

  const answer = async ({ client, bytes, isPart }: Question): Promise<void> => {
    last = client
    client.isAmid = isPart
    await db.execProtocolRawStream(bytes, {
      onRawData: (data) => {
        client.kept.push(Buffer.from(data)) // copy, because the data is in the engine's memory
        client.keptSize += data.length
        if (client.keptSize > keptBytes) send(client)
      },
    })
  }

  /**
   * Processes requests one by one and reads new input in between. Answers to several short requests are sent together.
   */
  const work = async (): Promise<void> => {
    if (isBusy) return
    isBusy = true
    const answered = new Set<Client>()
    let sentAt = performance.now()
    const sendAll = (): void => {
      for (const client of answered) send(client)
      answered.clear()
      sentAt = performance.now()
    }
    try {
      for (;;) {
        await letGo()
        const question = next()
        if (!question) break
        answered.add(question.client)
        await answer(question)
        if (waiting.length === 0 || performance.now() - sentAt > togetherMs) sendAll()
        if (waiting.length > 0) await new Promise((done) => setImmediate(done))
      }
      sendAll()
    } catch (cause) {
      onFailure(cause)
      return
    }
    isBusy = false
  }

  /** Rolls back unfinished work of a disconnected client before the next client is served. */
  const letGo = async (): Promise<void> => {
    if (!last || clients.has(last)) return
    if (last.isAmid) await db.execProtocolRawStream(sync, { onRawData: () => undefined })
    if (db.isInTransaction()) await db.exec('rollback')
    last = undefined
  }

  const leave = (client: Client): void => {
    if (!clients.delete(client)) return
    waiting = waiting.filter((question) => question.client !== client)
    client.socket.destroy()
    void work()
  }

  const server = createServer((socket) => {
    const client: Client = { socket, pieces: [], came: 0, needs: 0, parts: [], kept: [], keptSize: 0, isStarted: false, isAmid: false }
    clients.add(client)
    socket.on('data', (data) => {
      for (const message of messagesOf(client, data)) {
        if (!client.isStarted) start(client, message, waiting)
        else if (message[0] === goodbye) return leave(client)
        else take(client, message, waiting)
      }
      void work()
    })
    socket.on('error', () => leave(client))
    socket.on('close', () => leave(client))
  })
  await listen(server, at)
  const address = server.address()
  return {
    port: address !== null && typeof address === 'object' ? address.port : undefined,
    close: () => new Promise<void>((done) => {
      server.close(() => done())
      for (const client of clients) leave(client)
    }),
  }
}

function send(client: Client): void {
  if (client.keptSize > 0 && client.socket.writable) client.socket.write(Buffer.concat(client.kept))
  client.kept = []
  client.keptSize = 0
}

/**
 * Yields the complete messages received so far. The first messages of a connection have no type byte before the length.
 */
function* messagesOf(client: Client, data: Buffer): Generator<Buffer> {
  client.pieces.push(data)
  client.came += data.length
  if (client.came < client.needs) return
  let rest = Buffer.concat(client.pieces)
  for (;;) {
    const lengthAt = client.isStarted ? 1 : 0
    // The length includes itself; a smaller value is invalid and must not cause an endless loop.
    const end = lengthAt + (rest.length < lengthAt + 4 ? 4 : Math.max(4, rest.readUInt32BE(lengthAt)))
    client.pieces = [rest]
    client.came = rest.length
    client.needs = end
    if (rest.length < end) return
    const message = rest.subarray(0, end)
    rest = rest.subarray(end)
    yield message
  }
}

function start(client: Client, message: Buffer, waiting: Question[]): void {
  const code = message.length < 8 ? 0 : message.readUInt32BE(4)
  if (encryptions.has(code)) client.socket.write('N')
  else if (code === cancel) client.socket.end() // there is no second backend to cancel
  else {
    client.isStarted = true
    waiting.push({ client, bytes: message, isPart: false })
  }
}

function take(client: Client, message: Buffer, waiting: Question[]): void {
  client.parts.push(message)
  if (!ends.has(message[0] ?? 0)) return
  waiting.push({ client, bytes: client.parts.length === 1 ? message : Buffer.concat(client.parts), isPart: message[0] === flush })
  client.parts = []
}

function listen(server: Server, at: { readonly path: string } | { readonly host: string; readonly port: number }): Promise<void> {
  return new Promise((done, fail) => {
    server.once('error', fail)
    server.listen(at, () => {
      server.removeListener('error', fail)
      done()
    })
  })
}
