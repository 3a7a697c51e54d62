import { connect, type Socket } from 'node:net'
import { generate } from 'mqtt-packet'

/** A minimal MQTT client over TCP that sends prepared bytes and counts received packets by type. */
export class RawMqtt {
  readonly socket: Socket
  onPacket: (type: number) => void = () => undefined
  #left = 0
  #length = -1
  #shift = 0

  private constructor(socket: Socket) {
    this.socket = socket
    socket.setNoDelay(true)
    socket.on('data', (bytes) => this.#count(bytes))
  }

  /** Connects and waits for CONNACK. */
  static async connect(port: number, username: string, password: string): Promise<RawMqtt> {
    const socket = connect(port, '127.0.0.1')
    await new Promise<void>((done, fail) => {
      socket.once('connect', () => done())
      socket.once('error', fail)
    })
    const client = new RawMqtt(socket)
    const connected = client.next(2)
    socket.write(
      generate({
        cmd: 'connect',
        protocolId: 'MQTT',
        protocolVersion: 4,
        clean: true,
        clientId: username,
        keepalive: 600,
        username,
        password: Buffer.from(password),
      }),
    )
    await connected
    return client
  }

  /** Resolves with the next packet of a type. */
  next(type: number): Promise<void> {
    return new Promise((done) => {
      this.onPacket = (received) => {
        if (received === type) done()
      }
    })
  }

  async subscribe(topic: string): Promise<void> {
    const granted = this.next(9)
    this.socket.write(generate({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic, qos: 0 }] }))
    await granted
  }

  #count(bytes: Buffer): void {
    for (let at = 0; at < bytes.length;) {
      if (this.#left > 0) {
        const skipped = Math.min(this.#left, bytes.length - at)
        this.#left -= skipped
        at += skipped
      } else if (this.#length < 0) {
        this.onPacket((bytes[at++] ?? 0) >> 4)
        this.#length = 0
        this.#shift = 0
      } else {
        const byte = bytes[at++] ?? 0
        this.#length += (byte & 0x7f) << this.#shift
        this.#shift += 7
        if (byte < 0x80) {
          this.#left = this.#length
          this.#length = -1
        }
      }
    }
  }
}
