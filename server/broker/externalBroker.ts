import { connect, type MqttClient } from 'mqtt'
import type { Log } from '../log.ts'
import { brokerLimits } from './limits.ts'
import type { CustomFilter, CustomMessage } from './customTopics.ts'

export interface ExternalBrokerOptions {
  readonly url: string
  readonly clientId: string
  readonly log: Log
  /** What devices speak on beside the house's own topics; asked again by `hear`. */
  readonly own: () => readonly CustomFilter[]
  /** Whether nothing can be stored now: then it is no use to have messages sent again. */
  readonly isRefused: () => boolean
  /** Takes one message; the external broker is told so only after `done` without an error. */
  readonly take: (topic: string, payload: Buffer, qos: 0 | 1 | 2, done: (error?: Error | null) => void) => void
}

/**
 * The way to an external broker (Mosquitto, EMQX). Its session is kept there, so that what devices send with QoS 1 while
 * this server is away arrives later; it reconnects for ever.
 */
export class ExternalBroker {
  readonly #client: MqttClient
  readonly #options: ExternalBrokerOptions
  /** Own filters that it was asked for on this connection, with their QoS. */
  #own = new Map<string, 0 | 1 | 2>()
  #underway = 0
  #again: NodeJS.Timeout | null = null

  constructor(options: ExternalBrokerOptions) {
    this.#options = options
    this.#client = connect(options.url, {
      clientId: options.clientId, clean: false, protocolVersion: 4, resubscribe: false,
      reconnectPeriod: retryMs, connectTimeout: brokerLimits.connectMs, keepalive: 15, queueQoSZero: false,
      reconnectOnConnackError: true,
    })
    this.#client.handleMessage = (packet, done) => this.#take(packet, done)
    this.#client.on('connect', () => {
      options.log.info('connected to the external broker')
      this.#own = new Map()
      this.#subscribe(Object.fromEntries(deviceFilters.map((filter) => [filter, { qos: 1 }])))
      this.hear()
    })
    this.#client.on('close', () => options.log.warn('not connected to the external broker; trying again'))
    this.#client.on('error', (cause) => options.log.warn('the external broker cannot be used', { cause }))
  }

  get isConnected(): boolean {
    return this.#client.connected
  }

  /** Asks the external broker for the own topics as they are declared now, and no longer for others. */
  hear(): void {
    if (!this.#client.connected) return
    const wanted = new Map(this.#options.own().map(({ filter, qos }) => [filter, qos]))
    const gone = [...this.#own.keys()].filter((filter) => !wanted.has(filter))
    const added = [...wanted].filter(([filter, qos]) => this.#own.get(filter) !== qos)
    this.#own = wanted
    if (gone.length > 0) {
      this.#client.unsubscribe(gone, (error) => {
        if (error) this.#options.log.warn('the external broker was not told what is not heard any more', { cause: error })
      })
    }
    if (added.length > 0) this.#subscribe(Object.fromEntries(added.map(([filter, qos]) => [filter, { qos }])))
  }

  /** Resolves when the external broker has taken it. What it has not taken in time is given up and never sent again. */
  async publish({ topic, payload, qos, retain }: CustomMessage, waitMs: number): Promise<void> {
    const client = this.#client
    await new Promise<void>((done, fail) => {
      const settle = (error?: Error): void => {
        clearTimeout(timer)
        if (error) fail(error)
        else done()
      }
      const timer = setTimeout(() => {
        fail(new Error(`the external broker did not take a message in ${waitMs} ms`))
        const sent = Object.keys(client.outgoing).map(Number).find((id) => client.outgoing[id]?.cb === settle)
        if (sent !== undefined) client.removeOutgoingMessage(sent)
      }, waitMs)
      client.publish(topic, payload, { qos, retain }, settle)
    })
  }

  async close(): Promise<void> {
    if (this.#again !== null) clearTimeout(this.#again)
    await this.#client.endAsync(true)
  }

  #subscribe(filters: Readonly<Record<string, { readonly qos: 0 | 1 | 2 }>>): void {
    this.#client.subscribe(filters, (error, granted) => {
      const refused = granted?.filter(({ qos }) => qos === 128).map(({ topic }) => topic) ?? []
      if (error || refused.length > 0) this.#options.log.error('the external broker does not let us subscribe', { cause: error, refused })
    })
  }

  /**
   * The client library handles one message after another and acknowledges each when its handler is through: with a commit
   * in the handler that is a few hundred a second. So it is told at once, with an error, which means "no PUBACK", and the
   * PUBACK is written here after the commit, on the connection that the message came by.
   */
  #take(packet: Parameters<MqttClient['handleMessage']>[0], done: (error?: Error) => void): void {
    const { topic, payload, qos, messageId } = packet
    const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload
    if (qos !== 1 || messageId === undefined) return this.#options.take(topic, bytes, qos, (error) => done(error ?? undefined))
    const { stream } = this.#client
    const isFull = ++this.#underway >= mostUnderway
    if (!isFull) done(notYet)
    this.#options.take(topic, bytes, qos, (error) => {
      this.#underway--
      if (isFull) done(notYet)
      if (stream !== this.#client.stream || !this.#client.connected) return
      if (error) this.#comeAgain()
      else stream.write(Buffer.from([0x40, 2, messageId >> 8, messageId & 0xff]))
    })
  }

  /** What was not stored is not acknowledged and comes again, but only to a new connection. */
  #comeAgain(): void {
    this.#again ??= setTimeout(() => {
      this.#again = null
      if (this.#options.isRefused()) this.#comeAgain()
      else this.#client.reconnect()
    }, retryMs)
  }
}

const deviceFilters = ['p/+/d/+/up/values', 'p/+/d/+/up/state', 'p/+/d/+/up/ack', 'p/+/d/+/up/progress', 'p/+/g/+/state']
const retryMs = 1000
const mostUnderway = 2000
const notYet = new Error('acknowledged later')
