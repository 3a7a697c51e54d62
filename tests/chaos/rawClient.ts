import { generate, type IConnectPacket, type Packet, parser } from 'mqtt-packet'
import { WebSocket } from 'ws'

export interface RawOptions {
  readonly url: string
  readonly username?: string
  readonly password?: string
  readonly clientId?: string
  readonly connect?: Partial<IConnectPacket>
  readonly origin?: string
  /** False: does not send CONNECT. */
  readonly greets?: boolean
}

/** A minimal MQTT client: sends any packet, valid or not, and stores received packets. */
export class RawClient {
  readonly socket: WebSocket
  readonly received: Packet[] = []
  readonly closed: Promise<void>
  readonly #expected = new Set<{
    readonly fits: (packet: Packet) => boolean
    readonly done: (packet: Packet) => void
  }>()
  #listener: ((packet: Packet) => void) | null = null
  #isClosed = false

  private constructor(socket: WebSocket) {
    this.socket = socket
    this.closed = new Promise((done) =>
      socket.once('close', () => {
        this.#isClosed = true
        done()
      }),
    )
    const reader = parser()
    reader.on('packet', (packet) => {
      if (this.#listener) return this.#listener(packet)
      this.received.push(packet)
      for (const one of this.#expected)
        if (one.fits(packet)) {
          this.#expected.delete(one)
          one.done(packet)
        }
    })
    socket.on('message', (data: Buffer) => void reader.parse(data))
  }

  /** Opens a connection. Rejects with the HTTP status if the upgrade is refused. */
  static async open(options: RawOptions): Promise<RawClient> {
    const socket = new WebSocket(options.url, ['mqtt'], {
      perMessageDeflate: false,
      ...(options.origin === undefined ? {} : { origin: options.origin }),
    })
    const client = new RawClient(socket)
    await new Promise<void>((done, fail) => {
      socket.once('open', () => done())
      socket.once('error', fail)
    })
    socket.on('error', () => {})
    if (options.greets === false) return client
    client.send({
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: 4,
      clean: true,
      clientId: options.clientId ?? '',
      keepalive: 60,
      username: options.username ?? 'ann',
      password: Buffer.from(options.password ?? 'right'),
      ...options.connect,
    })
    return client
  }

  /** Opens a connection and waits for CONNACK with any code. */
  static async connect(options: RawOptions): Promise<RawClient> {
    const client = await RawClient.open(options)
    await client.next((packet) => packet.cmd === 'connack')
    return client
  }

  get isOpen(): boolean {
    return !this.#isClosed
  }

  get connackCode(): number | undefined {
    const packet = this.received.find(({ cmd }) => cmd === 'connack')
    return packet?.cmd === 'connack' ? packet.returnCode : undefined
  }

  send(packet: Packet): void {
    this.socket.send(generate(packet))
  }

  publish(topic: string, payload: string | Buffer, qos: 0 | 1 | 2 = 0, messageId = 1, retain = false): void {
    this.send({ cmd: 'publish', topic, payload, qos, retain, dup: false, messageId })
  }

  /** Returns the granted code of each filter. */
  async subscribe(topics: readonly string[], messageId = 1): Promise<number[]> {
    const response = this.next((packet) => packet.cmd === 'suback' && packet.messageId === messageId)
    this.send({ cmd: 'subscribe', messageId, subscriptions: topics.map((topic) => ({ topic, qos: 0 })) })
    const packet = await response
    return packet.cmd === 'suback' ? packet.granted.map(Number) : []
  }

  /** Returns the first matching packet, received or future. Rejects if the connection ends first. */
  next(fits: (packet: Packet) => boolean): Promise<Packet> {
    const found = this.received.find(fits)
    if (found) return Promise.resolve(found)
    return new Promise((done, fail) => {
      this.#expected.add({ fits, done })
      void this.closed.then(() => fail(new Error('the connection ended')))
    })
  }

  /** Passes further packets to `listener` without storing them. */
  listen(listener: (packet: Packet) => void): void {
    this.#listener = listener
  }

  /** Resolves after a round trip, when the broker has read all previously sent data. */
  async ping(): Promise<void> {
    const before = this.received.filter(({ cmd }) => cmd === 'pingresp').length
    const response = this.next(
      (packet) => packet.cmd === 'pingresp' && this.received.filter(({ cmd }) => cmd === 'pingresp').length > before,
    )
    this.send({ cmd: 'pingreq' })
    await response
  }

  /** Received publications. */
  get publications(): { readonly topic: string; readonly payload: string; readonly retain: boolean }[] {
    return this.received.flatMap((packet) =>
      packet.cmd === 'publish'
        ? [{ topic: packet.topic, payload: packet.payload.toString(), retain: packet.retain }]
        : [],
    )
  }

  async close(): Promise<void> {
    this.socket.terminate()
    await this.closed
  }
}
