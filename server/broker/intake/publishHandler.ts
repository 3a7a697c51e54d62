import type { Client, PublishPacket } from 'aedes'
import {
  ackTopic,
  decodeFrame,
  type DeviceRef,
  encodeFrame,
  FrameCache,
  isDown,
  isReserved,
  parseTopic,
  type Topic,
  valuesTopic,
} from '../../../contract/telemetry/index.ts'
import { writeJson } from '../../../contract/telemetry/json.ts'
import { monotonicNow } from '../../monotonicClock.ts'
import { findStorageFault } from '../../storage/failure.ts'
import type { BatchWriter } from './batchWriter.ts'
import { type DeviceGate, externalPublisher, type Verdict } from './deviceGate.ts'
import { canPublish, canPublishCustom } from '../access/acl.ts'
import type { IncomingAck, ValuesFrame, IncomingProgress, IncomingState, Ingest } from './ingest.ts'
import { brokerLimits } from '../base/limits.ts'
import { Signal } from '../base/signal.ts'
import { TurnQueue } from '../base/turnQueue.ts'
import { decodeCustom } from '../custom/customPayload.ts'
import type { CustomTopic, CustomTopics } from '../custom/customTopics.ts'
import { CustomValues } from './customValues.ts'
import { type DeviceIdentity, mayPublishFor } from '../access/identity.ts'
import type { MappedTopics } from './mappedTopics.ts'
import { byteLength } from '../transport/packetLimit.ts'
import type { DeviceReport, MessageScripts } from './messageScripts.ts'
import type { Presence } from './presence.ts'
import { maxRawBytes, type RawValues } from './rawValues.ts'
import type { RefusalReason } from '../access/refusals.ts'
import type { Session, FindSession } from '../access/session.ts'

/** Completes a publication: acknowledged, or with an error, which closes the connection. */
export type PublishCallback = (error?: Error | null) => void

interface PublishHandlerParts {
  readonly findSession: FindSession
  readonly ingest: Ingest
  readonly batchWriter: BatchWriter<ValuesFrame>
  readonly presence: Presence
  readonly customTopics: CustomTopics
  readonly mappedTopics: MappedTopics
  readonly gate: DeviceGate
  /**
   * Publishes a message to the subscribers here: one converted from a custom topic, or one from the external broker.
   */
  readonly publishLocally: (topic: string, payload: Buffer, retain: boolean) => void
  readonly now: () => number
}

/** A received message. Handling it may change its topic and payload, and sets whether it is retained. */
export type IncomingPacket = Pick<PublishPacket, 'topic' | 'payload' | 'qos' | 'retain' | 'messageId'>
/** Origin of a message: a local connection, the external broker or a bridge. */
type Sender = Session | 'external' | `bridge:${string}`

/** Handles incoming PUBLISH packets: authorization, rate limit, storage and notification. */
export class PublishHandler {
  readonly acks = new Signal<IncomingAck>()
  readonly frames = new Signal<ValuesFrame>()
  readonly states = new Signal<IncomingState>()
  /** Devices whose reachability may have changed because of their gateway. */
  readonly reachabilityChanges = new Signal<DeviceRef>()
  readonly progress = new Signal<IncomingProgress>()
  received = 0
  refused = 0
  throttled = 0
  /** Messages of custom topics without an accepted device, or received while custom topics are disabled. */
  ignoredCustom = 0
  /** Messages of ignored devices, and of undeclared devices over the quota. */
  ignoredDevices = 0
  /** Messages on undeclared topics that no mapping has accepted. */
  ignoredTopics = 0
  /** Rule scripts that run on reports; undefined until they are loaded. */
  scripts: MessageScripts | undefined
  /** Reads messages of a few bytes; undefined until facilities are loaded. */
  rawValues: RawValues | undefined
  readonly #customValues = new CustomValues(brokerLimits.customDevices)
  readonly #scriptedFrames = new FrameCache(Date.now)
  /** Acknowledged messages. A connection delivers many at once, because aedes reads again only after their commit. */
  readonly #acknowledged = new TurnQueue()
  readonly #parts: PublishHandlerParts

  constructor(parts: PublishHandlerParts) {
    this.#parts = parts
  }

