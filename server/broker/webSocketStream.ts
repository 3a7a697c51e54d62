import { Duplex } from 'node:stream'
import type { RawData, WebSocket } from 'ws'
import { SendQueue, type SendQueueLimits } from './sendQueue.ts'
import { PacketSizeLimiter } from './packetLimit.ts'

export interface WebSocketStreamOptions {
  readonly packetBytes: number
  readonly outbox: SendQueueLimits
  readonly now: () => number
  readonly onForcedClose: (reason: string) => void
}

/**
 * A WebSocket as the byte stream that aedes uses. Chunks written together leave as one frame, writing never reports
 * back-pressure (the send queue limits it instead), and reading pauses the socket while aedes is behind.
 * `ws.createWebSocketStream` sends a frame per chunk and reached a third of the throughput.
 */
export class WebSocketStream extends Duplex {
  readonly outbox: SendQueue
  readonly #socket: WebSocket
  readonly #sizeLimiter: PacketSizeLimiter

  constructor(socket: WebSocket, options: WebSocketStreamOptions) {
    super({
      allowHalfOpen: false,
      readableHighWaterMark: readAheadBytes,
      writableHighWaterMark: Number.MAX_SAFE_INTEGER,
    })
    this.#socket = socket
    this.#sizeLimiter = new PacketSizeLimiter(options.packetBytes)
    this.outbox = new SendQueue(
      {
        send: (bytes, sent) => socket.send(bytes, { binary: true, compress: false }, sent),
        close: (reason) => {
          options.onForcedClose(reason)
          this.#end(reason)
        },
      },
      options.outbox,
      options.now,
    )
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary))
    socket.on('close', () => this.destroy())
    socket.on('error', (error) => this.destroy(error))
  }

  override _read(): void {
    if (this.#socket.isPaused) this.#socket.resume()
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.outbox.push(chunk)
    done()
  }

  override _writev(chunks: readonly { readonly chunk: Buffer }[], done: () => void): void {
    this.outbox.push(Buffer.concat(chunks.map(({ chunk }) => chunk)))
    done()
  }

  override _final(done: () => void): void {
    this.outbox.finish()
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    if (this.outbox.isStuck) this.#socket.terminate()
    else {
      this.outbox.finish()
      this.#socket.close()
      setTimeout(() => this.#socket.terminate(), closeTimeoutMs).unref()
    }
    done(error)
  }

  #receive(data: RawData, isBinary: boolean): void {
    if (this.destroyed) return
    if (!isBinary) return this.#end('a text frame is not MQTT')
    const bytes = Buffer.isBuffer(data) ? data : Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data)
    if (!this.#sizeLimiter.admits(bytes)) return this.#end('a packet is too large')
    if (!this.push(bytes)) this.#socket.pause()
  }

  #end(reason: string): void {
    this.destroy(new Error(reason))
  }
}

const readAheadBytes = 64 * 1024
const closeTimeoutMs = 1000
