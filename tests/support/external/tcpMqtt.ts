import { connect, type Socket } from 'node:net'
import { generate, type Packet, parser } from 'mqtt-packet'

/** A minimal MQTT client over TCP that sends any bytes in any pieces. */
export class TcpMqtt {
  readonly socket: Socket
  readonly closed: Promise<void>
  /** Received packets that have not been taken. */
  received: Packet[] = []
  readonly #waiting = new Set<() => void>()

  private constructor(socket: Socket) {
    this.socket = socket
    this.closed = new Promise((done) => socket.once('close', () => done()))
    const reader = parser()
    reader.on('packet', (packet) => {
      this.received.push(packet)
      for (const check of this.#waiting) check()
    })
    socket.setNoDelay(true)
    socket.on('data', (bytes) => void reader.parse(bytes))
    socket.on('error', () => undefined)
  }

  /** Connects with the account as client id and waits for CONNACK. */
  static async connect(port: number, account: string): Promise<TcpMqtt> {
    const socket = connect(port, '127.0.0.1')
    const client = new TcpMqtt(socket)
    client.send({
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: 4,
      clean: true,
      clientId: account,
      keepalive: 60,
      username: account,
      password: Buffer.from('right'),
    })
    await client.take('connack', 1)
    return client
  }

  send(packet: Packet): void {
    this.socket.write(generate(packet))
  }

  /** Sends bytes in pieces, each as a segment of its own. */
  async sendPieces(pieces: readonly Buffer[]): Promise<void> {
    for (const piece of pieces) {
      this.socket.write(piece)
      await new Promise((done) => setImmediate(done))
    }
  }

  /** Waits until `count` packets of a kind have arrived, and removes them. */
  async take(cmd: Packet['cmd'], count: number): Promise<void> {
    const isComplete = () => this.received.filter((packet) => packet.cmd === cmd).length >= count
    if (!isComplete())
      await new Promise<void>((done, fail) => {
        const check = (): void => {
          if (!isComplete()) return
          this.#waiting.delete(check)
          done()
        }
        this.#waiting.add(check)
        void this.closed.then(() => fail(new Error('the connection ended')))
      })
    this.received = this.received.filter((packet) => packet.cmd !== cmd)
  }

  async ping(): Promise<void> {
    this.send({ cmd: 'pingreq' })
    await this.take('pingresp', 1)
  }

  async subscribe(filter: string, qos: 0 | 1): Promise<void> {
    this.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: filter, qos }] })
    await this.take('suback', 1)
  }

  async unsubscribe(filter: string): Promise<void> {
    this.send({ cmd: 'unsubscribe', messageId: 2, unsubscriptions: [filter] })
    await this.take('unsuback', 1)
  }
}
