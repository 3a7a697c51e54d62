import type { IncomingMessage } from 'node:http'
import type { Binding, Command, DeviceRef, DeviceStatus, Upgrade } from '../../contract/telemetry/index.ts'
import type { Log } from '../log.ts'
import type { StorageGuard } from '../storage/index.ts'
import type { Tls } from '../tls.ts'
import type { DeviceGate } from './intake/deviceGate.ts'
import type { MessageScripts } from './intake/messageScripts.ts'
import type { RawValues } from './intake/rawValues.ts'
import type { DriverValues } from './intake/driverValues.ts'
import type { Grant } from './access/acl.ts'
import type { ClientCertificate } from './transport/clientCertificate.ts'
import type { Listener, ListenerPort } from './transport/listeners.ts'
import type { MappedTopics } from './intake/mappedTopics.ts'
import type { Refusal, RefusalReason, RejectedClient } from './access/refusals.ts'
import type { IncomingAck, ValuesFrame, IncomingProgress, IncomingState } from './intake/ingest.ts'
import type { SendQueueLimits } from './base/sendQueue.ts'
import type { CustomMessage, CustomTopics } from './custom/customTopics.ts'
import type { RetainedTopic } from './delivery/retainedStore.ts'

export interface BrokerOptions {
  /** 0 selects a free port. */
  readonly port: number
  readonly host: string
  /** MQTT over TCP; undefined disables it. */
  readonly tcp?: ListenerPort | undefined
  /** MQTT over TLS, only with `tls`; undefined disables it. */
  readonly tlsListener?: ListenerPort | undefined
  /** PEM certificates of the authority that issues client certificates. */
  readonly clientCa?: Buffer | undefined
  /**
   * Authenticates a connection; null or a reason rejects it. The MQTT user name is the account, the password a session
   * token or device credential. `certificate`: certificate presented on the TLS listener.
   */
  readonly authenticate: (
    clientId: string,
    username: string,
    password: string,
    certificate: ClientCertificate | null,
  ) => Promise<Grant | RefusalReason | null>
  /** Stores frames. Messages with QoS 1 are acknowledged only after it resolves. */
  readonly commit: (frames: ValuesFrame[]) => Promise<void>
  readonly log: Log
  /** Returns the client address, also behind proxies. Default: the remote address of the connection. */
  readonly getAddress?: (request: IncomingMessage) => string
  /** Certificate and key. If set, only TLS connections are accepted. */
  readonly tls?: Tls | undefined
  /** Browser origins that may connect. Default: origins with the same host name. */
  readonly origins?: readonly string[]
  /**
   * External broker for device connections; browsers always connect to this one. The client id must be unique to this
   * installation.
   */
  readonly external?:
    | {
        readonly url: string
        readonly clientId: string
        /** Do not connect until `connectExternal` is called. */ readonly connectLater?: boolean
      }
    | undefined
  /** Custom topics of this installation and the server-side subscriptions. */
  readonly customTopics?: CustomTopics
  /** Foreign topics that mappings read. Default: ignored. */
  readonly mappedTopics?: MappedTopics
  /** Reports whether the server can store data. */
  readonly storage?: Pick<StorageGuard, 'fault' | 'onChange'>
  /** Decides which devices are accepted. Default: all. */
  readonly gate?: DeviceGate
  /** Limits for slow subscribers. */
  readonly outbox?: SendQueueLimits
  readonly now?: () => number
}

export interface OutgoingCommand extends Command, DeviceRef {}
/** `device` is the telemetry device of the facility; the cabinet is the device that receives the message. */
export interface OutgoingBinding extends Binding {
  readonly project: string
  readonly cabinet: string
}
export interface OutgoingUpgrade extends Upgrade, DeviceRef {}

