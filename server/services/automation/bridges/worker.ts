import { OutboundFailure } from '../../../http/outbound/index.ts'
import type { Words } from '../../../../contract/entity/field.ts'
import type { Clock } from '../../base/scheduler.ts'
import { BackOff } from './backOff.ts'
import { type BridgeConnection, type BridgeContext, BridgeFailure, type BridgeKind } from './bridgeKind.ts'
import type { BridgeConfig } from './config.ts'
import type { BridgeQueue, QueuedMessage } from './queue.ts'

/** State of a bridge. `error`: the last attempt failed and another one follows. */
export type BridgeState = 'none' | 'connecting' | 'connected' | 'error'

export interface WorkerOptions {
  readonly config: BridgeConfig
  readonly kind: BridgeKind
  readonly context: BridgeContext
  readonly queue: BridgeQueue
  readonly clock: Clock
  /** Milliseconds after which an idle worker looks for messages of other servers. */
  readonly idleMs: number
  /** Whether this server may deliver at present. */
  readonly mayAct: () => boolean
  readonly onState: (state: BridgeState, problem?: Words) => void
  readonly onDelivered: (count: number) => void
  /** Called for each message that the far end rejected for good. */
  readonly onRejected: (message: QueuedMessage, reason: Words) => void
}

/** Attempts for a message that the far end rejects, before it is counted as failed and left out. */
const maxRejections = 3

/**
 * Delivers the queued messages of one bridge in order: connects, sends a batch, removes it after the far end has
 * accepted it, and repeats a failed batch with increasing delays. A rejected message does not block the others.
 */
export class BridgeWorker {
  readonly #options: WorkerOptions
  readonly #backOff = new BackOff()
  readonly #running: Promise<void>
  #connection: BridgeConnection | undefined
  #isStopped = false
  #wake: (() => void) | undefined
  /** Set while the worker waits for messages, not for the end of a delay. */
  #isIdle = false
  #isPoked = false
  #lost: BridgeFailure | undefined

  constructor(options: WorkerOptions) {
    this.#options = options
    this.#running = this.#run()
  }

  /** Notifies the worker about new messages. */
  poke(): void {
    this.#isPoked = true
    if (this.#isIdle) this.#wake?.()
  }

  /** Stops after the current attempt and closes the connection. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#wake?.()
    const connection = this.#connection
    this.#connection = undefined
    await connection?.close()
    await this.#running
  }

  async #run(): Promise<void> {
    const { queue, config, mayAct, idleMs } = this.#options
    queue.rewind(config.id)
    while (!this.#isStopped) {
      if (!mayAct()) {
        await this.#close()
        await this.#wait(idleMs)
        continue
      }
      try {
        const connection = await this.#connect()
        if (!connection || this.#isStopped) continue
        if (this.#lost) throw this.#lost
        this.#isPoked = false
        const batch = await queue.take(config.id, connection.batchSize)
        if (batch.length === 0) {
          this.#isIdle = true
          if (!this.#isPoked && this.#lost === undefined) await this.#wait(idleMs)
          this.#isIdle = false
        } else await this.#deliver(connection, batch)
      } catch (cause) {
        await this.#fail(cause)
      }
    }
  }

  async #connect(): Promise<BridgeConnection | undefined> {
    const { kind, config, context, onState } = this.#options
    if (this.#connection) return this.#connection
    this.#lost = undefined
    if (this.#backOff.failures === 0) onState('connecting')
    const connection = await kind.open(config, context)
    if (this.#isStopped) {
      await connection.close()
      return undefined
    }
    this.#connection = connection
    connection.onLost((failure) => {
      if (this.#connection !== connection) return
      this.#lost = failure
      if (this.#isIdle) this.#wake?.()
    })
    if (connection.isConfirmed) this.#succeed()
    else if (this.#backOff.failures === 0) onState('none')
    return connection
  }

  async #deliver(connection: BridgeConnection, batch: readonly QueuedMessage[]): Promise<void> {
    let remaining = batch
    while (remaining.length > 0 && !this.#isStopped) {
      let accepted: number
      try {
        accepted = await connection.send(remaining)
      } catch (cause) {
        if (!(cause instanceof BridgeFailure) || cause.kind !== 'message') throw cause
        return this.#deliverOneByOne(connection, remaining)
      }
      await this.#complete(remaining.slice(0, accepted))
      remaining = remaining.slice(accepted)
    }
  }

  /** Finds the messages that the far end rejects, so that the others are delivered. */
  async #deliverOneByOne(connection: BridgeConnection, batch: readonly QueuedMessage[]): Promise<void> {
    for (const message of batch) {
      for (let attempt = 1; ; attempt++) {
        if (this.#isStopped) return
        try {
          await connection.send([message])
          await this.#complete([message])
          break
        } catch (cause) {
          if (!(cause instanceof BridgeFailure) || cause.kind !== 'message') throw cause
          if (attempt < maxRejections) continue
          await this.#options.queue.remove(this.#options.config.id, [message])
          this.#options.onRejected(message, cause.words)
          break
        }
      }
    }
  }

  async #complete(batch: readonly QueuedMessage[]): Promise<void> {
    const { queue, config, onDelivered } = this.#options
    this.#succeed()
    await queue.remove(config.id, batch)
    onDelivered(batch.length)
  }

  #succeed(): void {
    this.#backOff.reset()
    this.#options.onState('connected')
  }

  async #fail(cause: unknown): Promise<void> {
    if (this.#isStopped) return
    const { queue, config, context, onState } = this.#options
    await this.#close()
    queue.rewind(config.id)
    if (!(cause instanceof BridgeFailure) && !(cause instanceof OutboundFailure))
      context.log.warn('a bridge failed', { bridge: config.id, cause })
    onState('error', getReason(cause))
    await this.#wait(this.#backOff.next())
  }

  async #close(): Promise<void> {
    const connection = this.#connection
    this.#connection = undefined
    await connection?.close().catch(() => undefined)
  }

  async #wait(delayMs: number): Promise<void> {
    if (this.#isStopped) return
    await new Promise<void>((done) => {
      const cancel = this.#options.clock.wakeAt(this.#options.clock.now() + delayMs, done)
      this.#wake = () => {
        cancel()
        done()
      }
    })
    this.#wake = undefined
  }
}

/** Reason of a failure for the user, without internal details. */
export function getReason(cause: unknown): Words {
  if (cause instanceof BridgeFailure || cause instanceof OutboundFailure) return cause.words
  const text = (cause instanceof Error ? cause.message : String(cause)).replaceAll(/\p{Cc}+/gu, ' ').slice(0, 300)
  return { en: text, zh: text }
}
