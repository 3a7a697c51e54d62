import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, Server as TlsServer } from 'node:tls'
import type { Log } from '../../log.ts'
import type { Tls } from '../../tls.ts'
import { type ClientCertificate, readClientCertificate } from './clientCertificate.ts'
import { brokerLimits } from '../base/limits.ts'

/** A port on which the broker accepts connections. */
export interface Listener {
  readonly protocol: 'ws' | 'wss' | 'mqtt' | 'mqtts'
  /** URL for clients on this computer, such as `mqtt://127.0.0.1:1883`. */
  readonly url: string
  readonly port: number
}

/** Port of a listener besides the WebSocket. */
export interface ListenerPort {
  /** 0 selects a free port. */
  readonly port: number
  /** If the port is in use, the server starts without this listener and logs a warning. */
  readonly isOptional?: boolean
}

export interface ListenerOptions {
  readonly host: string
  readonly tcp?: ListenerPort | undefined
  readonly tls?: (ListenerPort & { readonly certificate: Tls; readonly clientCa?: Buffer | undefined }) | undefined
  readonly log: Log
  readonly onConnection: (socket: Socket, certificate: ClientCertificate | null) => void
}

/** MQTT over TCP and over TLS. Connections have the same rules as those of the WebSocket. */
export class SocketListeners {
  readonly #options: ListenerOptions
  readonly #servers: { readonly server: Server; readonly listener: Listener }[] = []
  readonly #sockets = new Set<Socket>()

  constructor(options: ListenerOptions) {
    this.#options = options
  }

  get list(): readonly Listener[] {
    return this.#servers.map(({ listener }) => listener)
  }

  /** Opens the configured ports. Rejects if a port that is not optional is in use. */
  async open(): Promise<void> {
    const { tcp, tls, onConnection } = this.#options
    if (tcp)
      await this.#listen(
        'mqtt',
        createServer((socket) => onConnection(socket, null)),
        tcp,
      )
    if (!tls) return
    const server = createTlsServer(
      {
        ...tls.certificate,
        ...(tls.clientCa ? { ca: tls.clientCa } : {}),
        handshakeTimeout: brokerLimits.connectMs,
        // The credential decides which certificate is accepted.
        requestCert: true,
        rejectUnauthorized: false,
      },
      (socket) => onConnection(socket, readClientCertificate(socket)),
    )
    server.on('tlsClientError', (_error, socket) => socket.destroy())
    await this.#listen('mqtts', server, tls)
  }

  /** Uses a renewed certificate for new connections. */
  renewTls(tls: Tls): void {
    const clientCa = this.#options.tls?.clientCa
    for (const { server } of this.#servers)
      if (server instanceof TlsServer) server.setSecureContext({ ...tls, ...(clientCa ? { ca: clientCa } : {}) })
  }

  async close(): Promise<void> {
    const closed = this.#servers.map(({ server }) => new Promise<void>((resolve) => server.close(() => resolve())))
    for (const socket of this.#sockets) socket.destroy()
    await Promise.all(closed)
  }

  async #listen(protocol: 'mqtt' | 'mqtts', server: Server, { port, isOptional }: ListenerPort): Promise<void> {
    const { host, log } = this.#options
    server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket)
      socket.once('close', () => this.#sockets.delete(socket))
      // The stream of the connection handles errors. This listener covers the time of the TLS handshake.
      socket.on('error', () => undefined)
    })
    try {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, host, resolve)
      })
    } catch (cause) {
      if (!isOptional || !isPortInUse(cause)) throw cause
      log.warn('MQTT port in use; the server starts without this listener', { protocol, port })
      return
    }
    const address = server.address()
    const opened = typeof address === 'object' && address !== null ? address.port : port
    this.#servers.push({ server, listener: { protocol, port: opened, url: `${protocol}://${host}:${opened}` } })
  }
}

const isPortInUse = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && (cause.code === 'EADDRINUSE' || cause.code === 'EACCES')
