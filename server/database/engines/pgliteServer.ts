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
interface Request {
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
  receivedBytes: number
  needs: number
  /** Messages of an incomplete request. */
  parts: Buffer[]
  /** Answers that have not been sent yet. */
  pendingResponses: Buffer[]
  pendingBytes: number
  isStarted: boolean
  /**
   * Whether the last request ended with a flush. Until its sync, the client owns the unnamed statement, the portal and
   * any error.
   */
  hasOpenRequest: boolean
}

const getCode = (letter: string): number => letter.charCodeAt(0)
/** Messages that require an answer: sync, simple query, flush, and the two ends of a copy. */
const ends = new Set(['S', 'Q', 'H', 'c', 'f'].map(getCode))
const flush = getCode('H')
const sync = Buffer.from([getCode('S'), 0, 0, 0, 4])
const terminate = getCode('X')
/** Request codes in place of a start message: two kinds of encryption (not supported). `cancel`: a cancel request. */
const encryptions = new Set([80_877_103, 80_877_104])
const cancel = 80_877_102
/** Buffered answer size, in bytes, above which it is sent. */
const flushBytes = 256 * 1024
/** Answers buffered for this time, in milliseconds, are sent before the next request starts. */
const maxBufferMs = 1

/**
 * Serves clients of the PostgreSQL protocol with the single session of PGlite. Requests are passed to the engine as a
 * whole, and each answer is sent in one piece. Message by message, both sides would wake up five times per request, and
 * requests of different clients would be mixed. A transaction, and a request split by flushes, has exclusive use of the
 * session. `onFailure` is called when the engine throws; it must not be used afterwards.
 */
export async function listenPglite(
  db: PGlite,
  at: { readonly path: string } | { readonly host: string; readonly port: number },
  onFailure: (cause: unknown) => void,
): Promise<PgliteServer> {
  const clients = new Set<Client>()
  let waiting: Request[] = []
  /** Client of the last answer; it owns an open transaction. */
  let last: Client | undefined
  let isBusy = false

  const next = (): Request | undefined => {
    if (!last || !(last.hasOpenRequest || db.isInTransaction())) return waiting.shift()
    const index = waiting.findIndex(({ client }) => client === last)
    return index === -1 ? undefined : waiting.splice(index, 1)[0]
  }

  const answer = async ({ client, bytes, isPart }: Request): Promise<void> => {
    last = client
    client.hasOpenRequest = isPart
    await db.execProtocolRawStream(bytes, {
      onRawData: (data) => {
        client.pendingResponses.push(Buffer.from(data)) // copy, because the data is in the engine's memory
        client.pendingBytes += data.length
        if (client.pendingBytes > flushBytes) send(client)
      },
    })
  }

  /**
   * Processes requests one by one and reads new input in between. Answers to several short requests are sent together.
   */
  const work = async (): Promise<void> => {
    if (isBusy) return
    isBusy = true
    const pendingClients = new Set<Client>()
    let sentAt = performance.now()
    const sendAll = (): void => {
      for (const client of pendingClients) send(client)
      pendingClients.clear()
      sentAt = performance.now()
    }
    try {
      for (;;) {
        await rollBackAbandoned()
        const request = next()
        if (!request) break
        pendingClients.add(request.client)
        await answer(request)
        if (waiting.length === 0 || performance.now() - sentAt > maxBufferMs) sendAll()
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
  const rollBackAbandoned = async (): Promise<void> => {
    if (!last || clients.has(last)) return
    if (last.hasOpenRequest) await db.execProtocolRawStream(sync, { onRawData: () => undefined })
    if (db.isInTransaction()) await db.exec('rollback')
    last = undefined
  }

  const disconnect = (client: Client): void => {
    if (!clients.delete(client)) return
    waiting = waiting.filter((request) => request.client !== client)
    client.socket.destroy()
    void work()
  }

  const server = createServer((socket) => {
    const client: Client = {
      socket,
      pieces: [],
      receivedBytes: 0,
      needs: 0,
      parts: [],
      pendingResponses: [],
      pendingBytes: 0,
      isStarted: false,
      hasOpenRequest: false,
    }
    clients.add(client)
    socket.on('data', (data) => {
      for (const message of readMessages(client, data)) {
        if (!client.isStarted) start(client, message, waiting)
        else if (message[0] === terminate) return disconnect(client)
        else collect(client, message, waiting)
      }
      void work()
    })
    socket.on('error', () => disconnect(client))
    socket.on('close', () => disconnect(client))
  })
  await listen(server, at)
  const address = server.address()
  return {
    port: address !== null && typeof address === 'object' ? address.port : undefined,
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        for (const client of clients) disconnect(client)
      }),
  }
}

function send(client: Client): void {
  if (client.pendingBytes > 0 && client.socket.writable) client.socket.write(Buffer.concat(client.pendingResponses))
  client.pendingResponses = []
  client.pendingBytes = 0
}

/**
 * Yields the complete messages received so far. The first messages of a connection have no type byte before the length.
 */
function* readMessages(client: Client, data: Buffer): Generator<Buffer> {
  client.pieces.push(data)
  client.receivedBytes += data.length
  if (client.receivedBytes < client.needs) return
  let rest = Buffer.concat(client.pieces)
  for (;;) {
    const lengthAt = client.isStarted ? 1 : 0
    // The length includes itself; a smaller value is invalid and must not cause an endless loop.
    const end = lengthAt + (rest.length < lengthAt + 4 ? 4 : Math.max(4, rest.readUInt32BE(lengthAt)))
    client.pieces = [rest]
    client.receivedBytes = rest.length
    client.needs = end
    if (rest.length < end) return
    const message = rest.subarray(0, end)
    rest = rest.subarray(end)
    yield message
  }
}

function start(client: Client, message: Buffer, waiting: Request[]): void {
  const code = message.length < 8 ? 0 : message.readUInt32BE(4)
  if (encryptions.has(code)) client.socket.write('N')
  else if (code === cancel) client.socket.end() // there is no second backend to cancel
  else {
    client.isStarted = true
    waiting.push({ client, bytes: message, isPart: false })
  }
}

function collect(client: Client, message: Buffer, waiting: Request[]): void {
  client.parts.push(message)
  if (!ends.has(message[0] ?? 0)) return
  waiting.push({
    client,
    bytes: client.parts.length === 1 ? message : Buffer.concat(client.parts),
    isPart: message[0] === flush,
  })
  client.parts = []
}

function listen(
  server: Server,
  at: { readonly path: string } | { readonly host: string; readonly port: number },
): Promise<void> {
  return new Promise((done, fail) => {
    server.once('error', fail)
    server.listen(at, () => {
      server.removeListener('error', fail)
      done()
    })
  })
}
