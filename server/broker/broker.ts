// A single file: the life of a connection, from its acceptance to its end, shares the broker's state.
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { Socket } from 'node:net'
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
  isDown,
  parseTopic,
  upgradeTopic,
  valuesTopic,
} from '../../contract/telemetry/index.ts'
import type { Log } from '../log.ts'
import { monotonicNow } from '../monotonicClock.ts'
import { storageErrors } from '../storage/failure.ts'
import type { Tls } from '../tls.ts'
import { renewCertificate } from '../tls.ts'
import { externalIdentity, PublishHandler } from './intake/publishHandler.ts'
import { BatchWriter } from './intake/batchWriter.ts'
import { DeliveryHandler } from './delivery/deliveryQueue.ts'
import { openGate } from './intake/deviceGate.ts'
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
import { canSubscribe, canSubscribeCustom, type Grant } from './access/acl.ts'
import type { ClientCertificate } from './transport/clientCertificate.ts'
import { describeClient } from './clientList.ts'
import type { ClientStream, ClientStreamOptions } from './transport/clientStream.ts'
import { FastPublisher } from './fastPath/fastPublisher.ts'
import { TopicCache } from './fastPath/topicCache.ts'
import { DriverValues } from './intake/driverValues.ts'
import {
  type IncomingAck,
  type ValuesFrame,
  type IncomingProgress,
  type IncomingState,
  Ingest,
} from './intake/ingest.ts'
import { brokerLimits } from './base/limits.ts'
import { ExternalBroker } from './externalBroker.ts'
import { type Listener, SocketListeners } from './transport/listeners.ts'
import { type MappedTopics, noMappedTopics } from './intake/mappedTopics.ts'
import { type RefusalReason, type RejectedClient, RejectedClients } from './access/refusals.ts'
import { ServerSubscriptions } from './delivery/serverSubscriptions.ts'
import { emptyCustomTopics, type CustomMessage, type CustomTopics } from './custom/customTopics.ts'
import type { MessageScripts } from './intake/messageScripts.ts'
import type { RawValues } from './intake/rawValues.ts'
import { Presence } from './intake/presence.ts'
import { type Opening, Session } from './access/session.ts'
import { SignIn } from './signIn.ts'
import type { RetainedTopic } from './delivery/retainedStore.ts'
import { DeviceStatusCache } from './delivery/deviceStatusCache.ts'
import { RetainedStore } from './delivery/retainedStore.ts'
import { createSocketStream } from './transport/socketStream.ts'
import { createWebSocketStream } from './transport/webSocketStream.ts'
import { SubscriptionRouter } from './delivery/subscriptionRouter.ts'
import { rejectionStatus } from './transport/webSocketHandshake.ts'

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
  readonly #router = new SubscriptionRouter<Session>()
  readonly #statuses = new DeviceStatusCache()
  readonly #store = new RetainedStore(brokerLimits.retainedTopics, this.#statuses)
  readonly #ingest: Ingest
  readonly #batchWriter: BatchWriter<ValuesFrame>
  readonly #signIn: SignIn
  readonly #publishHandler: PublishHandler
  readonly driverValues: DriverValues
  readonly #delivery: DeliveryHandler
  readonly #fastPublisher: FastPublisher
  readonly #aedes: Aedes
  readonly #http: Server
  readonly #sockets: WebSocketServer
  readonly #sessions = new Set<Session>()
  readonly #byStream = new WeakMap<object, Session>()
  readonly #presence = new Presence()
  readonly #customTopics: CustomTopics
  readonly #mappedTopics: MappedTopics
  readonly #listeners: SocketListeners
  readonly #rejected = new RejectedClients()
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
    this.#signIn = new SignIn({
      authenticate: options.authenticate,
      findSession: sessionOf,
      log: options.log,
      onRejected: (session, reason) => this.#recordRejection(session, reason),
    })
    this.#customTopics = options.customTopics ?? emptyCustomTopics
    this.#mappedTopics = options.mappedTopics ?? noMappedTopics
    this.#listeners = new SocketListeners({
      host: options.host,
      tcp: options.tcp,
      tls:
        options.tls && options.tlsListener
          ? { ...options.tlsListener, certificate: options.tls, clientCa: options.clientCa }
          : undefined,
      log: options.log,
      onConnection: (socket, certificate) => this.#acceptSocket(socket, certificate),
    })
    this.#serverSubscriptions = new ServerSubscriptions(this.#customTopics, options.log)
    this.#publishHandler = new PublishHandler({
      findSession: sessionOf,
      ingest: this.#ingest,
      batchWriter: this.#batchWriter,
      presence: this.#presence,
      customTopics: this.#customTopics,
      mappedTopics: this.#mappedTopics,
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
    this.#delivery = new DeliveryHandler(sessionOf, this.#customTopics, this.#mappedTopics, (topic) =>
      this.#store.readPayload(topic),
    )
    this.#fastPublisher = new FastPublisher({
      topics: new TopicCache(this.#router, brokerLimits.cachedTopics),
      publishHandler: this.#publishHandler,
      store: this.#store,
      delivery: this.#delivery,
      publishLocally: (topic, payload, retain) => this.#publish({ topic, payload, qos: 0, retain }),
    })
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
      published: (packet, client, done) => {
        if (client) sessionOf(client)?.stream.handlePublished(typeof packet.messageId === 'number')
        done(null)
      },
      authorizeSubscribe: (client, subscription, done) => this.#authorizeSubscribe(client, subscription, done),
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

  get listeners(): readonly Listener[] {
    const { port, protocol } = new URL(this.#url)
    return [
      { protocol: protocol === 'wss:' ? 'wss' : 'ws', url: this.#url, port: Number(port) },
      ...this.#listeners.list,
    ]
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
    this.#aedes.on('clientReady', (client) => {
      const session = this.#byStream.get(client.conn)
      if (session) {
        this.#rejected.remove(session.account, session.address)
        session.stream.useHandler(this.#fastPublisher.createHandler(session))
      }
      this.#serverSubscriptions.update(session)
    })
    const ends = [
      this.#customTopics.onChange(() => this.#customTopicsChanged()),
      this.#mappedTopics.onChange?.(() => this.#externalBroker?.updateSubscriptions()),
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
    await this.#listeners.open()
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
      getFilters: () => [
        ...this.#customTopics.getPublishFilters(),
        ...(this.#mappedTopics.getPublishFilters?.() ?? []),
      ],
      will: this.#mappedTopics.getWill?.(),
      onConnect: () => this.#mappedTopics.handleExternalConnect?.(),
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
    this.#listeners.renewTls(tls)
  }

  async publishCommand(command: OutgoingCommand): Promise<void> {
    const builtIn = createDownMessage(commandTopic(command), encodeCommand(command))
    const others = [...this.#customTopics.messagesFor(command), ...(this.#mappedTopics.messagesFor?.(command) ?? [])]
    const { project, device } = command
    const rewritten = this.#publishHandler.scripts?.onDownlink({ project, device }, builtIn, others)
    await this.#sendToDevice([builtIn, ...(rewritten ? await rewritten : others)], command.expiresAt)
  }

  useScripts(scripts: MessageScripts): () => void {
    this.#publishHandler.scripts = scripts
    return () => {
      if (this.#publishHandler.scripts === scripts) this.#publishHandler.scripts = undefined
    }
  }

  useRawValues(rawValues: RawValues): () => void {
    this.#publishHandler.rawValues = rawValues
    return () => {
      if (this.#publishHandler.rawValues === rawValues) this.#publishHandler.rawValues = undefined
    }
  }

  async publishMessage(topic: string, payload: Buffer): Promise<boolean> {
    const custom = this.#customTopics.find(topic)
    if (custom?.direction === 'down') {
      const message = { topic, payload, qos: 1, retain: custom.isRetained } as const
      await this.#sendToDevice([message], this.#now() + brokerLimits.linkMs)
      return true
    }
    if (custom === null && parseTopic(topic)?.kind !== 'values') return false
    await new Promise<void>((resolve, reject) =>
      this.#publishHandler.handleExternal(topic, payload, 0, (error) => (error ? reject(error) : resolve())),
    )
    return true
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

  async receive(topic: string, payload: Buffer, qos: 0 | 1, publisher: `bridge:${string}`): Promise<boolean> {
    const parsed = parseTopic(topic)
    const custom = this.#customTopics.find(topic)
    if (parsed === null && custom === null)
      return (await this.#mappedTopics.publish(externalIdentity, topic, payload, this.#now())) === 'accepted'
    const isUpward = parsed ? !isDown(parsed) && parsed.kind !== 'beacon' && parsed.kind !== 'status' : false
    if (!isUpward && custom?.direction !== 'up') return false
    return await new Promise((done, fail) => {
      this.#publishHandler.handleExternal(
        topic,
        payload,
        qos,
        (error) => {
          if (error) fail(error)
          else done(true)
        },
        publisher,
      )
    })
  }

  publishValues(frame: ValuesFrame): void {
    this.#publishHandler.frames.emit(frame)
    this.#publish({ topic: valuesTopic(frame), payload: Buffer.from(encodeFrame(frame, 'json')), qos: 0, retain: true })
  }

  acceptValues(frame: ValuesFrame, publisher: string, isUnchanged?: () => boolean): Promise<'accepted' | 'ignored'> {
    return this.#publishHandler.acceptValues(frame, publisher, isUnchanged)
  }

  reportState(state: IncomingState): void {
    this.#publishHandler.reportState(state)
  }

  reportAck(ack: IncomingAck): void {
    this.#publishHandler.acks.emit(ack)
  }

  async publishForeign(message: CustomMessage): Promise<void> {
    this.#publish(message)
    if (this.#externalBroker?.isConnected) await this.#externalBroker.publish(message, brokerLimits.linkMs)
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
    const { received, refused, throttled, ignoredTopics } = this.#publishHandler
    const { ignoredCustom, ignoredDevices } = this.#publishHandler
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
      leftOut: ignoredCustom,
      unheard: ignoredDevices,
      undeclaredTopics: ignoredTopics,
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
    const nowMs = monotonicNow()
    return [...this.#sessions].map((session) => describeClient(session, nowMs))
  }

  disconnectClient(serial: number): boolean {
    const session = [...this.#sessions].find((one) => one.serial === serial)
    session?.end()
    return session !== undefined
  }

  disconnectCredentials(ids: readonly string[]): void {
    for (const session of this.#sessions) if (ids.includes(session.grant?.credential ?? '')) session.end()
  }

  updateCredentials(grants: ReadonlyMap<string, Grant | null>): void {
    for (const session of this.#sessions) {
      const grant = session.grant && grants.get(session.grant.credential ?? '')
      if (grant === null && session.grant !== null) session.end()
      else if (grant) session.grant = grant
    }
  }

  openCredentials(): readonly string[] {
    const ids = [...this.#sessions].flatMap(({ grant }) => (grant?.credential === undefined ? [] : [grant.credential]))
    return [...new Set(ids)]
  }

  rejectedClients(): readonly RejectedClient[] {
    return this.#rejected.list()
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
    await this.#listeners.close()
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
    const protocol = this.#options.tls ? 'wss' : 'ws'
    this.#open(address, { protocol }, (options) => createWebSocketStream(webSocket, options), request)
  }

  #acceptSocket(socket: Socket, certificate: ClientCertificate | null): void {
    const protocol = 'encrypted' in socket ? 'mqtts' : 'mqtt'
    this.#open(socket.remoteAddress ?? '', { protocol, certificate }, (options) => createSocketStream(socket, options))
  }

  #open(
    address: string,
    opening: Omit<Opening, 'serial' | 'at'>,
    createStream: (options: ClientStreamOptions) => ClientStream,
    request?: IncomingMessage,
  ): void {
    const stream = createStream({
      packetBytes: brokerLimits.packetBytes,
      outbox: this.#options.outbox ?? brokerLimits.outbox,
      now: () => performance.now(),
      onForcedClose: (reason) => {
        this.#closedSlow++
        this.#log.warn('closing an MQTT connection', { client: session.client?.id, address, why: reason })
      },
      onRejected: (reason) => this.#recordRejection(session, reason),
    })
    const session = new Session(stream, address, { ...opening, serial: ++this.#openedCount, at: this.#now() })
    this.#sessions.add(session)
    this.#byStream.set(stream, session)
    stream.once('close', () => {
      this.#sessions.delete(session)
      this.#conflatedBefore += stream.outbox.replacedCount
      this.#reportEnd(session)
    })
    session.client = this.#aedes.handle(stream, request)
  }

  /** A device with a credential of its own is connected as long as one of its connections is open. */
  #reportEnd({ identity }: Session): void {
    if (identity === null || identity.credential === null) return
    const isConnected = [...this.#sessions].some((other) => other.identity?.credential === identity.credential)
    if (!isConnected) this.#mappedTopics.handleDisconnect?.(identity)
  }

  #recordRejection({ account, clientId, address }: Session, reason: RefusalReason): void {
    this.#rejected.add({ account, clientId, address, reason, detail: '', at: this.#now() })
  }

  /** aedes adds an accepted subscription to the router before `done` returns. */
  #authorizeSubscribe(
    client: Client,
    subscription: Subscription,
    done: (error: Error | null, subscription: Subscription | null) => void,
  ): void {
    const session = this.#byStream.get(client.conn)
    if (session && this.#canSubscribe(session, subscription))
      this.#router.assign(session, () => done(null, subscription))
    else done(null, null)
  }

  #canSubscribe(session: Session, subscription: Subscription): boolean {
    const { topic } = subscription
    const { grant } = session
    if (grant === null || session.isRevoked) return false
    const { filters, identity } = session
    const isGranted =
      (canSubscribe(grant, topic) ||
        canSubscribeCustom(grant, topic, this.#customTopics) ||
        (identity !== null && this.#mappedTopics.maySubscribe(identity, topic))) &&
      (filters.has(topic) || filters.size < brokerLimits.subscriptions)
    if (isGranted) {
      filters.add(topic)
      if (!this.#serverSubscriptions.isServerSubscription(subscription)) session.clientFilters.add(topic)
    } else {
      this.#publishHandler.refused++
      session.refuse('filterDenied', topic, this.#now())
    }
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
    const deliverable = messages.filter(({ topic, retain }) => retain || this.#router.countSubscribers(topic) > 0)
    for (const message of deliverable) this.#publish(message)
    const link = this.#externalBroker
    if (link?.isConnected) {
      const waitMs = Math.min(brokerLimits.linkMs, Math.max(0, expiresAt - this.#now()))
      await Promise.all(messages.map((message) => link.publish(message, waitMs)))
    } else if (deliverable.length === 0) throw new ApiError('device.offline')
  }

  /** Re-applies server-side subscriptions and drops retained messages that are no longer configured. */
  #customTopicsChanged(): void {
    for (const session of this.#sessions) this.#serverSubscriptions.update(session)
    this.#store.filterRetained(
      (topic) =>
        parseTopic(topic) !== null || isHostState(topic) || this.#customTopics.find(topic)?.isRetained === true,
    )
    this.#externalBroker?.updateSubscriptions()
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

/** The state of a Sparkplug host application, which this server publishes. */
const isHostState = (topic: string): boolean => topic.startsWith('spBv1.0/STATE/')

/** A message to a device on a built-in topic. */
const createDownMessage = (topic: string, payload: Uint8Array): CustomMessage => ({
  topic,
  payload: Buffer.from(payload),
  qos: 1,
  retain: false,
})