export interface Broker {
  /** URL of the WebSocket. */
  readonly url: string
  /** Open ports: the WebSocket first. */
  readonly listeners: readonly Listener[]
  /** Sends a command to a device or its gateway. Throws `device.offline` if neither is connected. */
  publishCommand(command: OutgoingCommand): Promise<void>
  /** Requests a firmware upgrade of a device. Throws like `publishCommand`. */
  publishUpgrade(upgrade: OutgoingUpgrade): Promise<void>
  /**
   * Sends a cabinet the binding of one of its facilities. Throws like `publishCommand`; the cabinet answers with an
   * acknowledgement.
   */
  publishBinding(binding: OutgoingBinding): Promise<void>
  /**
   * Accepts a message that a bridge received, as if the external broker had sent it. Resolves after it is stored; rejects
   * if it cannot be stored. Resolves with false if the topic is neither a built-in nor a custom one and no mapping accepts
   * it.
   */
  receive(topic: string, payload: Buffer, qos: 0 | 1, publisher: `bridge:${string}`): Promise<boolean>
  /** Publishes values of a device that the server itself owns. They are not stored. */
  publishValues(frame: ValuesFrame): void
  /**
   * Stores values that a mapping has read and delivers them together with the latest other values of the device.
   * Resolves once they are stored; rejects if they cannot be stored. `publisher`: name of the client in quotas.
   * `isUnchanged`: whether the configuration of the device still is the same.
   */
  acceptValues(frame: ValuesFrame, publisher: string, isUnchanged?: () => boolean): Promise<'accepted' | 'ignored'>
  /** Handles a device state that a mapping has read or concluded. */
  reportState(state: IncomingState): void
  /** Handles an acknowledgement that a mapping has read or concluded. */
  reportAck(ack: IncomingAck): void
  /** Publishes a message on a foreign topic to the clients here and at the external broker. */
  publishForeign(message: CustomMessage): Promise<void>
  /** Runs rule scripts on messages from now on. Returns a function that ends it. */
  useScripts(scripts: MessageScripts): () => void
  /** Reads messages of a few bytes by the declared encoding of their device. Returns a function that ends it. */
  useRawValues(rawValues: RawValues): () => void
  /**
   * Publishes a message of a rule script: on a custom topic to its device, or as a report of a device. Returns false if
   * the topic is neither. Throws like `publishCommand`.
   */
  publishMessage(topic: string, payload: Buffer): Promise<boolean>
  /** Values and states of devices that drivers of this server read. */
  readonly driverValues: DriverValues
  onProgress(listener: (progress: IncomingProgress) => void): () => void
  onAck(listener: (ack: IncomingAck) => void): () => void
  onFrame(listener: (frame: ValuesFrame) => void): () => void
  onState(listener: (state: IncomingState) => void): () => void
  /** Returns the last online state reported by the device or its gateway; undefined if neither has reported one. */
  isOnline(device: DeviceRef): boolean | undefined
  /**
   * Notifies about devices whose reachability may have changed because their gateway connected, disconnected or changed
   * its device list.
   */
  onReachabilityChange(listener: (device: DeviceRef) => void): () => void
  /** Returns true if an external broker is configured but not connected. The state of its devices is then unknown. */
  isExternalBrokerLost(): boolean
  /**
   * Publishes the state of a device and keeps it for later subscribers; null removes it. Only the server publishes
   * these states.
   */
  publishStatus(device: DeviceRef, status: DeviceStatus | null): void
  /** Returns the last published state; undefined if there is none or it is unknown. */
  getStatus(device: DeviceRef): DeviceStatus | undefined
  /** Closes every connection of an account, or only those of one session. */
  disconnect(account: string, session?: string): void
  /** Lists the sessions with open connections, so that their validity can be checked. */
  openSessions(): OpenSession[]
  stats(): BrokerStats
  /** Lists all open connections. */
  clients(): BrokerClient[]
  /** Closes a connection by its serial number; returns false if there is none. The client may reconnect. */
  disconnectClient(serial: number): boolean
  /** Closes the connections of device credentials, at once. Their Wills are published. */
  disconnectCredentials(ids: readonly string[]): void
  /** Replaces the grants of open connections by credential; null closes them. */
  updateCredentials(grants: ReadonlyMap<string, Grant | null>): void
  /** Credentials with open connections. */
  openCredentials(): readonly string[]
  /** Newest rejected connection attempts, newest first. */
  rejectedClients(): readonly RejectedClient[]
  /** Lists the topics of all retained messages with arrival time and size. */
  retainedTopics(): Iterable<RetainedTopic>
  /** Drops the retained messages of these devices, so that new subscribers do not receive them. */
  dropRetained(devices: readonly DeviceRef[]): void
  /** Total size of all retained messages in bytes. */
  retainedBytes(): number
  /** Uses a renewed certificate for new connections. */
  renewTls(tls: Tls): void
  /**
   * Connects to the external broker, if one is configured, and returns a function that disconnects. The external broker
   * queues messages for this server in the meantime.
   */
  connectExternal(): () => Promise<void>
  close(): Promise<void>
}

export interface OpenSession {
  readonly account: string
  readonly session: string
}

/** An open connection, possibly not authenticated yet. */
export interface BrokerClient {
  readonly serial: number
  readonly clientId: string
  readonly account: string
  /** Null until the connection is authenticated. */
  readonly kind: Grant['kind'] | null
  /** Id of the sign-in session. */
  readonly session?: string | undefined
  readonly address: string
  readonly protocol: Listener['protocol']
  readonly projects: readonly string[]
  /** Telemetry devices of the connection; null for all devices of its projects, and for users. */
  readonly devices: readonly string[] | null
  /** Id of the device credential. */
  readonly credential: string | null
  /** Name of the device or gateway of the credential. */
  readonly name: string | null
  /** A program of this server, such as the virtual plant. */
  readonly isInternal: boolean
  /** Last message, in milliseconds since 1970. */
  readonly lastMessageAt: number | null
  readonly messagesPerMinute: number
  readonly lastRefusal: Refusal | null
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
  /** Connections closed because the client did not read. */
  readonly cut: number
  readonly malformed: number
  readonly clockAhead: number
  readonly refused: number
  /** Ignored messages on custom topics: no matching device, or custom topics are disabled. */
  readonly leftOut: number
  /** Messages of ignored devices, and of undeclared devices over the quota. */
  readonly unheard: number
  /** Messages on topics that nothing declares. */
  readonly undeclaredTopics: number
  /** QoS 0 messages over the sender's rate limit. */
  readonly throttled: number
  /** QoS 0 frames that were delivered but not stored, because the storage queue was full. */
  readonly droppedFrames: number
  readonly commits: number
  readonly committedPoints: number
  readonly waitingPoints: number
  readonly failedPoints: number
  readonly retained: number
  readonly external: 'none' | 'connected' | 'lost'
}
