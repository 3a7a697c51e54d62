import type { IncomingMessage } from 'node:http'
import type { Binding, Command, DeviceRef, DeviceStatus, Upgrade } from '../../contract/telemetry/index.ts'
import type { Log } from '../log.ts'
import type { StorageGuard } from '../storage/index.ts'
import type { Tls } from '../tls.ts'
import type { DeviceGate } from './deviceGate.ts'
import type { Grant } from './acl.ts'
import type { IncomingAck, ValuesFrame, IncomingProgress, IncomingState } from './ingest.ts'
import type { SendQueueLimits } from './sendQueue.ts'
import type { CustomTopics } from './customTopics.ts'
import type { RetainedTopic } from './retainedStore.ts'

export interface BrokerOptions {
  /** 0: any free one. */
  readonly port: number
  readonly host: string
  /** Who this is, or null. MQTT user name is the account, password the session token or device credential. */
  readonly authenticate: (clientId: string, username: string, password: string) => Promise<Grant | null>
  /** Stores frames; what was sent with QoS 1 is acknowledged only after this resolves. */
  readonly commit: (frames: ValuesFrame[]) => Promise<void>
  readonly log: Log
  /** Where a connection came from, behind proxies too; without it, the other end of the connection. */
  readonly addressOf?: (request: IncomingMessage) => string
  /** Certificate and key: then only TLS is spoken. */
  readonly tls?: Tls | undefined
  /** Browser origins that may connect; without it those of the same host name. */
  readonly origins?: readonly string[]
  /** An external broker, where the devices are. Browsers stay here. The client id is this installation's own there. */
  readonly external?: { readonly url: string; readonly clientId: string; /** Not connected to before `connectExternal`. */ readonly isLater?: boolean } | undefined
  /** The topics that the installation declared, and who is meant to hear which. */
  readonly own?: CustomTopics
  /** Whether the server can store data now. */
  readonly storage?: Pick<StorageGuard, 'fault' | 'onChange'>
  /** Which devices are heard; all where absent. */
  readonly gate?: DeviceGate
  /** How much a reader may fall behind. */
  readonly outbox?: SendQueueLimits
  readonly now?: () => number
}

export interface OutgoingCommand extends Command, DeviceRef {}
/** `device` says which telemetry device speaks for the facility; the cabinet to be told stands beside it. */
export interface OutgoingBinding extends Binding {
  readonly project: string
  readonly cabinet: string
}
export interface OutgoingUpgrade extends Upgrade, DeviceRef {}

export interface Broker {
  readonly url: string
  /** Hands a command to its device or gateway. Refuses with `device.offline` when nobody is there to take it. */
  publishCommand(command: OutgoingCommand): Promise<void>
  /** Tells a device to upgrade itself; refuses like a command. */
  publishUpgrade(upgrade: OutgoingUpgrade): Promise<void>
  /** Tells a cabinet what hangs on it; refuses like a command, and is answered like one. */
  publishBinding(binding: OutgoingBinding): Promise<void>
  /** Tells values that the server itself knows, of a device that is its own, to all who read it; nothing is stored. */
  tellValues(frame: ValuesFrame): void
  onProgress(listener: (progress: IncomingProgress) => void): () => void
  onAck(listener: (ack: IncomingAck) => void): () => void
  onFrame(listener: (frame: ValuesFrame) => void): () => void
  onState(listener: (state: IncomingState) => void): () => void
  /** What the device, or its gateway, last said; undefined when neither ever spoke. */
  isOnline(device: DeviceRef): boolean | undefined
  /** Devices that may be reached differently from now on, for a gateway said which are behind it, or that it comes or goes. */
  onMoved(listener: (device: DeviceRef) => void): () => void
  /** Whether there is an external broker and it cannot be reached: what the devices there do is not known. */
  isCut(): boolean
  /** Says which state a device is in, to who watches it and to who asks later; null: it is none any more. Nobody but the server can. */
  tellStatus(device: DeviceRef, status: DeviceStatus | null): void
  /** What was said so last; undefined: nothing, or that it is not known. */
  statusOf(device: DeviceRef): DeviceStatus | undefined
  /** Ends every connection of an account at once, or those of one of its sessions. */
  disconnect(account: string, session?: string): void
  /** The sessions by which connections are open: whoever keeps sessions looks whether they still hold. */
  openSessions(): OpenSession[]
  stats(): BrokerStats
  /** Every connection that is open now. */
  clients(): BrokerClient[]
  /** Ends one connection; false where there is none of that number. It may come again. */
  disconnectClient(serial: number): boolean
  /** The topics of all retained messages, with when each came and its size. */
  retainedTopics(): Iterable<RetainedTopic>
  /** Drops the retained messages of these devices, so that who subscribes later does not see them. */
  dropRetained(devices: readonly DeviceRef[]): void
  /** Bytes of all retained messages. */
  retainedBytes(): number
  /** Connections to come are made by a renewed certificate. */
  renewTls(tls: Tls): void
  /** Connects to the external broker, where there is one; returns how to let go of it. It keeps for us what comes meanwhile. */
  connectExternal(): () => Promise<void>
  close(): Promise<void>
}

export interface OpenSession {
  readonly account: string
  readonly session: string
}

/** One open connection, as far as it has come. */
export interface BrokerClient {
  readonly serial: number
  readonly clientId: string
  readonly account: string
  /** Null until it has signed in. */
  readonly kind: Grant['kind'] | null
  /** The sign-in it came by. */
  readonly session?: string | undefined
  readonly address: string
  readonly connectedAt: number
  readonly filters: readonly string[]
  readonly received: number
  readonly delivered: number
  readonly waitingBytes: number
  readonly conflated: number
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
  /** Messages of own topics that were left out: no device to hear, or the part that reads them is off. */
  readonly leftOut: number
  /** Messages of ignored devices, and of undeclared ones over the quota. */
  readonly unheard: number
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
