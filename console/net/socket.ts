import { limits } from '../../contract/limits.ts'
import { readSocketMessage, socketCodes, socketCommands, socketPath } from '../../contract/socket.ts'

/** Window event for incoming messages; `detail` is the message. */
export const socketEvent = 'socketmessage'

export interface SocketOptions {
  /** `ws://host:port` of the server. */
  readonly url: () => string
  readonly token: () => string | null
  readonly events: EventTarget
  readonly open?: (url: string) => WebSocket
  /**
   * Called if the server rejects the session or its token has expired. The socket reconnects after the promise resolves
   * if a token is available.
   */
  readonly onUnauthorised: () => Promise<void>
}

const { heartbeatMs, maxMissed, retrySendMs, reconnectMs, maxReconnectMs } = limits.socket

/**
 * WebSocket connection to the server (specification, section 4). Sends a heartbeat on open and every minute, and
 * reconnects after more than three unanswered ones. Messages sent while disconnected are retried every second. Incoming
 * messages are dispatched as window events.
 */
export class ServerSocket {
  readonly #options: SocketOptions
  #socket: WebSocket | null = null
  #missed = 0
  #attempts = 0
  #isStarted = false
  #heartbeat: ReturnType<typeof setInterval> | null = null
  #retry: ReturnType<typeof setTimeout> | null = null
  readonly #sendTimers = new Set<ReturnType<typeof setTimeout>>()

  constructor(options: SocketOptions) {
    this.#options = options
  }

  /** Opens the connection and keeps it open until `stop`. */
  start(): void {
    if (this.#isStarted) return
    this.#isStarted = true
    this.#connect()
  }

  stop(): void {
    this.#isStarted = false
    if (this.#retry !== null) clearTimeout(this.#retry)
    this.#retry = null
    for (const timer of this.#sendTimers) clearTimeout(timer)
    this.#sendTimers.clear()
    this.#drop()
  }

  /** Sends now, or retries until the connection is open. Does nothing after `stop`. */
  send(command: string, data: unknown): void {
    const socket = this.#socket
    if (socket?.readyState === WebSocket.OPEN) return socket.send(JSON.stringify({ command, data }))
    if (!this.#isStarted) return
    const timer = setTimeout(() => {
      this.#sendTimers.delete(timer)
      this.send(command, data)
    }, retrySendMs)
    this.#sendTimers.add(timer)
  }

  #connect(): void {
    const token = this.#options.token()
    if (token === null) return
    const url = this.#options.url() + socketPath
    const socket = this.#options.open?.(url) ?? new WebSocket(url)
    this.#socket = socket
    this.#missed = 0
    socket.addEventListener('open', () => {
      socket.send(JSON.stringify({ command: socketCommands.signIn, data: token }))
      this.#sendHeartbeat()
      this.#heartbeat = setInterval(() => this.#sendHeartbeat(), heartbeatMs)
    })
    socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const message = typeof data === 'string' ? readSocketMessage(data) : null
      if (!message) return
      this.#missed = 0
      this.#attempts = 0
      this.#options.events.dispatchEvent(new CustomEvent(socketEvent, { detail: message }))
    })
    socket.addEventListener('close', ({ code }) => {
      if (this.#socket !== socket) return
      this.#drop()
      if (code === socketCodes.unauthorised) {
        void this.#options.onUnauthorised().then(() => {
          // The token may be renewed or, if the renewal got no response, unchanged. Another socket may have been opened
          // meanwhile.
          if (this.#options.token() !== null && this.#socket === null) this.#scheduleReconnect()
        })
        return
      }
      this.#scheduleReconnect()
    })
  }

  #sendHeartbeat(): void {
    if (this.#missed > maxMissed) {
      this.#drop()
      return this.#scheduleReconnect()
    }
    this.#missed += 1
    this.#socket?.send(JSON.stringify({ command: socketCommands.heartbeat, data: 'ping' }))
  }

  #scheduleReconnect(): void {
    if (!this.#isStarted || this.#retry !== null) return
    const wait = Math.min(maxReconnectMs, reconnectMs * 2 ** this.#attempts)
    this.#attempts += 1
    this.#retry = setTimeout(() => {
      this.#retry = null
      this.#connect()
    }, wait)
  }

  #drop(): void {
    if (this.#heartbeat !== null) clearInterval(this.#heartbeat)
    this.#heartbeat = null
    const socket = this.#socket
    this.#socket = null
    socket?.close()
  }
}
