import { limits } from '../../contract/limits.ts'
import { readSocketMessage, socketCodes, socketCommands, socketPath } from '../../contract/socket.ts'

/** The window's event for every message that comes in; its detail is the message. */
export const socketEvent = 'socketmessage'

export interface SocketOptions {
  /** `ws://host:port`, of the server. */
  readonly url: () => string
  readonly token: () => string | null
  readonly events: EventTarget
  readonly open?: (url: string) => WebSocket
  /** The server does not know the session, or its token has run out; settles when that is known, or could not be. The line is opened anew where there is a token then. */
  readonly onUnauthorised: () => Promise<void>
}

const { heartbeatMs, missed: mostMissed, retrySendMs, reconnectMs, lastReconnectMs } = limits.socket

/**
 * The line to the server beside the calls (specification, section 4): a heartbeat when it opens and every minute; more than three
 * without an answer close it, and it is opened anew; what is sent while it connects is tried again every second; what comes in is
 * told as an event of the window.
 */
export class ServerSocket {
  readonly #options: SocketOptions
  #socket: WebSocket | null = null
  #missed = 0
  #tries = 0
  #isWanted = false
  #heartbeat: ReturnType<typeof setInterval> | null = null
  #retry: ReturnType<typeof setTimeout> | null = null
  readonly #waiting = new Set<ReturnType<typeof setTimeout>>()

  constructor(options: SocketOptions) {
    this.#options = options
  }

  /** Opens the line and keeps it open until `stop`. */
  start(): void {
    if (this.#isWanted) return
    this.#isWanted = true
    this.#connect()
  }

  stop(): void {
    this.#isWanted = false
    if (this.#retry !== null) clearTimeout(this.#retry)
    this.#retry = null
    for (const timer of this.#waiting) clearTimeout(timer)
    this.#waiting.clear()
    this.#drop()
  }

  /** Sends now, or as soon as the line that is being opened stands; without a line nothing is sent. */
  send(command: string, data: unknown): void {
    const socket = this.#socket
    if (socket?.readyState === WebSocket.OPEN) return socket.send(JSON.stringify({ command, data }))
    if (!this.#isWanted) return
    const timer = setTimeout(() => {
      this.#waiting.delete(timer)
      this.send(command, data)
    }, retrySendMs)
    this.#waiting.add(timer)
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
      this.#beat()
      this.#heartbeat = setInterval(() => this.#beat(), heartbeatMs)
    })
    socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const message = typeof data === 'string' ? readSocketMessage(data) : null
      if (!message) return
      this.#missed = 0
      this.#tries = 0
      this.#options.events.dispatchEvent(new CustomEvent(socketEvent, { detail: message }))
    })
    socket.addEventListener('close', ({ code }) => {
      if (this.#socket !== socket) return
      this.#drop()
      if (code === socketCodes.unauthorised) {
        void this.#options.onUnauthorised().then(() => {
          // Whether by another token or by the same, of which nobody could be asked just now. Meanwhile another line may have begun.
          if (this.#options.token() !== null && this.#socket === null) this.#again()
        })
        return
      }
      this.#again()
    })
  }

  #beat(): void {
    if (this.#missed > mostMissed) {
      this.#drop()
      return this.#again()
    }
    this.#missed += 1
    this.#socket?.send(JSON.stringify({ command: socketCommands.heartbeat, data: 'ping' }))
  }

  #again(): void {
    if (!this.#isWanted || this.#retry !== null) return
    const wait = Math.min(lastReconnectMs, reconnectMs * 2 ** this.#tries)
    this.#tries += 1
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
