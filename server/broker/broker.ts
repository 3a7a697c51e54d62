import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { Duplex } from 'node:stream'
import { Aedes, type Client, type Subscription } from 'aedes'
import { type WebSocket, WebSocketServer } from 'ws'
import { ApiError } from '../../contract/errors.ts'
import {
  beaconTopic,
  bindingTopic,
  commandTopic,
  type DeviceRef,
  type DeviceStatus,
  encodeBeacon,
  encodeBinding,
  encodeCommand,
  encodeFrame,
  encodeUpgrade,
  parseTopic,
  upgradeTopic,
  valuesTopic,
} from '../../contract/telemetry/index.ts'
import type { Log } from '../log.ts'
import { monotonicNow } from '../monotonicClock.ts'
import { storageErrors } from '../storage/failure.ts'
import type { Tls } from '../tls.ts'
import { renewCertificate } from '../tls.ts'
import { PublishHandler } from './publishHandler.ts'
import { BatchWriter } from './batchWriter.ts'
import { DeliveryHandler } from './deliveryQueue.ts'
import { openGate } from './deviceGate.ts'
import type {
  Broker,
  BrokerClient,
  BrokerOptions,
  BrokerStats,
  OpenSession,
  OutgoingBinding,
  OutgoingCommand,
  OutgoingUpgrade,
} from './brokerApi.ts'
import { canSubscribe, canSubscribeCustom } from './acl.ts'
import { DriverValues } from './driverValues.ts'
import { type IncomingAck, type ValuesFrame, type IncomingProgress, type IncomingState, Ingest } from './ingest.ts'
import { brokerLimits } from './limits.ts'
import { ExternalBroker } from './externalBroker.ts'
import { ServerSubscriptions } from './serverSubscriptions.ts'
import { emptyCustomTopics, type CustomMessage, type CustomTopics } from './customTopics.ts'
import { Presence } from './presence.ts'
import { Session } from './session.ts'
import { SignIn } from './signIn.ts'
import type { RetainedTopic } from './retainedStore.ts'
import { DeviceStatusCache } from './deviceStatusCache.ts'
import { RetainedStore } from './retainedStore.ts'
import { WebSocketStream } from './webSocketStream.ts'
import { SubscriptionRouter } from './subscriptionRouter.ts'
import { rejectionStatus } from './webSocketHandshake.ts'

/** Starts the broker. Resolves when it listens and has started to connect to the external broker, if there is one. */
export async function createBroker(options: BrokerOptions): Promise<Broker> {
  const broker = new EmbeddedBroker(options)
  await broker.listen()
  return broker
}

class EmbeddedBroker implements Broker {
  readonly #options: BrokerOptions
  readonly #log: Log
  readonly #now: () => number
  readonly #router = new SubscriptionRouter()
  readonly #statuses = new DeviceStatusCache()
  readonly #store = new RetainedStore(brokerLimits.retainedTopics, this.#statuses)
  readonly #ingest: Ingest
  readonly #batchWriter: BatchWriter<ValuesFrame>
  readonly #signIn: SignIn
  readonly #publishHandler: PublishHandler
  readonly driverValues: DriverValues
  readonly #delivery: DeliveryHandler
  readonly #aedes: Aedes
  readonly #http: Server
  readonly #sockets: WebSocketServer
  readonly #sessions = new Set<Session>()
  readonly #byStream = new WeakMap<object, Session>()
  readonly #presence = new Presence()
  readonly #customTopics: CustomTopics
  readonly #serverSubscriptions: ServerSubscriptions
  readonly #timers: NodeJS.Timeout[] = []
  #externalBroker: ExternalBroker | null = null
  #unsubscribe = (): void => {}
  #url = ''
  #beacons = 0
  #openedCount = 0
  #conflatedBefore = 0
  #closedSlow = 0

