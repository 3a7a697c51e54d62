import type { Command, DeviceRef } from '../../contract/telemetry/index.ts'
import type { Log } from '../log.ts'
import type { Grant } from './grant.ts'
import type { IncomingAck, IncomingFrame, IncomingState } from './intake.ts'
import type { OutboxLimits } from './outbox.ts'

export interface BrokerOptions {
  /** 0: any free one. */
  readonly port: number
  readonly host: string
  /** Who this is, or null. MQTT user name is the account, password the session token or device credential. */
  readonly authenticate: (clientId: string, username: string, password: string) => Promise<Grant | null>
  /** Stores frames; what was sent with QoS 1 is acknowledged only after this resolves. */
  readonly commit: (frames: IncomingFrame[]) => Promise<void>
  readonly log: Log
  /** Browser origins that may connect; without it those of the same host name. */
  readonly origins?: readonly string[]
  /** An external broker, where the devices are. Browsers stay here. The client id is this installation's own there. */
  readonly external?: { readonly url: string; readonly clientId: string } | undefined
  /** How much a reader may fall behind. */
  readonly outbox?: OutboxLimits
  readonly now?: () => number
}

export interface OutgoingCommand extends Command, DeviceRef {}

export interface Broker {
  readonly url: string
  /** Hands a command to its device or gateway. Refuses with `device.offline` when nobody is there to take it. */
  publishCommand(command: OutgoingCommand): Promise<void>
  onAck(listener: (ack: IncomingAck) => void): () => void
  onFrame(listener: (frame: IncomingFrame) => void): () => void
  onState(listener: (state: IncomingState) => void): () => void
  /** What the device, or its gateway, last said; undefined when neither ever spoke. */
  isOnline(device: DeviceRef): boolean | undefined
  /** Ends every connection of an account at once, or those of one of its sessions. */
  disconnect(account: string, session?: string): void
  /** The sessions by which connections are open: whoever keeps sessions looks whether they still hold. */
  openSessions(): OpenSession[]
  stats(): BrokerStats
  close(): Promise<void>
}

export interface OpenSession {
  readonly account: string
  readonly session: string
}

export interface BrokerStats {
  readonly connections: number
  readonly received: number
  readonly delivered: number
  readonly conflated: number
  readonly waitingBytes: number
  /** Connections ended because they did not read. */
  readonly cut: number
  readonly malformed: number
  readonly clockAhead: number
  readonly refused: number
  /** QoS 0 messages over their sender's rate. */
  readonly throttled: number
  /** QoS 0 frames that were shown but not stored, because storage was behind. */
  readonly droppedFrames: number
  readonly commits: number
  readonly committedPoints: number
  readonly waitingPoints: number
  readonly failedPoints: number
  readonly retained: number
  readonly external: 'none' | 'connected' | 'lost'
}
