import type { Server, Socket } from 'node:net'
import { createServer } from 'node:net'
import type { PGlite } from '@electric-sql/pglite'

/** Where clients of the embedded database come in. */
export interface PgliteServer {
  /** Of a loopback door; a socket in a directory has none. */
  readonly port: number | undefined
  close(): Promise<void>
}

/** A question from its first message to the one that asks for the answer, such as parse, bind, describe, execute and sync. */
interface Question {
  readonly client: Client
  readonly bytes: Uint8Array
  /** Ends with a flush: what belongs to it is still to come. */
  readonly isPart: boolean
}

interface Client {
  readonly socket: Socket
  /** What came and is no whole message yet, as it came; the next message needs so many bytes. */
  pieces: Buffer[]
  came: number
  needs: number
  /** The messages of a question that is not at its end yet. */
  parts: Buffer[]
  /** Of its answers, what has not left yet. */
  kept: Buffer[]
  keptSize: number
  isStarted: boolean
  /** Has been answered by a flush in the middle of what it asks: until its sync, statement, portal and any failure are its own. */
  isAmid: boolean
}

const codeOf = (letter: string): number => letter.charCodeAt(0)
/** Sync, a plain query, flush, the two ends of a copy: each is answered. */
const ends = new Set(['S', 'Q', 'H', 'c', 'f'].map(codeOf))
const flush = codeOf('H')
const sync = Buffer.from([codeOf('S'), 0, 0, 0, 4])
const goodbye = codeOf('X')
/** Requests in place of a start: encryption in two kinds, which there is not, and the end of what another connection asked. */
const encryptions = new Set([80_877_103, 80_877_104])
const cancel = 80_877_102
/** So much of an answer is kept before it leaves. */
const keptBytes = 256 * 1024
/** When answers have been kept so long, they leave before the next question begins. */
const togetherMs = 1

/**
 * Lets clients ask the one session of the embedded database over PostgreSQL's protocol. The engine gets a question as a whole and
 * its answer leaves in one piece: message by message, both sides would wake five times for it, and the questions of two clients
 * would mix. A transaction has the session alone until its end, and so has a question that is asked in parts, by flushes. `onFailure` is told when the engine throws: nothing may be asked after.
 */
export async function listenPglite(db: PGlite, at: { readonly path: string } | { readonly host: string; readonly port: number }, onFailure: (cause: unknown) => void): Promise<PgliteServer> {
  const clients = new Set<Client>()
  let waiting: Question[] = []
  /** Whose question was answered last: a transaction that is open is its. */
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
        client.kept.push(Buffer.from(data)) // a copy: it lies in the engine's own memory
        client.keptSize += data.length
        if (client.keptSize > keptBytes) send(client)
      },
    })
  }

  /** One question after the other, and in between what comes in is read. Answers to several short ones leave together. */
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

  /** Takes back what a client left undone that is gone, before anybody else is let in. */
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

/** The whole messages that are there now. The first ones of a connection have no letter in front of their length. */
function* messagesOf(client: Client, data: Buffer): Generator<Buffer> {
  client.pieces.push(data)
  client.came += data.length
  if (client.came < client.needs) return
  let rest = Buffer.concat(client.pieces)
  for (;;) {
    const lengthAt = client.isStarted ? 1 : 0
    // A length counts itself: a smaller one is nonsense, and must not keep us here for ever.
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
  else if (code === cancel) client.socket.end() // there is no second process that could be told
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
