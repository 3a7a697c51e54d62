import { type Command, findTopicCandidates, type DeviceRef } from '../../../contract/telemetry/index.ts'

/** The parts of a thing model property that messages need. */
export interface CustomProperty {
  readonly identifier: string
  readonly type: string
  readonly isWritable: boolean
}

/** The device named in a custom topic, with the properties of its product. */
export interface CustomDevice extends DeviceRef {
  readonly properties: readonly CustomProperty[]
  /**
   * Returns whether the configuration of this device is unchanged. While it is, earlier values of other properties
   * remain valid.
   */
  readonly isUnchanged: () => boolean
}

/** Meaning of a custom topic name. */
export interface CustomTopic {
  readonly direction: 'up' | 'down'
  readonly isRetained: boolean
  /** Maximum time to the device's next message on any of its topics, in milliseconds; undefined for the default. */
  readonly everyMs: number | undefined
  /** Null if the product has no such device, the device is out of service, or custom topics are disabled. */
  readonly device: CustomDevice | null
}

export interface CustomFilter {
  readonly filter: string
  readonly qos: 0 | 1 | 2
}

export interface CustomMessage {
  readonly topic: string
  readonly payload: Buffer
  readonly qos: 0 | 1 | 2
  readonly retain: boolean
}

/**
 * Custom topics of this installation, in addition to the built-in ones. All lookups are in memory, because they run for
 * each message.
 */
export interface CustomTopics {
  /** Returns null if no custom topic matches. */
  find(topic: string): CustomTopic | null
  /** Returns whether a wildcard filter is the declared filter of a custom topic for all its devices. */
  covers(filter: string): boolean
  /** Filters of the custom topics that devices publish to, for an external broker. */
  getPublishFilters(): readonly CustomFilter[]
  /** Messages that carry a command on custom topics, in addition to the built-in topic. */
  messagesFor(command: Command & DeviceRef): readonly CustomMessage[]
  /** Server-side subscriptions of a client. */
  getSubscriptions(clientId: string): readonly CustomFilter[]
  /** Calls the listener when any of these results may have changed; returns a function that unsubscribes. */
  onChange(listener: () => void): () => void
}

/** For an installation without custom topics. */
export const emptyCustomTopics: CustomTopics = {
  find: () => null,
  covers: () => false,
  getPublishFilters: () => [],
  messagesFor: () => [],
  getSubscriptions: () => [],
  onChange: () => () => {},
}

/**
 * Finds the declared topic of a topic name. `rows` is keyed by the name with a placeholder for the device. Prefers a
 * row that `isRight` accepts; otherwise returns the first match, or null.
 */
export function findDeclared<Row>(
  topic: string,
  rows: ReadonlyMap<string, Row>,
  isRight: (row: Row, device: string) => boolean,
): { readonly row: Row; readonly device: string } | null {
  let first: { readonly row: Row; readonly device: string } | null = null
  for (const { name, device } of findTopicCandidates(topic)) {
    const row = rows.get(name)
    if (row === undefined) continue
    if (isRight(row, device)) return { row, device }
    first ??= { row, device }
  }
  return first
}
