import { type IClientOptions, MqttClient } from 'mqtt'
import type { Words } from '../../../../../contract/entity/field.ts'
import type { BridgeConnection, BridgeContext, BridgeKind } from '../bridgeKind.ts'
import { BridgeFailure } from '../bridgeKind.ts'
import type { BridgeConfig } from '../config.ts'
import { toFailure, withTimeout } from '../networkErrors.ts'
import type { QueuedMessage } from '../queue.ts'
import { EchoFilter } from './echoFilter.ts'
import { getPort, openStream } from './stream.ts'
import { type MappedTopic, TopicMap } from './topicMapping.ts'

const connectMs = 10_000
const publishMs = 15_000
const batchSize = 200
/** Incoming messages that wait for storage, before the connection is no longer read. */
const maxPending = 1_000
const deferredAck = new Error('acknowledged later')

/** Connects to another MQTT broker and exchanges messages in both directions. */
export const mqttBridge: BridgeKind = {
  async open(config, context) {
    const connection = new MqttConnection(config, context)
    await connection.open()
    return connection
  },

  preview({ url, mappings }, { message: { topic, payload } }) {
    const mapped = new TopicMap(mappings).toRemote(topic)
    return mapped
      ? { target: `${new URL(url).host} ${mapped.topic}`, content: payload, problem: null }
      : { target: new URL(url).host, content: payload, problem: describeUnmapped(topic) }
  },

  async test(config, context) {
    const connection = new MqttConnection(
      { ...config, clientId: `mimic-test-${context.installationId}` },
      context,
      true,
    )
    try {
      await connection.open()
      return { message: { en: 'Connected', zh: '已连接' } }
    } finally {
      await connection.close()
    }
  },
}

class MqttConnection implements BridgeConnection {
  readonly isConfirmed = true
  readonly batchSize = batchSize
  readonly #config: BridgeConfig
  readonly #context: BridgeContext
  readonly #map: TopicMap
  readonly #isTest: boolean
  readonly #echoes = new EchoFilter()
  readonly #host: string
  #client: MqttClient | undefined
  #lostListener: ((failure: BridgeFailure) => void) | undefined
  #lost: BridgeFailure | undefined
  #pendingCount = 0
  #isClosed = false

  constructor(config: BridgeConfig, context: BridgeContext, isTest = false) {
    this.#config = config
    this.#context = context
    this.#isTest = isTest
    this.#map = new TopicMap(config.mappings)
    this.#host = new URL(config.url).host
  }

