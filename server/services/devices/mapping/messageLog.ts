import type { Words } from '@mimic/engine/schema'
import { matchesTopic } from '../../../../contract/telemetry/index.ts'

/** A message on a topic that is not a topic of this server. */
export interface ForeignMessage {
  readonly topic: string
  readonly at: number
  /** MQTT client that sent it. */
  readonly client: string
  /** Projects that may see the message; null: only accounts with access to every project. */
  readonly projects: readonly string[] | null
  /** The first bytes of the payload. */
  readonly payload: Buffer
  /** Size of the whole payload. */
  readonly bytes: number
  /** Why the message, or a part of it, was rejected; null if all of it was read. */
  readonly problem: Words | null
}

export const messageLogLimits = {
  /** Topics whose newest message is kept. */
  topics: 1000,
  payloadBytes: 16 * 1024,
  rejectedPerTopic: 200,
  /** Rejected messages of all topics together. */
  rejected: 20_000,
  rejectedPayloadBytes: 512,
} as const

/** Keeps the newest message of each topic, and the last rejected messages with their reasons. In memory only. */
export class MessageLog {
  /** Keyed by topic and projects, longest silent first. */
  readonly #newest = new Map<string, ForeignMessage>()
  readonly #rejected = new Map<string, ForeignMessage[]>()
  #rejectedCount = 0

  add(message: ForeignMessage): void {
    const key = `${message.topic}\n${message.projects?.join(' ') ?? ''}`
    this.#newest.delete(key)
    this.#newest.set(key, cut(message, messageLogLimits.payloadBytes))
    if (this.#newest.size > messageLogLimits.topics) removeFirst(this.#newest)
    if (message.problem !== null) this.#reject(message)
  }

  /** The newest message of each topic that matches the filter, newest first. `projects`: undefined for all. */
  listNewest(filter: string, projects: readonly string[] | undefined, max: number): readonly ForeignMessage[] {
    const found = [...this.#newest.values()].filter(
      (message) => isVisible(message, projects) && matchesTopic(filter, message.topic),
    )
    return found.toReversed().slice(0, max)
  }

  /** Rejected messages of the topics that match the filter, newest first. */
  listRejected(filter: string, projects: readonly string[] | undefined, max: number): readonly ForeignMessage[] {
    return [...this.#rejected]
      .filter(([topic]) => matchesTopic(filter, topic))
      .flatMap(([, messages]) => messages.filter((message) => isVisible(message, projects)))
      .sort((one, other) => other.at - one.at)
      .slice(0, max)
  }

  #reject(message: ForeignMessage): void {
    const { topic } = message
    const list = this.#rejected.get(topic) ?? []
    this.#rejected.delete(topic)
    this.#rejected.set(topic, list)
    list.push(cut(message, messageLogLimits.rejectedPayloadBytes))
    this.#rejectedCount++
    if (list.length > messageLogLimits.rejectedPerTopic) {
      list.shift()
      this.#rejectedCount--
    }
    while (this.#rejectedCount > messageLogLimits.rejected) {
      const [oldest] = this.#rejected
      if (!oldest) return
      this.#rejected.delete(oldest[0])
      this.#rejectedCount -= oldest[1].length
    }
  }
}

/** Copies the first bytes, because a payload can be part of a larger buffer. */
const cut = (message: ForeignMessage, max: number): ForeignMessage => ({
  ...message,
  payload: Buffer.from(message.payload.subarray(0, max)),
})

const isVisible = (message: ForeignMessage, projects: readonly string[] | undefined): boolean =>
  projects === undefined || message.projects?.some((project) => projects.includes(project)) === true

function removeFirst(map: Map<string, unknown>): void {
  const [first] = map.keys()
  if (first !== undefined) map.delete(first)
}
