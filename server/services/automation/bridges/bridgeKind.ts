import type { Words } from '../../../../contract/entity/field.ts'
import type { Guard, Outbound } from '../../../http/outbound/index.ts'
import type { Log } from '../../../log.ts'
import type { BridgeConfig } from './config.ts'
import type { QueuedMessage } from './queue.ts'

/**
 * Reason why a message or connection failed, in both languages.
 * - `message`: the far end rejects this message and would reject it again.
 * - `configuration`: credentials, statement or address are wrong; sending again helps only after a change there.
 * - `connection`: the far end does not answer or is overloaded.
 */
export class BridgeFailure extends Error {
  override readonly name = 'BridgeFailure'
  readonly kind: 'message' | 'configuration' | 'connection'
  readonly words: Words

  constructor(cause: BridgeFailure['kind'], words: Words) {
    super(words.en)
    this.kind = cause
    this.words = words
  }
}

/** An open connection to the far end of a bridge. */
export interface BridgeConnection {
  /** Whether the far end has already answered; HTTP has no connection before the first request. */
  readonly isConfirmed: boolean
  /** Maximum number of messages per `send`. */
  readonly batchSize: number
  /**
   * Delivers messages in order. Resolves with the number of messages, from the first on and at least one, that the far
   * end has accepted. Rejects otherwise; the caller sends the messages again. Throws `BridgeFailure` for expected
   * failures.
   */
  send(messages: readonly QueuedMessage[]): Promise<number>
  /** Calls the listener once if the connection is lost. */
  onLost(listener: (failure: BridgeFailure) => void): void
  close(): Promise<void>
}

/** Services that a kind of bridge uses. */
export interface BridgeContext {
  readonly guard: Guard
  readonly outbound: Outbound
  readonly log: Log
  /** Accepts an incoming message and resolves after it is stored. Resolves with false if no topic here matches. */
  readonly receive: (config: BridgeConfig, topic: string, payload: Buffer, qos: 0 | 1) => Promise<boolean>
  /** Identifies this installation at the far end. */
  readonly installationId: string
}

/** Result of a test. */
export interface BridgeTest {
  readonly message: Words
}

/** What a bridge would send for a message, and where. Without secrets. */
export interface BridgePreview {
  readonly target: string
  readonly content: string
  /** Reason why the far end would never get it. */
  readonly problem: Words | null
}

/** A kind of bridge: HTTP, MQTT or database. */
export interface BridgeKind {
  /** Connects. Throws a `BridgeFailure` or an `OutboundFailure` if that is impossible. */
  open(config: BridgeConfig, context: BridgeContext): Promise<BridgeConnection>
  /** Checks address, credentials and template with a sample message. */
  test(config: BridgeConfig, context: BridgeContext, sample: QueuedMessage): Promise<BridgeTest>
  /** Fills address, topic, body or statement for a message without connecting. */
  preview(config: BridgeConfig, message: QueuedMessage): BridgePreview
}