  constructor(options: BrokerOptions) {
    this.#options = options
    this.#log = options.log
    this.#now = options.now ?? Date.now
    this.#ingest = new Ingest(options.log, this.#now)
    this.#batchWriter = new BatchWriter({
      commit: options.commit,
      ...brokerLimits.commit,
      refusal: () => this.#refusal(),
    })
    const sessionOf = (client: Client) => this.#byStream.get(client.conn)
    this.#signIn = new SignIn({ authenticate: options.authenticate, findSession: sessionOf, log: options.log })
    this.#customTopics = options.customTopics ?? emptyCustomTopics
    this.#serverSubscriptions = new ServerSubscriptions(this.#customTopics, options.log)
    this.#publishHandler = new PublishHandler({
      findSession: sessionOf,
      ingest: this.#ingest,
      batchWriter: this.#batchWriter,
      presence: this.#presence,
      customTopics: this.#customTopics,
      gate: options.gate ?? openGate,
      now: this.#now,
      publishLocally: (topic, payload, retain) => this.#publish({ topic, payload, qos: 0, retain }),
    })
    this.driverValues = new DriverValues({
      batchWriter: this.#batchWriter,
      presence: this.#presence,
      gate: options.gate ?? openGate,
      signals: this.#publishHandler,
      publishLocally: (topic, payload, retain) => this.#publish({ topic, payload, qos: 0, retain }),
    })
    this.#delivery = new DeliveryHandler(sessionOf, this.#customTopics, (topic) => this.#store.retained(topic)?.payload)
    this.#aedes = new Aedes({
      mq: this.#router,
      persistence: this.#store,
      connectTimeout: brokerLimits.connectMs,
      drainTimeout: brokerLimits.outbox.drainMs,
      maxTopicLevels: brokerLimits.topicLevels,
      maxClientsIdLength: Number.MAX_SAFE_INTEGER,
      preConnect: (client, packet, done) => {
        this.#signIn.handleConnect(client, packet)
        done(null, true)
      },
      authenticate: (client, username, password, done) => {
        void this.#signIn
          .check(client, username ?? '', password?.toString() ?? '')
          .then((refused) => done(refused, refused === null))
      },
      authorizePublish: (client, packet, done) => this.#publishHandler.publish(client, packet, done),
      authorizeSubscribe: (client, subscription, done) =>
        done(null, this.#canSubscribe(client, subscription) ? subscription : null),
      authorizeForward: (client, packet) => this.#delivery.forward(client, packet),
    })
    this.#sockets = new WebSocketServer({
      noServer: true,
      perMessageDeflate: false,
      maxPayload: brokerLimits.socketFrameBytes,
      handleProtocols: (protocols) => (protocols.has('mqtt') ? 'mqtt' : false),
    })
    const answer: RequestListener = (_request, response) => void response.writeHead(426, { upgrade: 'websocket' }).end()
    this.#http = options.tls
      ? createSecureServer({ ...options.tls, handshakeTimeout: brokerLimits.connectMs }, answer)
      : createServer(answer)
    this.#http.headersTimeout = brokerLimits.connectMs
  }

  get url(): string {
    return this.#url
  }

  async listen(): Promise<void> {
    await this.#aedes.listen()
    this.#aedes.on('unsubscribe', (filters, client) => {
      const session = this.#byStream.get(client.conn)
      for (const filter of filters) {
        session?.filters.delete(filter)
        session?.clientFilters.delete(filter)
      }
      this.#serverSubscriptions.handleUnsubscribe(session, filters)
    })
    this.#aedes.on('clientReady', (client) => this.#serverSubscriptions.update(this.#byStream.get(client.conn)))
    const ends = [
      this.#customTopics.onChange(() => this.#customTopicsChanged()),
      this.#options.storage?.onChange(() => {
        const refusal = this.#refusal()
        if (refusal) this.#batchWriter.refuse(refusal)
      }),
    ]
    this.#unsubscribe = () => {
      for (const end of ends) end?.()
    }
    const logEnd = (client: Client, error: Error): void => {
      const session = this.#byStream.get(client.conn)
      if (session === undefined || session.isEndLogged) return
      session.isEndLogged = true
      this.#log.info('MQTT connection closed', { client: client.id, address: session.address, why: error.message })
    }
    this.#aedes.on('clientError', logEnd)
    this.#aedes.on('connectionError', logEnd)
    this.#http.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head))
    await new Promise<void>((resolve, reject) => {
      this.#http.once('error', reject)
      this.#http.listen(this.#options.port, this.#options.host, resolve)
    })
    const address = this.#http.address()
    const port = typeof address === 'object' && address !== null ? address.port : this.#options.port
    this.#url = `${this.#options.tls ? 'wss' : 'ws'}://${this.#options.host}:${port}/mqtt`
    this.#timers.push(
      setInterval(() => this.#beacon(), brokerLimits.beaconMs),
      setInterval(() => this.#sweep(), brokerLimits.sweepMs),
    )
    if (this.#options.external?.connectLater !== true) this.connectExternal()
  }

  connectExternal(): () => Promise<void> {
    const { external } = this.#options
    if (external === undefined || this.#externalBroker !== null) return () => Promise.resolve()
    const link = new ExternalBroker({
      ...external,
      log: this.#log,
      getFilters: () => this.#customTopics.getPublishFilters(),
      isRefused: () => this.#refusal() !== undefined,
      onMessage: (name, payload, qos, done) => this.#publishHandler.handleExternal(name, payload, qos, done),
    })
    this.#externalBroker = link
    return async () => {
      if (this.#externalBroker === link) this.#externalBroker = null
      await link.close()
    }
  }

  renewTls(tls: Tls): void {
    renewCertificate(this.#http, tls)
  }

  async publishCommand(command: OutgoingCommand): Promise<void> {
    await this.#sendToDevice(
      [createDownMessage(commandTopic(command), encodeCommand(command)), ...this.#customTopics.messagesFor(command)],
      command.expiresAt,
    )
  }

  async publishUpgrade(upgrade: OutgoingUpgrade): Promise<void> {
    await this.#sendToDevice([createDownMessage(upgradeTopic(upgrade), encodeUpgrade(upgrade))], upgrade.expiresAt)
  }

  async publishBinding({ project, cabinet, ...binding }: OutgoingBinding): Promise<void> {
    await this.#sendToDevice(
      [createDownMessage(bindingTopic({ project, device: cabinet }), encodeBinding(binding))],
      binding.expiresAt,
    )
  }

  publishValues(frame: ValuesFrame): void {
    this.#publishHandler.frames.emit(frame)
    this.#publish({ topic: valuesTopic(frame), payload: Buffer.from(encodeFrame(frame, 'json')), qos: 0, retain: true })
  }

  onProgress(listener: (progress: IncomingProgress) => void): () => void {
    return this.#publishHandler.progress.on(listener)
  }

  onAck(listener: (ack: IncomingAck) => void): () => void {
    return this.#publishHandler.acks.on(listener)
  }

  onFrame(listener: (frame: ValuesFrame) => void): () => void {
    return this.#publishHandler.frames.on(listener)
  }

  onState(listener: (state: IncomingState) => void): () => void {
    return this.#publishHandler.states.on(listener)
  }

  isOnline(device: DeviceRef): boolean | undefined {
    return this.#presence.isOnline(device)
  }

  onReachabilityChange(listener: (device: DeviceRef) => void): () => void {
    return this.#publishHandler.reachabilityChanges.on(listener)
  }

  isExternalBrokerLost(): boolean {
    return this.#externalBroker !== null && !this.#externalBroker.isConnected
  }

  publishStatus(device: DeviceRef, status: DeviceStatus | null): void {
    const { topic, payload } = this.#statuses.set(device, status)
    if (this.#router.countSubscribers(topic) > 0) this.#publish({ topic, payload, qos: 0, retain: false })
  }

  getStatus(device: DeviceRef): DeviceStatus | undefined {
    return this.#statuses.get(device)
  }

  /**
   * Connections without a grant yet are closed even if `only` is given, because their session is still unknown. The
   * client reconnects.
   */
  disconnect(account: string, sessionId?: string): void {
    for (const session of this.#sessions) {
      const { grant } = session
      if ((grant?.account ?? session.account) !== account) continue
      if (sessionId === undefined || !grant || grant.session === sessionId) session.end()
    }
  }

  openSessions(): OpenSession[] {
    const open = new Map<string, OpenSession>()
    for (const { grant, isRevoked } of this.#sessions) {
      if (grant?.session !== undefined && !isRevoked)
        open.set(grant.session, { account: grant.account, session: grant.session })
    }
    return [...open.values()]
  }

  stats(): BrokerStats {
    let conflated = this.#conflatedBefore
    let waitingBytes = 0
    for (const { stream } of this.#sessions) {
      conflated += stream.outbox.replacedCount
      waitingBytes += stream.outbox.waitingBytes
    }
    const { received, refused, throttled, ignoredCustom: leftOut, ignoredDevices: unheard } = this.#publishHandler
    const { commits, committedPoints, waitingPoints, failedPoints, droppedFrames } = this.#batchWriter
    return {
      connections: this.#sessions.size,
      received,
      delivered: this.#delivery.delivered,
      conflated,
      waitingBytes,
      cut: this.#closedSlow,
      malformed: this.#ingest.malformed,
      clockAhead: this.#ingest.clockAhead,
      refused,
      leftOut,
      unheard,
      throttled,
      droppedFrames,
      commits,
      committedPoints,
      waitingPoints,
      failedPoints,
      retained: this.#store.retainedCount,
      external: this.#externalBroker === null ? 'none' : this.#externalBroker.isConnected ? 'connected' : 'lost',
    }
  }

  clients(): BrokerClient[] {
    return [...this.#sessions].map(
      ({
        serial,
        clientId,
        grant,
        account,
        address,
        connectedAt,
        filters,
        received,
        delivered,
        stream: { outbox },
      }) => ({
        serial,
        clientId,
        account: grant?.account ?? account,
        kind: grant?.kind ?? null,
        session: grant?.session,
        address,
        connectedAt,
        filters: [...filters],
        received,
        delivered,
        waitingBytes: outbox.waitingBytes,
        conflated: outbox.replacedCount,
      }),
    )
  }

  disconnectClient(serial: number): boolean {
    const session = [...this.#sessions].find((one) => one.serial === serial)
    session?.end()
    return session !== undefined
  }

  retainedTopics(): Iterable<RetainedTopic> {
    return this.#store.retainedTopics()
  }

  dropRetained(devices: readonly DeviceRef[]): void {
    const dropped = new Set(devices.map(({ project, device }) => `${project}/${device}`))
    this.#store.filterRetained((name) => {
      const topic = parseTopic(name)
      return topic === null || !('device' in topic) || !dropped.has(`${topic.project}/${topic.device}`)
    })
  }

  retainedBytes(): number {
    return this.#store.retainedBytes()
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    this.#unsubscribe()
    await this.#externalBroker?.close()
    await new Promise<void>((resolve) => this.#aedes.close(resolve))
    for (const { stream } of this.#sessions) stream.destroy()
    await new Promise<void>((resolve) => {
      this.#http.close(() => resolve())
      this.#http.closeAllConnections()
    })
    await this.#batchWriter.close()
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const status = rejectionStatus(request, this.#options.origins)
    if (status !== null) {
      socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\n\r\n`)
      return
    }
    this.#sockets.handleUpgrade(request, socket, head, (webSocket) => this.#accept(webSocket, request))
  }

  #accept(webSocket: WebSocket, request: IncomingMessage): void {
    const address = this.#options.getAddress?.(request) ?? request.socket.remoteAddress ?? ''
    const stream = new WebSocketStream(webSocket, {
      packetBytes: brokerLimits.packetBytes,
      outbox: this.#options.outbox ?? brokerLimits.outbox,
      now: () => performance.now(),
      onForcedClose: (reason) => {
        this.#closedSlow++
        this.#log.warn('closing an MQTT connection', { client: session.client?.id, address, why: reason })
      },
    })
    const session = new Session(stream, address, { serial: ++this.#openedCount, at: this.#now() })
    this.#sessions.add(session)
    this.#byStream.set(stream, session)
    stream.once('close', () => {
      this.#sessions.delete(session)
      this.#conflatedBefore += stream.outbox.replacedCount
    })
    session.client = this.#aedes.handle(stream, request)
  }

  #canSubscribe(client: Client, subscription: Subscription): boolean {
    const { topic } = subscription
    const session = this.#byStream.get(client.conn)
    const { grant = null, filters = null } = session ?? {}
    if (grant === null || filters === null || session?.isRevoked) return false
    const isGranted =
      (canSubscribe(grant, topic) || canSubscribeCustom(grant, topic, this.#customTopics)) &&
      (filters.has(topic) || filters.size < brokerLimits.subscriptions)
    if (isGranted) {
      filters.add(topic)
      if (!this.#serverSubscriptions.isServerSubscription(subscription)) session?.clientFilters.add(topic)
    } else this.#publishHandler.refused++
    return isGranted
  }

  #publish(message: CustomMessage): void {
    this.#aedes.publish({ cmd: 'publish', ...message, dup: false }, (error) => {
      if (error) this.#log.warn('could not publish a message', { topic: message.topic, cause: error })
    })
  }

  /**
   * Sends messages to a device connected here or to the external broker. A retained message is accepted without a
   * subscriber. Throws `device.offline` if no connection can take it.
   */
  async #sendToDevice(messages: readonly CustomMessage[], expiresAt: number): Promise<void> {
    const here = messages.filter(({ topic, retain }) => retain || this.#router.countSubscribers(topic) > 0)
    for (const message of here) this.#publish(message)
    const link = this.#externalBroker
    if (link?.isConnected) {
      const waitMs = Math.min(brokerLimits.linkMs, Math.max(0, expiresAt - this.#now()))
      await Promise.all(messages.map((message) => link.publish(message, waitMs)))
    } else if (here.length === 0) throw new ApiError('device.offline')
  }

  /** Re-applies server-side subscriptions and drops retained messages that are no longer configured. */
  #customTopicsChanged(): void {
    for (const session of this.#sessions) this.#serverSubscriptions.update(session)
    this.#store.filterRetained(
      (topic) => parseTopic(topic) !== null || this.#customTopics.find(topic)?.isRetained === true,
    )
    this.#externalBroker?.hear()
  }

  #refusal(): Error | undefined {
    const fault = this.#options.storage?.fault ?? null
    return fault === null ? undefined : new ApiError(storageErrors[fault])
  }

  #beacon(): void {
    this.#publish({
      topic: beaconTopic,
      payload: Buffer.from(encodeBeacon({ at: this.#now(), seq: ++this.#beacons })),
      qos: 0,
      retain: false,
    })
  }

  #sweep(): void {
    const now = this.#now()
    const isStoring = (this.#options.storage?.fault ?? null) === null
    for (const session of this.#sessions) {
      session.stream.outbox.check()
      if ((session.grant?.expiresAt ?? Infinity) <= now) session.end()
      // The client sends unacknowledged messages again when it reconnects.
      if (
        session.unacknowledgedMs !== null &&
        isStoring &&
        monotonicNow() - session.unacknowledgedMs >= brokerLimits.sweepMs
      )
        session.end()
    }
  }
}

/** A message to a device on a built-in topic. */
const createDownMessage = (topic: string, payload: Uint8Array): CustomMessage => ({
  topic,
  payload: Buffer.from(payload),
  qos: 1,
  retain: false,
})
