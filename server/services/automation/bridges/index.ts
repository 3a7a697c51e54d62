import { createHash, timingSafeEqual } from 'node:crypto'
import type { Words } from '../../../../contract/entity/field.ts'
import { encodeLocalized } from '../../../../contract/localizedText.ts'
import { ApiError } from '../../../../contract/errors.ts'
import type { Broker, ValuesFrame } from '../../../broker/index.ts'
import type { Db } from '../../../database/index.ts'
import type { Guard, Outbound } from '../../../http/outbound/index.ts'
import type { Log } from '../../../log.ts'
import { monotonicNow } from '../../../monotonicClock.ts'
import { audit } from '../../base/audit.ts'
import type { RequestContext } from '../../base/requestContext.ts'
import { type Clock, createPeriodicTask, systemClock } from '../../base/scheduler.ts'
import type { EntityHooks, StoredEntityService } from '../../entities/index.ts'
import { createLease } from '../leaderLease.ts'
import type { BridgeContext, BridgeKind, BridgePreview } from './bridgeKind.ts'
import type { BridgeConfig } from './config.ts'
import { createMessageTable, databaseStorage } from './database/storage.ts'
import { httpPush } from './http/push.ts'
import { fillInputTopic } from './inputTopic.ts'
import { mqttBridge } from './mqtt/connection.ts'
import { withTimeout } from './networkErrors.ts'
import { BridgeQueue, type QueuedMessage } from './queue.ts'
import { readBridges, readRevisions } from './rows.ts'
import type { BridgeMessage, BridgeSender } from './sendMessage.ts'
import { ReportSource, toPublisher } from './source.ts'
import { type StateRecord, StateRows } from './stateRows.ts'
import { type BridgeState, BridgeWorker, getReason } from './worker.ts'

export type { BridgeMessage, BridgeSender, SendMessage } from './sendMessage.ts'

export interface BridgeParts {
  readonly db: Db
  readonly log: Log
  readonly guard: Guard
  readonly outbound: Outbound
  /** True if no other server uses this database. */
  readonly isAlone: boolean
  /** Identifies this installation at other brokers. */
  readonly installationId: string
  readonly clock?: Clock
}

/** Figures of a bridge. Counters start at zero with the server and with the bridge. */
export interface BridgeFigures {
  readonly id: string
  readonly name: string
  readonly state: BridgeState
  readonly problem: Words | null
  readonly triedAt: number | null
  /** Messages received and accepted here. */
  readonly in: number
  /** Messages that the far end has accepted. */
  readonly out: number
  /** Messages on disk. */
  readonly waiting: number
  readonly waitingBytes: number
  /** Messages that the far end has rejected, and incoming messages without a matching topic. */
  readonly failed: number
  /** Oldest messages dropped because the queue was full. */
  readonly dropped: number
  readonly lastDroppedAt: number | null
  /** Since when the counters count. */
  readonly countedSince: number
}

/** A message received by a bridge. */
export interface ReceivedMessage {
  readonly bridge: string
  readonly topic: string
  readonly payload: string
  readonly at: number
}

interface Entry {
  readonly config: BridgeConfig
  readonly worker: BridgeWorker | undefined
}

/** Counters of a bridge. They outlive changes of its configuration. */
interface Counters extends StateRecord {
  in: number
  out: number
  failed: number
  dropped: number
  lastDroppedAt: number | null
  readonly countedSince: number
}

const kinds: Readonly<Record<BridgeConfig['kind'], BridgeKind>> = {
  http: httpPush,
  mqtt: mqttBridge,
  database: databaseStorage,
}
/** Size limits of a queue and of one message in bytes. */
const maxQueueBytes = 100 * 1024 * 1024
const maxMessageLength = 1024 * 1024
const testMs = 20_000
/** Milliseconds between two checks for changes and messages of other servers. */
const otherServersMs = 2_000
const aloneMs = 60_000
const leaseKey = 'bridges'

