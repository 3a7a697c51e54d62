import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { Aedes, type AedesPublishPacket, type AuthenticateError, type Client, type PublishPacket, type Subscription } from 'aedes'
import { type WebSocket, WebSocketServer } from 'ws'
import { Refusal } from '../../contract/errors.ts'
import {
  beaconTopic, commandTopic, type DeviceRef, encodeBeacon, encodeCommand, parseTopic, stateTopic, type Topic,
} from '../../contract/telemetry/index.ts'
import type { Log } from '../log.ts'
import { Committer } from './committer.ts'
import type { Broker, BrokerOptions, BrokerStats, OpenSession, OutgoingCommand } from './door.ts'
import { type Grant, mayPublish, mayReceive, maySubscribe, mayUseClientId } from './grant.ts'
import { type IncomingAck, type IncomingFrame, type IncomingState, Intake } from './intake.ts'
import { brokerLimits } from './limits.ts'
import { Link } from './link.ts'
import { encodePublish } from './packets.ts'
import { Presence } from './presence.ts'
import { Rate } from './rate.ts'
import { connack, Session } from './session.ts'
import { Store } from './store.ts'
import { SocketStream } from './stream.ts'
import { Switchboard } from './switchboard.ts'
import { refusalOf } from './upgrade.ts'

/** Starts the broker; resolves when it listens and, with an external one, has begun to connect. */
export async function createBroker(options: BrokerOptions): Promise<Broker> {
  const broker = new EmbeddedBroker(options)
  await broker.listen()
  return broker
}

type Settle = (error?: Error | null) => void

class EmbeddedBroker implements Broker {
  readonly #options: BrokerOptions
  readonly #log: Log
  readonly #now: () => number
  readonly #switchboard = new Switchboard()
  readonly #store = new Store(brokerLimits.retainedTopics)
  readonly #intake: Intake
  readonly #committer: Committer<IncomingFrame>
  readonly #connects: Rate
  readonly #aedes: Aedes
  readonly #http: Server
  readonly #sockets: WebSocketServer
  readonly #sessions = new Set<Session>()
  readonly #byStream = new WeakMap<object, Session>()
  readonly #presence: Presence
  readonly #ackListeners = new Set<(ack: IncomingAck) => void>()
  readonly #frameListeners = new Set<(frame: IncomingFrame) => void>()
  readonly #stateListeners = new Set<(state: IncomingState) => void>()
  readonly #timers: NodeJS.Timeout[] = []
  #link: Link | null = null
  #url = ''
  #beacons = 0
  #received = 0
  #delivered = 0
  #conflatedBefore = 0
  #cut = 0
  #refused = 0
  #throttled = 0
  /** The last packet made for the wire: all subscribers of a publication get the same bytes. */
  #encoded: { readonly payload: Buffer; readonly topic: string; readonly retain: boolean; readonly bytes: Buffer } | null = null
  #parsed: { readonly name: string; readonly topic: Topic | null } = { name: '', topic: null }

