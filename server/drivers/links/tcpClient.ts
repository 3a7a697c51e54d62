import { connect, type Socket } from 'node:net'
import { getNetworkCode } from '../codes.ts'
import { DriverFault } from '../driver.ts'
import type { Link, LinkListener } from './link.ts'

/** Settings of a connection to a device. */
export interface TcpClientOptions extends LinkListener {
  readonly host: string
  readonly port: number
  readonly connectMs: number
  /** A connection without any received byte for this long is closed. */
  readonly silenceMs: number
  readonly resolve: (host: string, port: number) => Promise<string>
}

/** A TCP connection that the driver opens. */
export class TcpClient implements Link {
  readonly #options: TcpClientOptions
  #socket: Socket | undefined

  constructor(options: TcpClientOptions) {
    this.#options = options
  }

  async open(signal: AbortSignal): Promise<void> {
    const { host, port, connectMs, silenceMs, resolve } = this.#options
    const address = await resolve(host, port)
    const socket = connect({
      host: address,
      port,
      noDelay: true,
      keepAlive: true,
      keepAliveInitialDelay: 10_000,
      signal,
    })
    await new Promise<void>((done, fail) => {
      const timer = setTimeout(() => socket.destroy(new DriverFault('timeout')), connectMs)
      socket.once('connect', () => {
        clearTimeout(timer)
        done()
      })
      socket.once('error', (cause) => {
        clearTimeout(timer)
        fail(cause instanceof DriverFault ? cause : new DriverFault(getNetworkCode(cause), cause.message))
      })
    })
    this.#socket = socket
    watchSocket(socket, silenceMs, {
      onData: this.#options.onData,
      onLost: (code) => {
        if (this.#socket !== socket) return
        this.#socket = undefined
        this.#options.onLost(code)
      },
    })
  }

  send(bytes: Uint8Array): void {
    if (this.#socket === undefined) throw new DriverFault('closed')
    this.#socket.write(bytes)
  }

  close(): Promise<void> {
    const socket = this.#socket
    this.#socket = undefined
    socket?.destroy()
    return Promise.resolve()
  }
}

/** Reports data, and the end of a socket once. Closes a socket that receives nothing for `silenceMs`. */
export function watchSocket(socket: Socket, silenceMs: number, { onData, onLost }: LinkListener): void {
  socket.setTimeout(silenceMs, () => socket.destroy(new DriverFault('timeout')))
  let code = 'link'
  socket.on('error', (cause) => {
    code = cause instanceof DriverFault ? cause.code : getNetworkCode(cause)
  })
  socket.on('data', onData)
  socket.once('close', () => onLost(code))
}
