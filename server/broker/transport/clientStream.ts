import { Duplex } from 'node:stream'
import { type HandlePublish, InputQueue } from '../fastPath/inputQueue.ts'
import { ProtocolVersionReader, unsupportedVersion } from './protocolVersion.ts'
import { PacketSizeLimiter } from './packetLimit.ts'
import { SendQueue, type SendQueueLimits } from '../base/sendQueue.ts'

export interface ClientStreamOptions {
  readonly packetBytes: number
  readonly outbox: SendQueueLimits
  /** Monotonic clock in milliseconds. */
  readonly now: () => number
  /** Called when a client is disconnected because it does not read. */
  readonly onForcedClose: (reason: string) => void
  /** Called when a client is rejected before its CONNECT packet reaches the broker. */
  readonly onRejected: (reason: 'packetTooLarge' | 'protocolVersion') => void
}

/** The connection below a client stream: a WebSocket or a TCP socket. */
export interface Transport {
  /** Sends bytes; calls `sent` once the operating system has taken them. */
  send(bytes: Buffer, sent: (error?: Error | null) => void): void
  pause(): void
  resume(): void
  /** Closes the connection after the sent bytes. */
  close(): void
  /** Closes the connection at once. */
  terminate(): void
}

/**
 * The byte stream that aedes uses, the same for each transport. Chunks written together are sent together, writing never
 * reports back-pressure (the send queue limits it instead), and reading pauses the transport while aedes is behind.
 */
export class ClientStream extends Duplex {
  readonly outbox: SendQueue
  readonly #transport: Transport
  readonly #options: ClientStreamOptions
  readonly #sizeLimiter: PacketSizeLimiter
  readonly #input: InputQueue
  #isInputEnded = false
  #isInputBlocked = false
  #version: ProtocolVersionReader | null = new ProtocolVersionReader()

  constructor(transport: Transport, options: ClientStreamOptions) {
    super({
      allowHalfOpen: false,
      readableHighWaterMark: readAheadBytes,
      writableHighWaterMark: Number.MAX_SAFE_INTEGER,
    })
    this.#transport = transport
    this.#options = options
    this.#sizeLimiter = new PacketSizeLimiter(options.packetBytes)
    this.#input = new InputQueue({
      passOn: (bytes) => {
        if (!this.push(bytes)) transport.pause()
      },
      setBlocked: (isBlocked) => this.#setInputBlocked(isBlocked),
    })
    this.outbox = new SendQueue(
      {
        send: (bytes, sent) => transport.send(bytes, sent),
        close: (reason) => {
          options.onForcedClose(reason)
          this.close(reason)
        },
      },
      options.outbox,
      options.now,
    )
  }

  /** Handles PUBLISH packets with QoS 0 by `handle` from now on, instead of aedes. */
  useHandler(handle: HandlePublish): void {
    this.#input.useHandler(handle)
  }

  /** Called when aedes has published a message of this connection. */
  handlePublished(isAcknowledged: boolean): void {
    this.#input.handlePublished(isAcknowledged)
  }

  /** Takes received bytes. Rejects packets over the limit and unsupported protocol versions. */
  receive(bytes: Buffer): void {
    if (this.destroyed) return
    if (!this.#sizeLimiter.admits(bytes)) {
      this.#options.onRejected('packetTooLarge')
      return this.close('a packet is too large')
    }
    if (this.#version?.read(bytes) === 'unsupported') {
      this.#options.onRejected('protocolVersion')
      this.outbox.push(unsupportedVersion)
      return this.close('unsupported protocol version')
    }
    if (this.#version?.isComplete) this.#version = null
    this.#input.receive(bytes)
  }

  /** The client sends nothing more. Bytes that aedes has not read yet are processed before the stream closes. */
  endInput(): void {
    if (!this.destroyed && !this.#isInputEnded) {
      this.#isInputEnded = true
      if (!this.#isInputBlocked) this.push(null)
    }
  }

  /** Closes the connection with an error that gives the reason. */
  close(reason: string): void {
    this.destroy(new Error(reason))
  }

  /** aedes reads until the result is null, each time after it has handled what it read before. */
  override read(size?: number): unknown {
    const bytes: unknown = super.read(size)
    if (bytes === null && size !== 0 && this.readableLength === 0) this.#input.handleIdle()
    return bytes
  }

  override _read(): void {
    if (!this.#isInputBlocked) this.#transport.resume()
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
    this.#input.close()
    if (this.outbox.isStuck) this.#transport.terminate()
    else {
      this.outbox.finish()
      this.#transport.close()
      setTimeout(() => this.#transport.terminate(), closeTimeoutMs).unref()
    }
    done(error)
  }

  #setInputBlocked(isBlocked: boolean): void {
    this.#isInputBlocked = isBlocked
    if (isBlocked) return this.#transport.pause()
    if (this.#isInputEnded) this.push(null)
    else if (this.readableLength < readAheadBytes) this.#transport.resume()
  }
}

const readAheadBytes = 64 * 1024
const closeTimeoutMs = 1000