  /**
   * The only hook that aedes calls before it writes PUBACK or PUBREC, so history is committed here. An error closes the
   * connection without an acknowledgement, and the client sends again. If storage fails, values are delivered without
   * an acknowledgement.
   */
  publish(client: Client | null, packet: PublishPacket, done: PublishCallback): void {
    const { findSession, customTopics, now } = this.#parts
    const session = client === null ? undefined : findSession(client)
    const topic = parseTopic(packet.topic)
    const declared = topic === null ? customTopics.find(packet.topic) : null
    const isForeign = topic === null && declared === null
    const isWill = client?.closed === true
    const grant = session?.grant ?? null
    const isAllowed =
      grant !== null &&
      (isForeign
        ? grant.kind !== 'user'
        : topic === null
          ? canPublishCustom(grant, declared)
          : canPublish(grant, topic))
    // A message of a device that its credential does not cover is ignored, so that the other messages still arrive.
    if (!session || grant === null || (!isAllowed && !grant.credential) || (session.isRevoked && !isWill)) {
      this.refused++
      session?.refuse('topicDenied', packet.topic, now())
      done(new Error(`not allowed to publish ${packet.topic.slice(0, 200)}`))
      return
    }
    const nowMs = monotonicNow()
    const admit = (): void => {
      if (!isAllowed) {
        this.refused++
        this.#ignore('topicDenied', packet, session, done)
      } else if (isForeign) this.#handleForeign(packet, session, done)
      else this.#handle(topic ?? declared, packet, session, done)
    }
    if (packet.qos > 0) {
      this.#count(session, nowMs)
      const waitMs = session.rate(nowMs).consume(nowMs)
      if (waitMs > 0) setTimeout(admit, waitMs)
      else this.#acknowledged.run(admit)
    } else if (this.#countAndLimit(session, packet, nowMs, done)) admit()
  }

  /**
   * Handles a message with QoS 0 on a built-in topic that the session may publish to. `done` is called at once, unless
   * a rule script or the decision about its device takes longer. `nowMs`: monotonic time.
   */
  receive(session: Session, topic: Topic, packet: IncomingPacket, nowMs: number, done: PublishCallback): void {
    if (this.#countAndLimit(session, packet, nowMs, done)) this.#handle(topic, packet, session, done)
  }

  /**
   * Stores and delivers values that a mapping has read. Resolves once they are stored. Subscribers receive the latest
   * values of all points of the device, as of custom topics.
   */
  async acceptValues(
    frame: ValuesFrame,
    publisher: string,
    isUnchanged: () => boolean = () => true,
  ): Promise<'accepted' | 'ignored'> {
    const verdict = await this.#parts.gate.judge(frame, publisher)
    if (verdict === 'drop') {
      this.ignoredDevices++
      return 'ignored'
    }
    const scripted = await this.applyScripts(frame)
    if (scripted === null) return 'accepted'
    const accepted: ValuesFrame = {
      ...scripted,
      publisher,
      isCustom: true,
      ...(verdict === 'known' ? { hasKnownTagsOnly: true } : {}),
    }
    const packet: IncomingPacket = { topic: '', payload: '', qos: 0, retain: false }
    const show = (): void => {
      const whole = this.#customValues.merge(accepted, { isUnchanged }, Buffer.from(encodeFrame(accepted, 'json')))
      this.frames.emit(whole.frame)
      this.#parts.publishLocally(valuesTopic(accepted), whole.payload, true)
    }
    await new Promise<void>((resolve, reject) =>
      this.#commit(accepted, packet, 'external', show, (error) => (error ? reject(error) : resolve())),
    )
    return 'accepted'
  }

  /**
   * Runs the rule scripts of values that a mapping or a driver has read. The scripts see them as a report in Mimic's own
   * format, and may change it. Returns null if a script has forwarded the report to another topic.
   */
  async applyScripts(frame: ValuesFrame): Promise<ValuesFrame | null> {
    if (!this.scripts) return frame
    const { project, device } = frame
    const topic = valuesTopic(frame)
    const payload = Buffer.from(encodeFrame(frame, 'json'))
    const replaced = await this.scripts.onReport({ device: { project, device }, topic, payload })
    if (!replaced) return frame
    if (replaced.topic !== topic) {
      await new Promise<void>((resolve, reject) =>
        this.handleExternal(replaced.topic, replaced.payload, 0, (error) => (error ? reject(error) : resolve())),
      )
      return null
    }
    const decoded = decodeFrame(replaced.payload, this.#scriptedFrames)
    if (decoded.problem !== undefined) return frame
    const { at, points, values, qualities, texts } = decoded
    return { ...frame, at, points, values, qualities, texts }
  }

  /** Handles the state of a device that a mapping has read. */
  reportState(state: IncomingState): void {
    this.#parts.presence.applyDeviceState(state)
    this.states.emit(state)
  }

  /**
   * Handles a message from the external broker or a bridge in the same way and publishes it to the subscribers here.
   */
  handleExternal(
    name: string,
    payload: Buffer,
    qos: 0 | 1 | 2,
    done: PublishCallback,
    sender: Exclude<Sender, Session> = 'external',
  ): void {
    const topic = parseTopic(name) ?? this.#parts.customTopics.find(name)
    if (topic === null) {
      this.received++
      return this.#handleForeign({ topic: name, payload, qos, retain: false }, sender, done)
    }
    if (
      'direction' in topic
        ? topic.direction === 'down'
        : isDown(topic) ||
          topic.kind === 'beacon' ||
          topic.kind === 'status' ||
          ('device' in topic && isReserved(topic.device))
    )
      return done()
    this.received++
    const packet: IncomingPacket = { topic: name, payload, qos, retain: false }
    this.#handle(topic, packet, sender, (error) => {
      done(error)
      if (!error || findStorageFault(error) !== undefined)
        this.#parts.publishLocally(packet.topic, byteLength(packet.payload), packet.retain)
    })
  }

  /** Handles a message, after rule scripts if some may rewrite it. */
  #handle(topic: Topic | CustomTopic | null, packet: IncomingPacket, sender: Sender, done: PublishCallback): void {
    const device = findReporter(topic)
    if (device && packet.payload.length <= maxRawBytes && topic !== null && !('direction' in topic))
      this.#decodeRaw(device, packet)
    const waiting = device && this.scripts?.onReport({ device, ...packet, payload: byteLength(packet.payload) })
    if (!waiting) return this.#dispatch(topic, packet, sender, done)
    void waiting.then((replacement) => {
      if (!replacement) return this.#dispatch(topic, packet, sender, done)
      Object.assign(packet, replacement)
      const name = packet.topic
      this.#dispatch(parseTopic(name) ?? this.#parts.customTopics.find(name), packet, sender, done)
    })
  }

