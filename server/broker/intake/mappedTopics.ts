import type { Command, DeviceRef } from '../../../contract/telemetry/index.ts'
import type { CustomFilter, CustomMessage } from '../custom/customTopics.ts'
import type { DeviceIdentity } from '../access/identity.ts'
import type { ValuesFrame } from './ingest.ts'

/**
 * Foreign topics: neither topics of `contract/telemetry` nor declared custom topics. Devices use them with the formats of
 * their makes.
 */
export interface MappedTopics {
  /**
   * Processes a message. With QoS 1, it is acknowledged once the promise resolves. A rejected promise closes the
   * connection without an acknowledgement, and the client sends the message again. An ignored message is counted.
   * `receivedAtMs`: milliseconds since 1970.
   */
  publish(
    identity: DeviceIdentity,
    topic: string,
    payload: Uint8Array,
    receivedAtMs: number,
  ): Promise<'accepted' | 'ignored'>
  /**
   * Returns whether a connection may subscribe to a filter. Also called with the topic of each delivery, so that a
   * changed configuration applies at once.
   */
  maySubscribe(identity: DeviceIdentity, filter: string): boolean
  /** Messages that carry a command on foreign topics, in addition to the built-in topic. */
  messagesFor?(command: Command & DeviceRef): readonly CustomMessage[]
  /** Filters to subscribe to at an external broker. */
  getPublishFilters?(): readonly CustomFilter[]
  /** Calls the listener when the filters may have changed; returns a function that unsubscribes. */
  onChange?(listener: () => void): () => void
  /** Handles the end of a connection of a device credential. */
  handleDisconnect?(identity: DeviceIdentity): void
  /** Will of the connection to an external broker; undefined if there is none. */
  getWill?(): CustomMessage | undefined
  /** Handles each new connection to the external broker. */
  handleExternalConnect?(): void
  /**
   * Marks values bad that do not have the declared type of their point. Returns null if all have it. Also called with
   * frames in the server's own format.
   */
  enforceTypes?(frame: ValuesFrame): ValuesFrame | null
}

/** For an installation without mappings: ignores all messages. */
export const noMappedTopics: MappedTopics = {
  publish: () => Promise.resolve('ignored'),
  maySubscribe: () => false,
}