  /** Connects and subscribes. */
  async open(): Promise<void> {
    const url = new URL(this.#config.url)
    const target = await this.#context.guard(url.hostname, getPort(url))
    const stream = openStream(url, target, this.#config)
    let failure: unknown
    stream.on('error', (cause: Error) => {
      failure ??= cause
    })
    const client = new MqttClient(() => stream, this.#options())
    this.#client = client
    client.handleMessage = (packet, done) => this.#handleMessage(packet, done)
    try {
      await withTimeout(
        new Promise<void>((done, fail) => {
          client.once('connect', () => done())
          client.on('error', (cause) => {
            failure ??= cause
            fail(this.#toConnectFailure(cause))
          })
          client.once('close', () => fail(this.#toConnectFailure(failure ?? new Error(''))))
        }),
        connectMs,
        this.#host,
      )
      client.once('close', () => this.#lose(toBridgeFailure(failure ?? new Error(''), this.#host)))
      if (!this.#isTest) await withTimeout(this.#subscribe(client), connectMs, this.#host)
    } catch (cause) {
      await this.close()
      throw cause
    }
  }

  async send(messages: readonly QueuedMessage[]): Promise<number> {
    const client = this.#client
    if (!client || this.#lost) throw this.#lost ?? new Error('not connected')
    const unmapped = messages.findIndex(({ message }) => this.#toRemote(message.topic) === null)
    const batch = unmapped === -1 ? messages : messages.slice(0, Math.max(1, unmapped))
    const lost = new Promise<never>((_done, fail) => client.once('close', () => fail(this.#closeReason())))
    lost.catch(() => undefined)
    await withTimeout(
      Promise.race([Promise.all(batch.map((message) => this.#publish(client, message))), lost]),
      publishMs,
      this.#host,
    )
    return batch.length
  }

  onLost(listener: (failure: BridgeFailure) => void): void {
    this.#lostListener = listener
    if (this.#lost) listener(this.#lost)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const client = this.#client
    if (!client) return
    if (client.connected) await withTimeout(client.endAsync(false), 1_000, this.#host).catch(() => undefined)
    await client.endAsync(true).catch(() => undefined)
    client.stream?.destroy()
  }

  #options(): IClientOptions {
    const { username, secrets, clientId, id } = this.#config
    const isPersistent = !this.#isTest && [...this.#map.subscriptions.values()].includes(1)
    return {
      clientId: clientId ?? `mimic-${this.#context.installationId}-${id.slice(0, 12)}`,
      clean: !isPersistent,
      protocolVersion: 4,
      reconnectPeriod: 0,
      connectTimeout: connectMs,
      keepalive: 15,
      resubscribe: false,
      queueQoSZero: false,
      ...(username === null ? {} : { username }),
      ...(secrets.password === null ? {} : { password: secrets.password }),
    }
  }

  async #subscribe(client: MqttClient): Promise<void> {
    const subscriptions = Object.fromEntries([...this.#map.subscriptions].map(([filter, qos]) => [filter, { qos }]))
    if (Object.keys(subscriptions).length === 0) return
    const granted = await client.subscribeAsync(subscriptions).catch((cause: unknown) => {
      throw toBridgeFailure(cause, this.#host)
    })
    const refused = granted.filter(({ qos }) => qos === 128).map(({ topic }) => topic)
    if (refused.length > 0)
      throw new BridgeFailure('configuration', {
        en: `${this.#host} rejected the subscription ${refused.join(', ')}`,
        zh: `${this.#host} 拒绝订阅 ${refused.join('、')}`,
      })
  }

  #toRemote(topic: string): MappedTopic | null {
    const mapped = this.#map.toRemote(topic)
    return mapped === null || mapped.topic === '' || /[+#\0]/.test(mapped.topic) ? null : mapped
  }

  /** Publishes a message. A message of a script whose topic has no row is rejected. */
  async #publish(client: MqttClient, { message }: QueuedMessage): Promise<void> {
    const mapped = this.#toRemote(message.topic)
    if (mapped === null) throw new BridgeFailure('message', describeUnmapped(message.topic))
    const payload = Buffer.from(message.payload)
    if (this.#map.isSubscribed(mapped.topic)) this.#echoes.expect(mapped.topic, payload)
    await client.publishAsync(mapped.topic, payload, { qos: mapped.qos, retain: mapped.isRetained })
  }

  /**
   * The client library handles messages one by one and acknowledges each when its handler returns. The handler returns
   * at once with an error, which suppresses the PUBACK; the PUBACK is written after the message is stored.
   */
  #handleMessage(packet: Parameters<MqttClient['handleMessage']>[0], done: (error?: Error) => void): void {
    const { topic, qos, messageId } = packet
    const payload = typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload
    const local = this.#isTest || this.#echoes.isEcho(topic, payload) ? null : this.#map.toLocal(topic)
    if (local === null) return done()
    if (qos === 0 || messageId === undefined) {
      done()
      void this.#receive(local, payload, 0).catch(() => undefined)
      return
    }
    const client = this.#client
    const isFull = ++this.#pendingCount >= maxPending
    if (!isFull) done(deferredAck)
    void this.#receive(local, payload, 1)
      .then(() => {
        if (client?.connected) client.stream.write(Buffer.from([0x40, 2, messageId >> 8, messageId & 0xff]))
      })
      // Without an acknowledgement, the broker sends the message again on the next connection.
      .catch((cause: unknown) => this.#lose(toBridgeFailure(cause, this.#host)))
      .finally(() => {
        this.#pendingCount--
        if (isFull) done(deferredAck)
      })
  }

  async #receive(local: string, payload: Buffer, qos: 0 | 1): Promise<void> {
    await this.#context.receive(this.#config, local, payload, qos)
  }

  #toConnectFailure(cause: unknown): BridgeFailure {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
    if (code === 4 || code === 5)
      return new BridgeFailure('configuration', {
        en: `${this.#host}: wrong user name or password, or not authorized`,
        zh: `${this.#host}：用户名或密码错误，或未授权`,
      })
    return toBridgeFailure(cause, this.#host)
  }

  #closeReason(): BridgeFailure {
    return this.#lost ?? toBridgeFailure(new Error(''), this.#host)
  }

  #lose(failure: BridgeFailure): void {
    if (this.#isClosed || this.#lost) return
    this.#lost = failure
    this.#lostListener?.(failure)
  }
}

const describeUnmapped = (topic: string): Words => ({
  en: `no output row matches the topic ${topic.slice(0, 100)}`,
  zh: `没有输出行匹配主题 ${topic.slice(0, 100)}`,
})

function toBridgeFailure(cause: unknown, host: string): BridgeFailure {
  const failure = toFailure(cause, host)
  return failure instanceof BridgeFailure ? failure : new BridgeFailure('connection', failure.words)
}