  /** Replaces the bytes of one value by a frame. */
  #decodeRaw(device: DeviceRef, packet: IncomingPacket): void {
    const raw = this.rawValues?.read(device, byteLength(packet.payload))
    if (!raw) return
    packet.payload = Buffer.from(writeJson({ at: this.#parts.now(), v: { [raw.point]: raw.value } }))
  }

  #dispatch(topic: Topic | CustomTopic | null, packet: IncomingPacket, sender: Sender, done: PublishCallback): void {
    if (topic === null) return this.#handleForeign(packet, sender, done)
    if ('direction' in topic) return this.#handleCustom(topic, packet, sender, done)
    this.#handleBuiltIn(topic, packet, sender, done)
  }

  /** Passes a message on an undeclared topic to the mappings. It is not delivered to other clients. */
  #handleForeign(packet: IncomingPacket, sender: Sender, done: PublishCallback): void {
    const { mappedTopics, now } = this.#parts
    const { topic } = packet
    const identity = typeof sender === 'string' ? externalIdentity : sender.identity
    suppressDelivery(packet)
    if (identity === null) return done()
    after(
      mappedTopics.publish(identity, topic, byteLength(packet.payload), now()),
      (result) => {
        if (result === 'ignored') {
          this.ignoredTopics++
          if (typeof sender !== 'string') sender.refuse('undeclaredTopic', topic, now())
        }
        done()
      },
      done,
    )
  }

  #count(session: Session, nowMs: number): void {
    this.received++
    session.countMessage(nowMs, this.#parts.now())
  }

