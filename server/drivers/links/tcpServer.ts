import { createServer, type Server, type Socket } from 'node:net'
import { getNetworkCode } from '../codes.ts'
import { DriverFault } from '../driver.ts'
import type { Link, LinkListener } from './link.ts'
import { watchSocket } from './tcpClient.ts'

/** Settings of a port to which a serial gateway connects. */
export interface TcpServerOptions extends LinkListener {
  readonly host: string
  readonly port: number
  /** First bytes of an accepted connection; empty accepts any connection. */
  readonly registration: Buffer
  /** Maximum time until the registration packet has arrived. */
  readonly registrationMs: number
  readonly silenceMs: number
}

/** Connections that have not sent their registration packet yet. */
const maxWaiting = 16

/**
 * A TCP port for a transparent serial gateway. One gateway is connected at a time; a new connection with the right
 * registration packet replaces it, because a gateway that lost its network opens a second connection.
 */
export class TcpServer implements Link {
  readonly #options: TcpServerOptions
  #server: Server | undefined
  #socket: Socket | undefined
  readonly #waiting = new Set<Socket>()
  #onConnected: (() => void) | undefined

  constructor(options: TcpServerOptions) {
    this.#options = options
  }

  async open(signal: AbortSignal): Promise<void> {
    if (this.#server === undefined) await this.#listen()
    if (this.#socket !== undefined) return
    await new Promise<void>((done, fail) => {
      const stop = (): void => fail(new DriverFault('closed'))
      signal.addEventListener('abort', stop, { once: true })
      this.#onConnected = () => {
        signal.removeEventListener('abort', stop)
        done()
      }
    })
  }

  send(bytes: Uint8Array): void {
    if (this.#socket === undefined) throw new DriverFault('closed')
    this.#socket.write(bytes)
  }

  async close(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    const socket = this.#socket
    this.#socket = undefined
    socket?.destroy()
    for (const each of this.#waiting) each.destroy()
    if (server) await new Promise<void>((done) => server.close(() => done()))
  }

  async #listen(): Promise<void> {
    const { host, port } = this.#options
    const server = createServer({ noDelay: true, keepAlive: true }, (socket) => this.#accept(socket))
    await new Promise<void>((done, fail) => {
      server.once('error', (cause) => fail(new DriverFault(getNetworkCode(cause), cause.message)))
      server.listen(port, host, done)
    })
    this.#server = server
  }

  #accept(socket: Socket): void {
    const { registration, registrationMs } = this.#options
    socket.on('error', () => undefined)
    if (registration.length === 0) return this.#use(socket, Buffer.alloc(0))
    if (this.#waiting.size >= maxWaiting) return void socket.destroy()
    this.#waiting.add(socket)
    const timer = setTimeout(() => socket.destroy(), registrationMs)
    let received = Buffer.alloc(0)
    const read = (bytes: Buffer): void => {
      received = Buffer.concat([received, bytes])
      const length = Math.min(received.length, registration.length)
      if (!received.subarray(0, length).equals(registration.subarray(0, length))) return void socket.destroy()
      if (received.length < registration.length) return
      clearTimeout(timer)
      socket.off('data', read)
      this.#waiting.delete(socket)
      this.#use(socket, received.subarray(registration.length))
    }
    socket.on('data', read)
    socket.once('close', () => {
      clearTimeout(timer)
      this.#waiting.delete(socket)
    })
  }

  #use(socket: Socket, rest: Buffer): void {
    const { silenceMs, onData, onLost } = this.#options
    const before = this.#socket
    this.#socket = socket
    before?.destroy()
    watchSocket(socket, silenceMs, {
      onData,
      onLost: (code) => {
        if (this.#socket !== socket) return
        this.#socket = undefined
        onLost(code)
      },
    })
    if (rest.length > 0) onData(rest)
    this.#onConnected?.()
    this.#onConnected = undefined
  }
}
