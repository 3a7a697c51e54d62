import { matchesTopic } from '../../../../../contract/telemetry/index.ts'
import type { TopicMapping } from '../config.ts'

/** A mapped topic with the options of its row. */
export interface MappedTopic {
  readonly topic: string
  readonly qos: 0 | 1
  readonly isRetained: boolean
}

/** Converts topics between this server and the other broker. The first matching row counts. */
export class TopicMap {
  readonly #outputs: readonly TopicMapping[]
  readonly #inputs: readonly TopicMapping[]

  constructor(mappings: readonly TopicMapping[]) {
    this.#outputs = mappings.filter(({ direction }) => direction === 'out')
    this.#inputs = mappings.filter(({ direction }) => direction === 'in')
  }

  /** Filters to subscribe to at the other broker, with their QoS. */
  get subscriptions(): ReadonlyMap<string, 0 | 1> {
    return new Map(this.#inputs.map(({ remotePrefix, filter, qos }) => [remotePrefix + filter, qos]))
  }

  /** Topic at the other broker; null if no output row matches. Without output rows, the topic is unchanged. */
  toRemote(topic: string): MappedTopic | null {
    if (this.#outputs.length === 0) return { topic, qos: 1, isRetained: false }
    const mapping = this.#outputs.find(({ localPrefix, filter }) => isWithin(topic, localPrefix, filter))
    if (!mapping) return null
    const { localPrefix, remotePrefix, qos, isRetained } = mapping
    return { topic: remotePrefix + topic.slice(localPrefix.length), qos, isRetained }
  }

  /** Topic here; null if no input row matches. */
  toLocal(topic: string): string | null {
    const mapping = this.#inputs.find(({ remotePrefix, filter }) => isWithin(topic, remotePrefix, filter))
    return mapping ? mapping.localPrefix + topic.slice(mapping.remotePrefix.length) : null
  }

  /** Returns whether the other broker sends a message with this topic back to this bridge. */
  isSubscribed(remoteTopic: string): boolean {
    return this.#inputs.some(({ remotePrefix, filter }) => isWithin(remoteTopic, remotePrefix, filter))
  }
}

function isWithin(topic: string, prefix: string, filter: string): boolean {
  return topic.startsWith(prefix) && matchesTopic(filter, topic.slice(prefix.length))
}