  /** Counts a message with QoS 0. Ignores it and returns false if the rate limit of the session is exceeded. */
  #countAndLimit(session: Session, packet: IncomingPacket, nowMs: number, done: PublishCallback): boolean {
    this.#count(session, nowMs)
    if (session.rate(nowMs).tryConsume(nowMs)) return true
    this.throttled++
    this.#ignore('rateLimit', packet, session, done)
    return false
  }

  /** Acknowledges a message without processing it, so that it is not sent again. */
  #ignore(reason: RefusalReason, packet: IncomingPacket, sender: Sender, done: PublishCallback, detail?: string): void {
    if (typeof sender !== 'string') sender.refuse(reason, detail ?? packet.topic, this.#parts.now())
    suppressDelivery(packet)
    done()
  }

  #drop(packet: IncomingPacket, sender: Sender, done: PublishCallback): void {
    this.ignoredDevices++
    this.#ignore('deviceNotAccepted', packet, sender, done)
  }

  /**
   * Handles a message of a custom topic. It is converted and handled like a built-in message of the device: the history
   * stores the received values, and subscribers of the device receive the complete set of points. Subscribers of the
   * custom topic receive the message unchanged.
   */
  #handleCustom(customTopic: CustomTopic | null, packet: IncomingPacket, sender: Sender, done: PublishCallback): void {
    const { ingest, publishLocally, now } = this.#parts
    if (customTopic === null || customTopic.device === null || isReserved(customTopic.device.device)) {
      this.ignoredCustom++
      suppressDelivery(packet)
      return done()
    }
    const customDevice = customTopic.device
    const { project, device, properties } = customDevice
    const received = byteLength(packet.payload)
    const raw = received.length <= maxRawBytes ? this.rawValues?.read(customDevice, received) : null
    const payload = raw ? Buffer.from(writeJson({ [raw.point]: raw.value })) : received
    const read = decodeCustom(payload, properties, customTopic, now())
    if (read.problem !== undefined) {
      ingest.reportCustom({ project, device }, read.problem, payload.length)
      return this.#ignore('payload', packet, sender, done, `${packet.topic}: ${read.problem}`)
    }
    packet.retain = customTopic.isRetained
    if (read.ack !== null)
      this.#handleBuiltIn(
        { kind: 'ack', project, device },
        { topic: ackTopic({ project, device }), payload: read.ack, qos: packet.qos, retain: false },
        sender,
        () => {},
      )
    if (read.values === null) return done()
    const { values } = read
    const incoming = ingest.read({ kind: 'values', project, device }, values, packet.qos > 0)
    if (incoming.kind !== 'values') {
      suppressDelivery(packet)
      return done()
    }
    const frame: ValuesFrame = {
      ...(this.#parts.mappedTopics.enforceTypes?.(incoming.frame) ?? incoming.frame),
      isCustom: true,
      ...(typeof sender === 'string' ? { publisher: getPublisher(sender) } : {}),
    }
    const show = (): void => {
      const whole = this.#customValues.merge(frame, customDevice, values)
      this.frames.emit(whole.frame)
      publishLocally(valuesTopic({ project, device }), whole.payload, true)
    }
    this.#commit(frame, packet, sender, show, done)
  }

  /**
   * Stores a frame. `show` delivers its values: at once for frames without acknowledgement, otherwise after the commit.
   * If storage fails or takes too long, the values are delivered first. The acknowledgement follows once the frame is
   * stored; if it cannot be stored, the sender has to reconnect and send again.
   */
  #commit(frame: ValuesFrame, packet: IncomingPacket, sender: Sender, show: () => void, done: PublishCallback): void {
    const { batchWriter } = this.#parts
    if (!frame.acknowledged) return this.#offer(frame, show, done)
    const { qos, messageId } = packet
    let isShown = false
    const showUnacknowledged = (cause?: Error): void => {
      isShown = true
      show()
      // Prevents aedes from acknowledging it.
      packet.qos = 0
      done(typeof sender === 'string' ? cause : null)
    }
    const late = typeof sender === 'string' ? undefined : setTimeout(showUnacknowledged, brokerLimits.showMs)
    batchWriter.add(frame, frame.points.length, (error) => {
      clearTimeout(late)
      if (!isShown && !error) {
        show()
        return done()
      }
      if (!isShown && findStorageFault(error) === undefined) return done(error)
      if (!isShown) showUnacknowledged(error)
      if (typeof sender === 'string') return
      if (error || qos !== 1 || messageId === undefined) sender.unacknowledgedMs ??= monotonicNow()
      else if (!sender.stream.destroyed) sender.stream.write(encodePuback(messageId))
    })
  }

  #offer(frame: ValuesFrame, show: () => void, done: PublishCallback): void {
    this.#parts.batchWriter.offer(frame, frame.points.length)
    show()
    done()
  }

  /**
   * Marks values of another type than declared as bad, for the history and in the message for subscribers. Removes times
   * of single values, which only frames of the server have.
   */
  #enforceTypes(received: ValuesFrame, packet: IncomingPacket): ValuesFrame {
    const frame = received.times ? removeTimes(received) : received
    const checked = this.#parts.mappedTopics.enforceTypes?.(frame) ?? (received.times ? frame : null)
    if (checked === null) return frame
    packet.payload = Buffer.from(encodeFrame(checked, 'json'))
    return checked
  }

  #handleValues(frame: ValuesFrame, packet: IncomingPacket, sender: Sender, done: PublishCallback): void {
    const verdict = this.#parts.gate.judge(frame, frame.publisher ?? '')
    if (verdict instanceof Promise)
      after(verdict, (admission) => this.#storeValues(admission, frame, packet, sender, done), done)
    else this.#storeValues(verdict, frame, packet, sender, done)
  }

  #storeValues(
    verdict: Verdict,
    received: ValuesFrame,
    packet: IncomingPacket,
    sender: Sender,
    done: PublishCallback,
  ): void {
    if (verdict === 'drop') return this.#drop(packet, sender, done)
    const checked = this.#enforceTypes(received, packet)
    const frame = verdict === 'known' ? { ...checked, hasKnownTagsOnly: true } : checked
    this.#customValues.discard(frame)
    this.#commit(frame, packet, sender, () => this.frames.emit(frame), done)
  }

  /** Decodes a message, stores it if required, notifies the services, and passes it on to subscribers. */
  #handleBuiltIn(topic: Topic, packet: IncomingPacket, sender: Sender, done: PublishCallback): void {
    const { ingest, presence } = this.#parts
    const publisher = typeof sender === 'string' ? getPublisher(sender) : sender.publisher
    const incoming = ingest.read(topic, byteLength(packet.payload), packet.qos > 0, publisher)
    packet.retain = incoming.kind === 'values' || incoming.kind === 'state' || incoming.kind === 'gateway'
    switch (incoming.kind) {
      case 'malformed':
        return this.#ignore('payload', packet, sender, done, `${packet.topic}: ${incoming.problem}`)
      case 'values':
        return this.#handleValues(incoming.frame, packet, sender, done)
      case 'ack':
        return this.#admit(incoming.ack, publisher, () => this.acks.emit(incoming.ack), packet, sender, done)
      case 'progress':
        return this.#admit(
          incoming.progress,
          publisher,
          () => this.progress.emit(incoming.progress),
          packet,
          sender,
          done,
        )
      case 'state': {
        const notify = (): void => {
          presence.applyDeviceState(incoming.state)
          this.states.emit(incoming.state)
        }
        return this.#admit(incoming.state, publisher, notify, packet, sender, done)
      }
      case 'gateway':
        // A gateway with its own credential must not report devices of others as offline.
        if (typeof sender !== 'string' && incoming.gateway.devices.some((device) => !mayPublishFor(sender, device))) {
          this.refused++
          return this.#ignore('topicDenied', packet, sender, done)
        }
        for (const device of presence.applyGatewayState(incoming.gateway)) this.reachabilityChanges.emit(device)
        break
    }
    done()
  }

  /** Notifies about a message if its device is accepted. */
  #admit(
    device: DeviceRef,
    publisher: string,
    notify: () => void,
    packet: IncomingPacket,
    sender: Sender,
    done: PublishCallback,
  ): void {
    after(
      this.#parts.gate.admits(device, publisher),
      (isAdmitted) => {
        if (!isAdmitted) return this.#drop(packet, sender, done)
        notify()
        done()
      },
      done,
    )
  }
}

