import { connect, type MqttClient } from 'mqtt'
import type { Log } from '../log.ts'
import { brokerLimits } from './base/limits.ts'
import type { CustomFilter, CustomMessage } from './custom/customTopics.ts'

export interface ExternalBrokerOptions {
  readonly url: string
  readonly clientId: string
  readonly log: Log
  /** Filters of the custom topics that devices publish to; read again by `hear`. */
  readonly getFilters: () => readonly CustomFilter[]
  /** Will of the connection. */
  readonly will?: CustomMessage | undefined
  /** Called after each connection, when the filters are being subscribed. */
  readonly onConnect?: () => void
  /** Returns true if nothing can be stored at present, so that redelivery would be useless. */
  readonly isRefused: () => boolean
  /** Takes one message. The external broker receives its acknowledgement only after `done` without an error. */
  readonly onMessage: (topic: string, payload: Buffer, qos: 0 | 1 | 2, done: (error?: Error | null) => void) => void
}

/**
 * Connection to an external broker (Mosquitto, EMQX). It uses a persistent session, so QoS 1 messages sent while this
 * server is down arrive later. It reconnects indefinitely.
 */
export class ExternalBroker {
  readonly #client: MqttClient
  readonly #options: ExternalBrokerOptions
  /** Custom filters subscribed on this connection, with their QoS. */
  #customFilters = new Map<string, 0 | 1 | 2>()
  #pendingCount = 0
  #reconnectTimer: NodeJS.Timeout | null = null

  constructor(options: ExternalBrokerOptions) {
    this.#options = options
    this.#client = connect(options.url, {
      clientId: options.clientId,
      clean: false,
      protocolVersion: 4,
      resubscribe: false,
      reconnectPeriod: retryMs,
      connectTimeout: brokerLimits.connectMs,
      keepalive: 15,
      queueQoSZero: false,
      reconnectOnConnackError: true,
      ...(options.will && { will: { ...options.will } }),
    })
    this.#client.handleMessage = (packet, done) => this.#handleMessage(packet, done)
    this.#client.on('connect', () => {
      options.log.info('connected to the external broker')
      this.#customFilters = new Map()
      this.#subscribe(Object.fromEntries(deviceFilters.map((filter) => [filter, { qos: 1 }])))
      this.updateSubscriptions()
      options.onConnect?.()
    })
    this.#client.on('close', () => options.log.warn('external broker unreachable; retrying'))
    this.#client.on('error', (cause) => options.log.warn('external broker error', { cause }))
  }

  get isConnected(): boolean {
    return this.#client.connected
  }

  /** Updates the subscriptions to the currently declared custom topics. */
  updateSubscriptions(): void {
    if (!this.#client.connected) return
    const declared = new Map(this.#options.getFilters().map(({ filter, qos }) => [filter, qos]))
    const removed = [...this.#customFilters.keys()].filter((filter) => !declared.has(filter))
    const added = [...declared].filter(([filter, qos]) => this.#customFilters.get(filter) !== qos)
    this.#customFilters = declared
    if (removed.length > 0) {
      this.#client.unsubscribe(removed, (error) => {
        if (error) this.#options.log.warn('could not unsubscribe at the external broker', { cause: error })
      })
    }
    if (added.length > 0) this.#subscribe(Object.fromEntries(added.map(([filter, qos]) => [filter, { qos }])))
  }

  /**
   * Resolves when the external broker has taken the message. Rejects after `waitMs`; the message is then discarded and
   * not sent again.
   */
  async publish({ topic, payload, qos, retain }: CustomMessage, waitMs: number): Promise<void> {
    const client = this.#client
    await new Promise<void>((done, fail) => {
      const settle = (error?: Error): void => {
        clearTimeout(timer)
        if (error) fail(error)
        else done()
      }
      const timer = setTimeout(() => {
        fail(new Error(`the external broker did not accept a message within ${waitMs} ms`))
        const sent = Object.keys(client.outgoing)
          .map(Number)
          .find((id) => client.outgoing[id]?.cb === settle)
        if (sent !== undefined) client.removeOutgoingMessage(sent)
      }, waitMs)
      client.publish(topic, payload, { qos, retain }, settle)
    })
  }

  async close(): Promise<void> {
    if (this.#reconnectTimer !== null) clearTimeout(this.#reconnectTimer)
    await this.#client.endAsync(true)
  }

  #subscribe(filters: Readonly<Record<string, { readonly qos: 0 | 1 | 2 }>>): void {
    this.#client.subscribe(filters, (error, granted) => {
      const refused = granted?.filter(({ qos }) => qos === 128).map(({ topic }) => topic) ?? []
      if (error || refused.length > 0)
        this.#options.log.error('the external broker rejected a subscription', { cause: error, refused })
    })
  }

  /**
   * The client library handles messages one by one and acknowledges each when its handler returns. With a commit in the
   * handler, that limits throughput to a few hundred messages a second. Therefore the handler returns at once with an
   * error, which suppresses the PUBACK, and this method writes the PUBACK after the commit on the same connection.
   */
  #handleMessage(packet: Parameters<MqttClient['handleMessage']>[0], done: (error?: Error) => void): void {
    const { topic, payload, qos, messageId } = packet
    const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload
    if (qos !== 1 || messageId === undefined)
      return this.#options.onMessage(topic, bytes, qos, (error) => done(error ?? undefined))
    const { stream } = this.#client
    const isFull = ++this.#pendingCount >= maxPending
    if (!isFull) done(deferredAck)
    this.#options.onMessage(topic, bytes, qos, (error) => {
      this.#pendingCount--
      if (isFull) done(deferredAck)
      if (stream !== this.#client.stream || !this.#client.connected) return
      if (error) this.#scheduleReconnect()
      else stream.write(Buffer.from([0x40, 2, messageId >> 8, messageId & 0xff]))
    })
  }

  /** Reconnects, because messages without acknowledgement are redelivered only on a new connection. */
  #scheduleReconnect(): void {
    this.#reconnectTimer ??= setTimeout(() => {
      this.#reconnectTimer = null
      if (this.#options.isRefused()) this.#scheduleReconnect()
      else this.#client.reconnect()
    }, retryMs)
  }
}

const deviceFilters = [
  'p/+/d/+/up/values',
  'p/+/d/+/up/state',
  'p/+/d/+/up/ack',
  'p/+/d/+/up/progress',
  'p/+/g/+/state',
]
const retryMs = 1000
const maxPending = 2000
const deferredAck = new Error('acknowledged later')