  constructor(options: BrokerOptions) {
    this.#options = options
    this.#log = options.log
    this.#now = options.now ?? Date.now
    this.#intake = new Intake(options.log, this.#now)
    this.#connects = new Rate(brokerLimits.connects.perSecond, brokerLimits.connects.burst, this.#now())
    this.#presence = new Presence((device) => this.#store.retained(stateTopic(device))?.payload)
    this.#committer = new Committer({ commit: options.commit, ...brokerLimits.commit })
    this.#aedes = new Aedes({
      mq: this.#switchboard,
      persistence: this.#store,
      connectTimeout: brokerLimits.connectMs,
      drainTimeout: brokerLimits.outbox.drainMs,
      maxTopicLevels: brokerLimits.topicLevels,
      maxClientsIdLength: Number.MAX_SAFE_INTEGER,
      preConnect: (client, packet, done) => {
        this.#greet(client, packet)
        done(null, true)
      },
      authenticate: (client, username, password, done) => {
        void this.#authenticate(client, username ?? '', password?.toString() ?? '')
          .then((code) => done(code === null ? null : signInError(code), code === null))
      },
      authorizePublish: (client, packet, done) => this.#authorizePublish(client, packet, done),
      authorizeSubscribe: (client, subscription, done) => done(null, this.#maySubscribe(client, subscription) ? subscription : null),
      authorizeForward: (client, packet) => this.#forward(client, packet),
    })
    this.#sockets = new WebSocketServer({
      noServer: true, perMessageDeflate: false, maxPayload: brokerLimits.socketFrameBytes,
      handleProtocols: (protocols) => (protocols.has('mqtt') ? 'mqtt' : false),
    })
    this.#http = createServer((_request, response) => response.writeHead(426, { upgrade: 'websocket' }).end())
    this.#http.headersTimeout = brokerLimits.connectMs
  }

  get url(): string {
    return this.#url
  }

  async listen(): Promise<void> {
    await this.#aedes.listen()
    this.#aedes.on('unsubscribe', (filters, client) => {
      for (const filter of filters) this.#byStream.get(client.conn)?.filters.delete(filter)
    })
    const told = (client: Client, error: Error): void => {
      const session = this.#byStream.get(client.conn)
      if (session === undefined || session.isEndTold) return
      session.isEndTold = true
      this.#log.info('an MQTT connection ended', { client: client.id, address: session.address, why: error.message })
    }
    this.#aedes.on('clientError', told)
    this.#aedes.on('connectionError', told)
    this.#http.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head))
    await new Promise<void>((resolve, reject) => {
      this.#http.once('error', reject)
      this.#http.listen(this.#options.port, this.#options.host, resolve)
    })
    const address = this.#http.address()
    const port = typeof address === 'object' && address !== null ? address.port : this.#options.port
    this.#url = `ws://${this.#options.host}:${port}/mqtt`
    this.#timers.push(setInterval(() => this.#beacon(), brokerLimits.beaconMs), setInterval(() => this.#sweep(), brokerLimits.sweepMs))
    const { external } = this.#options
    if (external !== undefined) {
      this.#link = new Link({ ...external, log: this.#log, take: (name, payload, qos, done) => this.#takeExternal(name, payload, qos, done) })
    }
  }

  async publishCommand(command: OutgoingCommand): Promise<void> {
    const topic = commandTopic(command)
    const payload = Buffer.from(encodeCommand(command))
    const isHere = this.#switchboard.reach(topic) > 0
    if (isHere) this.#publish(topic, payload, 1, false)
    if (this.#link?.isConnected) await this.#link.publish(topic, payload, Math.min(brokerLimits.linkMs, Math.max(0, command.expiresAt - this.#now())))
    else if (!isHere) throw new Refusal('device.offline')
  }

  onAck(listener: (ack: IncomingAck) => void): () => void {
    return listen(this.#ackListeners, listener)
  }

  onFrame(listener: (frame: IncomingFrame) => void): () => void {
    return listen(this.#frameListeners, listener)
  }

  onState(listener: (state: IncomingState) => void): () => void {
    return listen(this.#stateListeners, listener)
  }

  isOnline(device: DeviceRef): boolean | undefined {
    return this.#presence.isOnline(device)
  }

  /** One whose grant is still being looked up may be any session of its account: it ends too, and comes again. */
  disconnect(account: string, only?: string): void {
    for (const session of this.#sessions) {
      const { grant } = session
      if ((grant?.account ?? session.account) !== account) continue
      if (only === undefined || !grant || grant.session === only) session.end()
    }
  }

  openSessions(): OpenSession[] {
    const open = new Map<string, OpenSession>()
    for (const { grant, isRevoked } of this.#sessions) {
      if (grant?.session !== undefined && !isRevoked) open.set(grant.session, { account: grant.account, session: grant.session })
    }
    return [...open.values()]
  }

  stats(): BrokerStats {
    let conflated = this.#conflatedBefore
    let waitingBytes = 0
    for (const { stream } of this.#sessions) {
      conflated += stream.outbox.conflated
      waitingBytes += stream.outbox.waitingBytes
    }
    const { commits, committedPoints, waitingPoints, failedPoints, droppedFrames } = this.#committer
    return {
      connections: this.#sessions.size, received: this.#received, delivered: this.#delivered, conflated, waitingBytes, cut: this.#cut,
      malformed: this.#intake.malformed, clockAhead: this.#intake.clockAhead, refused: this.#refused, throttled: this.#throttled, droppedFrames,
      commits, committedPoints, waitingPoints, failedPoints, retained: this.#store.retainedCount,
      external: this.#link === null ? 'none' : this.#link.isConnected ? 'connected' : 'lost',
    }
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    await this.#link?.close()
    await new Promise<void>((resolve) => this.#aedes.close(resolve))
    for (const { stream } of this.#sessions) stream.destroy()
    await new Promise<void>((resolve) => {
      this.#http.close(() => resolve())
      this.#http.closeAllConnections()
    })
    await this.#committer.close()
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const status = refusalOf(request, this.#options.origins)
    if (status !== null) {
      socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\n\r\n`)
      return
    }
    this.#sockets.handleUpgrade(request, socket, head, (webSocket) => this.#accept(webSocket, request))
  }

  #accept(webSocket: WebSocket, request: IncomingMessage): void {
    const address = request.socket.remoteAddress ?? ''
    const stream = new SocketStream(webSocket, {
      packetBytes: brokerLimits.packetBytes, outbox: this.#options.outbox ?? brokerLimits.outbox, now: () => performance.now(),
      onCut: (reason) => {
        this.#cut++
        this.#log.warn('a connection is ended', { client: session.client?.id, address, why: reason })
      },
    })
    const session = new Session(stream, address)
    this.#sessions.add(session)
    this.#byStream.set(stream, session)
    stream.once('close', () => {
      this.#sessions.delete(session)
      this.#conflatedBefore += stream.outbox.conflated
    })
    session.client = this.#aedes.handle(stream, request)
  }

  /** CONNECT as it arrived: sessions are always clean, and client ids are each account's own, so that none takes another's place. */
  #greet(client: Client, packet: { clientId: string; clean?: boolean; username?: string; will?: { topic: string } }): void {
    const session = this.#byStream.get(client.conn)
    if (session === undefined) return
    session.account = packet.username ?? ''
    session.clientId = packet.clientId === '' ? crypto.randomUUID() : packet.clientId
    if (packet.will !== undefined) session.will = parseTopic(packet.will.topic)
    if (!this.#connects.take(this.#now())) session.refusal = connack.unavailable
    else if (!isClientId(packet.clientId)) session.refusal = connack.identifierRejected
    else if (session.account === '') session.refusal = connack.badLogin
    packet.clean = true
    packet.clientId = `${session.account}/${session.clientId}`
  }

  async #authenticate(client: Client, username: string, password: string): Promise<number | null> {
    const session = this.#byStream.get(client.conn)
    if (session === undefined || session.refusal !== null) return session?.refusal ?? connack.unavailable
    let grant: Grant | null
    try {
      grant = await this.#options.authenticate(session.clientId, username, password)
    } catch (cause) {
      this.#log.error('a sign-in over MQTT could not be checked', { cause })
      return connack.unavailable
    }
    if (grant === null || session.isRevoked) return connack.badLogin
    if (!mayUseClientId(grant, session.clientId)) return connack.identifierRejected
    if (session.will !== undefined && !mayPublish(grant, session.will)) return connack.notAuthorised
    session.grant = grant
    return null
  }

  #maySubscribe(client: Client, { topic }: Subscription): boolean {
    const session = this.#byStream.get(client.conn)
    const { grant = null, filters = null } = session ?? {}
    if (grant === null || filters === null || session?.isRevoked) return false
    const isGranted = maySubscribe(grant, topic) && (filters.has(topic) || filters.size < brokerLimits.subscriptions)
    if (isGranted) filters.add(topic)
    else this.#refused++
    return isGranted
  }

  /**
   * The one hook that aedes asks before it writes PUBACK or PUBREC, so history is committed here. An error closes the
   * connection without an acknowledgement, and the sender sends again.
   */
  #authorizePublish(client: Client | null, packet: PublishPacket, done: Settle): void {
    const session = client === null ? undefined : this.#byStream.get(client.conn)
    const topic = parseTopic(packet.topic)
    const isWill = client?.closed === true
    if (!session?.grant || topic === null || !mayPublish(session.grant, topic) || (session.isRevoked && !isWill)) {
      this.#refused++
      done(new Error(`may not publish ${packet.topic.slice(0, 200)}`))
      return
    }
    this.#received++
    const rate = session.rate(this.#now())
    if (packet.qos > 0) {
      const waitMs = rate.takeLater(this.#now())
      if (waitMs > 0) setTimeout(() => this.#admit(topic, packet, done), waitMs)
      else this.#admit(topic, packet, done)
    } else if (rate.take(this.#now())) this.#admit(topic, packet, done)
    else {
      this.#throttled++
      leaveOut(packet)
      done()
    }
  }

  /** Reads a publication, stores what is to be stored, tells the services, and lets it go on to the browsers. */
  #admit(topic: Topic, packet: Pick<PublishPacket, 'topic' | 'payload' | 'qos' | 'retain'>, done: Settle): void {
    const incoming = this.#intake.read(topic, bytesOf(packet.payload), packet.qos > 0)
    packet.retain = incoming.kind === 'values' || incoming.kind === 'state' || incoming.kind === 'gateway'
    switch (incoming.kind) {
      case 'malformed':
        leaveOut(packet)
        break
      case 'values': {
        const { frame } = incoming
        if (frame.acknowledged) {
          this.#committer.add(frame, frame.points.length, (error) => {
            if (error === undefined) tell(this.#frameListeners, frame)
            done(error)
          })
          return
        }
        this.#committer.offer(frame, frame.points.length)
        tell(this.#frameListeners, frame)
        break
      }
      case 'ack':
        tell(this.#ackListeners, incoming.ack)
        break
      case 'state':
        tell(this.#stateListeners, incoming.state)
        break
      case 'gateway':
        this.#presence.take(incoming.gateway)
        break
    }
    done()
  }

  /** What came in at the external broker goes the same way, and on to the browsers here. */
  #takeExternal(name: string, payload: Buffer, qos: 0 | 1 | 2, done: Settle): void {
    const topic = parseTopic(name)
    if (topic === null || topic.kind === 'command' || topic.kind === 'beacon') return done()
    this.#received++
    const packet = { topic: name, payload, qos, retain: false }
    this.#admit(topic, packet, (error) => {
      done(error)
      if (!error) this.#publish(packet.topic, payload, 0, packet.retain)
    })
  }

  /**
   * Each delivery passes here. Where only the newest counts it goes to the connection's own queue, and aedes is told
   * there is nothing to write; commands and acknowledgements are written by aedes.
   */
  #forward(client: Client, packet: AedesPublishPacket): AedesPublishPacket | null {
    const session = this.#byStream.get(client.conn)
    if (!session?.grant || session.isRevoked) return null
    if (this.#parsed.name !== packet.topic) this.#parsed = { name: packet.topic, topic: parseTopic(packet.topic) }
    const { topic } = this.#parsed
    if (topic === null || !mayReceive(session.grant, topic)) return null
    this.#delivered++
    if (topic.kind === 'command' || topic.kind === 'ack') return packet
    session.stream.outbox.pushNewest(packet.topic, this.#bytesOf(packet))
    return null
  }

  /** A retained message is read out some turns before it is delivered: what is retained now is taken, lest it replace a newer one. */
  #bytesOf({ topic, payload, retain }: AedesPublishPacket): Buffer {
    const body = bytesOf(retain ? this.#store.retained(topic)?.payload ?? payload : payload)
    const known = this.#encoded
    if (known !== null && known.payload === body && known.topic === topic && known.retain === retain) return known.bytes
    const bytes = encodePublish(topic, body, retain)
    this.#encoded = { payload: body, topic, retain, bytes }
    return bytes
  }

  #publish(topic: string, payload: Buffer, qos: 0 | 1, retain: boolean): void {
    this.#aedes.publish({ cmd: 'publish', topic, payload, qos, retain, dup: false }, (error) => {
      if (error) this.#log.warn('a message could not be published', { topic, cause: error })
    })
  }

  #beacon(): void {
    this.#publish(beaconTopic, Buffer.from(encodeBeacon({ at: this.#now(), seq: ++this.#beacons })), 0, false)
  }

  #sweep(): void {
    const now = this.#now()
    for (const session of this.#sessions) {
      session.stream.outbox.check()
      if ((session.grant?.expiresAt ?? Infinity) <= now) session.end()
    }
  }
}

/** Lets aedes acknowledge a message and deliver it to nobody: this tree of topics is granted to no one. */
function leaveOut(packet: { topic: string; retain: boolean }): void {
  packet.topic = '$SYS/left-out'
  packet.retain = false
}

const isClientId = (id: string): boolean => Buffer.byteLength(id) <= brokerLimits.clientIdBytes && !/\p{Cc}/u.test(id)

function signInError(returnCode: number): AuthenticateError {
  return Object.assign(new Error(`refused with code ${returnCode}`), { returnCode })
}

const bytesOf = (payload: string | Buffer): Buffer => (typeof payload === 'string' ? Buffer.from(payload) : payload)

function listen<T>(listeners: Set<(news: T) => void>, listener: (news: T) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tell<T>(listeners: ReadonlySet<(news: T) => void>, news: T): void {
  for (const listener of listeners) listener(news)
}