const removeTimes = ({ times: _times, ...frame }: ValuesFrame): ValuesFrame => frame

/** Messages of the external broker and of bridges can be of any device. */
export const externalIdentity: DeviceIdentity = {
  account: externalPublisher,
  credential: null,
  projects: 'all',
  devices: 'all',
}

/** The device whose values a message reports; null for other messages. */
function findReporter(topic: Topic | CustomTopic | null): DeviceReport['device'] | null {
  if (topic === null) return null
  const device = 'direction' in topic ? topic.device : topic.kind === 'values' ? topic : null
  return device === null || isReserved(device.device) ? null : { project: device.project, device: device.device }
}

const getPublisher = (sender: Exclude<Sender, Session>): string => (sender === 'external' ? externalPublisher : sender)

/** PUBACK packet of MQTT 3.1.1. */
const encodePuback = (messageId: number): Buffer => Buffer.from([0x40, 2, messageId >> 8, messageId & 0xff])

/** Continues synchronously if the result is available. If the promise rejects, the message is not acknowledged. */
function after<T>(answer: T | Promise<T>, then: (value: T) => void, done: PublishCallback): void {
  if (answer instanceof Promise)
    answer.then(then, (cause: unknown) => done(cause instanceof Error ? cause : new Error(String(cause))))
  else then(answer)
}

/** Topic of ignored messages, which no client may read. */
export const ignoredTopic = '$SYS/left-out'

/** Redirects a message to a topic that no client may read, so that aedes acknowledges it without delivering it. */
function suppressDelivery(packet: { topic: string; retain: boolean }): void {
  packet.topic = ignoredTopic
  packet.retain = false
}