/**
 * Bridges to other systems. Messages are stored in a queue before they are acknowledged to their sender, and delivered
 * in order by one worker per bridge.
 */
export function createBridges({ db, log, guard, outbound, isAlone, installationId, clock = systemClock }: BridgeParts) {
  const entries = new Map<string, Entry>()
  const counters = new Map<string, Counters>()
  const receivers = new Set<(message: ReceivedMessage) => void>()
  const lease = isAlone ? undefined : createLease(db, leaseKey)
  const source = new ReportSource(db, monotonicNow)
  let service: StoredEntityService | undefined
  let receiveLocally: Broker['receive'] | undefined
  let isStopped = false
  let setReady: () => void = () => undefined
  const ready = new Promise<void>((done) => {
    setReady = done
  })
  const getService = (): StoredEntityService => {
    if (!service) throw new Error('the bridges are not started')
    return service
  }
  const stateRows = new StateRows(getService, clock, log)

  const queue = new BridgeQueue({
    db,
    isAlone,
    getLimit: (bridge) => ({
      messages: entries.get(bridge)?.config.maxQueued ?? Infinity,
      bytes: maxQueueBytes,
    }),
    onAdded: (bridge) => entries.get(bridge)?.worker?.poke(),
    onDropped: (bridge, count) => {
      const counter = getCounters(bridge)
      counter.dropped += count
      counter.lastDroppedAt = clock.now()
      log.warn('the queue of a bridge is full; dropped its oldest messages', { bridge, count })
      counter.problem = {
        en: `Queue full: ${counter.dropped} oldest messages dropped`,
        zh: `队列已满：已丢弃最早的 ${counter.dropped} 条消息`,
      }
      stateRows.put(bridge, counter)
    },
  })

  const getCounters = (bridge: string): Counters => {
    const known = counters.get(bridge)
    if (known) return known
    const counter: Counters = {
      state: 'none',
      triedAt: null,
      problem: null,
      in: 0,
      out: 0,
      failed: 0,
      dropped: 0,
      lastDroppedAt: null,
      countedSince: clock.now(),
    }
    counters.set(bridge, counter)
    return counter
  }

  const setState = (bridge: string, state: BridgeState, problem: Words | null = null): void => {
    const counter = getCounters(bridge)
    if (counter.state === state && state !== 'error') return
    counter.problem = state === 'connecting' ? counter.problem : problem
    counter.state = state
    if (state !== 'none') counter.triedAt = clock.now()
    stateRows.put(bridge, counter)
  }

  // Incoming messages
  const receive = async (config: BridgeConfig, topic: string, payload: Buffer, qos: 0 | 1): Promise<boolean> => {
    if (!receiveLocally) throw new Error('the bridges are not started')
    const isKnown = await receiveLocally(topic, payload, qos, toPublisher(config.id))
    const counter = getCounters(config.id)
    for (const receiver of receivers)
      receiver({ bridge: config.id, topic, payload: payload.toString(), at: clock.now() })
    if (isKnown || receivers.size > 0) counter.in++
    else {
      counter.failed++
      if (counter.problem === null) {
        counter.problem = {
          en: `No device here has the topic ${topic.slice(0, 100)}`,
          zh: `本系统没有使用主题 ${topic.slice(0, 100)} 的设备`,
        }
        stateRows.put(config.id, counter)
      }
    }
    return isKnown
  }
  const context: BridgeContext = { guard, outbound, log, installationId, receive }

  // Start and stop workers
  const startWorker = (config: BridgeConfig): BridgeWorker | undefined => {
    if (!config.isEnabled || isStopped) {
      setState(config.id, 'none')
      return undefined
    }
    if (config.isInput) {
      setState(config.id, 'connected')
      return undefined
    }
    const counter = getCounters(config.id)
    return new BridgeWorker({
      config,
      kind: kinds[config.kind],
      context,
      queue,
      clock,
      idleMs: isAlone ? aloneMs : otherServersMs,
      mayAct: () => lease === undefined || lease.isHeld,
      onState: (state, problem) => setState(config.id, state, problem),
      onDelivered: (count) => {
        counter.out += count
      },
      onRejected: (_message, reason) => {
        counter.failed++
        counter.problem = reason
        stateRows.put(config.id, counter)
        log.info('a message of a bridge was rejected', { bridge: config.id, why: reason.en })
      },
    })
  }

  /** Applies the stored configuration of these bridges, or of all. */
  const reload = async (ids?: readonly string[]): Promise<void> => {
    const configs = new Map((await readBridges(db, getService(), ids)).map((config) => [config.id, config]))
    for (const id of ids ?? new Set([...entries.keys(), ...configs.keys()])) {
      const present = entries.get(id)
      const config = configs.get(id)
      if (present && config && present.config.revision === config.revision) continue
      await present?.worker?.stop()
      if (config) entries.set(id, { config, worker: startWorker(config) })
      else {
        entries.delete(id)
        counters.delete(id)
        stateRows.forget(id)
        await queue.clear(id)
      }
    }
    source.setBridges([...entries.values()].map(({ config }) => config))
  }
  let reloading: Promise<void> = Promise.resolve()
  const reloadInOrder = (ids?: readonly string[]): Promise<void> => {
    reloading = reloading
      .then(() => (isStopped ? undefined : reload(ids)))
      .catch((cause: unknown) => log.error('could not apply a change of bridges', { cause }))
    return reloading
  }

  const task = createPeriodicTask({
    name: 'bridges',
    clock,
    log,
    round: async () => {
      if (isAlone) return undefined
      await lease?.acquire()
      const revisions = await readRevisions(db)
      const changed = [...new Set([...revisions.keys(), ...entries.keys()])].filter(
        (id) => revisions.get(id) !== entries.get(id)?.config.revision,
      )
      if (changed.length > 0) await reloadInOrder(changed)
      await queue.load()
      return clock.now() + otherServersMs
    },
  })

  const send: BridgeSender['send'] = async (bridgeId, message) => {
    await ready
    const config = entries.get(bridgeId)?.config
    if (!config?.isEnabled || config.isInput || isStopped) return 'refused'
    if (message.payload.length + message.topic.length > maxMessageLength) return 'refused'
    await queue.add([{ bridge: bridgeId, message }])
    return 'queued'
  }

  const findConfig = async (id: string): Promise<BridgeConfig> => {
    const [config] = await readBridges(db, getService(), [id])
    if (!config) throw new ApiError('object.missing')
    return config
  }

  const hooks: EntityHooks = {
    afterWrite: async ({ id }) => {
      if (service) await reloadInOrder([id])
    },
  }

  return {
    hooks: { bridge: hooks },
    send,

    /**
     * Queues the reports that bridges send by themselves. Called before a report is acknowledged to the device, so that
     * an acknowledged report reaches the far end even after a crash.
     */
    async enqueueReports(frames: readonly ValuesFrame[]): Promise<void> {
      await ready
      await queue.add(await source.select(frames))
    },

    /** Calls the listener for each message that a bridge receives. Returns a function that removes it. */
    onReceived(listener: (message: ReceivedMessage) => void): () => void {
      receivers.add(listener)
      return () => receivers.delete(listener)
    },

    /** Notifies about changed devices, whose products may differ. */
    refreshDevices: () => source.refresh(),

    /** Accepts a message posted to the address of an HTTP input, and resolves after it is stored. */
    async receivePost(id: string, secret: string, body: unknown): Promise<void> {
      await ready
      const config = entries.get(id)?.config
      if (!config?.isInput || !config.isEnabled || !isSame(config.secrets.inputSecret, secret))
        throw new ApiError('object.missing')
      const filled = fillInputTopic(config.topic, body)
      if (filled.problem !== undefined)
        throw new ApiError('input.invalid', {
          problems: [{ path: filled.problem, code: 'topic', message: 'must be one level of a topic' }],
        })
      const isKnown = await receive(config, filled.topic, Buffer.from(JSON.stringify(body)), 1)
      if (!isKnown && receivers.size === 0) throw new ApiError('bridge.topic')
    },

    /** Tests a bridge as stored with a sample message. An HTTP push sends it; nothing is stored elsewhere. */
    async test(caller: RequestContext, id: string): Promise<{ isOk: boolean; message: string; tookMs: number }> {
      const config = await findConfig(id)
      if (config.isInput) throw new ApiError('object.missing')
      await db
        .transaction()
        .execute((tx) => audit(tx, caller, { object: `bridge/${id}`, action: 'test', content: { name: config.name } }))
      const startedAt = performance.now()
      const outcome = await withTimeout(
        kinds[config.kind].test(config, context, createSample(clock.now())),
        testMs,
        config.name,
      ).then(
        ({ message }) => ({ isOk: true, message }),
        (cause: unknown) => ({ isOk: false, message: getReason(cause) }),
      )
      return {
        isOk: outcome.isOk,
        message: encodeLocalized(outcome.message),
        tookMs: Math.round(performance.now() - startedAt),
      }
    },

    /** What a bridge would send for a message, with its name; null for an unknown bridge or an input. */
    preview(id: string, message: BridgeMessage): (BridgePreview & { readonly name: string }) | null {
      const config = entries.get(id)?.config
      if (!config || config.isInput) return null
      const preview = kinds[config.kind].preview(config, { row: '0', id: 'preview', message })
      const disabled: Words = { en: 'the access point is disabled', zh: '接入点已停用' }
      return { ...preview, name: config.name, problem: config.isEnabled ? preview.problem : disabled }
    },

    /** Creates a table for messages in the database of a bridge, and returns the statement that fills it. */
    async createTable(
      caller: RequestContext,
      id: string,
      table: string,
    ): Promise<{ isOk: boolean; message: string; statement: string }> {
      const config = await findConfig(id)
      if (config.kind !== 'database') throw new ApiError('object.missing')
      await db
        .transaction()
        .execute((tx) => audit(tx, caller, { object: `bridge/${id}`, action: 'createTable', content: { table } }))
      return createMessageTable(config, context, table).then(
        (statement) => ({ isOk: true, message: '', statement }),
        (cause: unknown) => ({ isOk: false, message: encodeLocalized(getReason(cause)), statement: '' }),
      )
    },

    /** Figures of all bridges by name. */
    figures(): readonly BridgeFigures[] {
      return [...entries.values()]
        .map(({ config: { id, name } }) => {
          const { messages, bytes } = queue.getWaiting(id)
          return { ...getCounters(id), id, name, waiting: messages, waitingBytes: bytes }
        })
        .toSorted((a, b) => a.name.localeCompare(b.name))
    },

    /** Loads the bridges and starts them. Returns a function that stops them. */
    async start(parts: {
      readonly service: StoredEntityService
      readonly receive: Broker['receive']
    }): Promise<() => Promise<void>> {
      service = parts.service
      receiveLocally = parts.receive
      await lease?.acquire()
      await queue.load()
      await reload()
      setReady()
      task.poke()
      return async () => {
        isStopped = true
        await task.stop()
        await reloading
        await Promise.all([...entries.values()].map(async ({ worker }) => worker?.stop()))
        await queue.settled()
        await stateRows.flush()
        await lease?.release()
      }
    },

    /** Lets waiting senders continue if the bridges are never started. */
    skip: () => setReady(),
  }
}

export type Bridges = ReturnType<typeof createBridges>

/** Compares in constant time. */
const isSame = (expected: string | null, received: string): boolean =>
  expected !== null && timingSafeEqual(digest(expected), digest(received))

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

const createSample = (at: number): QueuedMessage => {
  const message: BridgeMessage = {
    topic: 'p/test/d/test/up/values',
    payload: JSON.stringify({ at, v: { test: 1 } }),
    project: 'test',
    device: 'test',
    at,
    values: { test: 1, productId: null },
  }
  return { row: '0', id: `test-${at}`, message }
}
