import { type DeviceRef, type DeviceStatus, encodeDeviceStatus, parseTopic, statusTopic } from '../../contract/telemetry/index.ts'
import { matchesPrefix } from './subscriptionRouter.ts'

interface Said {
  readonly topic: string
  readonly payload: Buffer
}

/**
 * Which state each device is in, as the server said it last. Who subscribes is answered from here as if it were retained, also for a
 * device of which nothing is known: so a page that comes back after a restart never keeps a state that nobody says any more.
 */
export class DeviceStatusCache {
  readonly #said = new Map<string, DeviceStatus>()

  /** Null: the device is none any more. */
  set(device: DeviceRef, status: DeviceStatus | null): Said {
    const topic = statusTopic(device)
    if (!status || status.state === null) this.#said.delete(topic)
    else this.#said.set(topic, status)
    return { topic, payload: this.#payloadOf(topic) }
  }

  /** Undefined: nothing is known of it. */
  get(device: DeviceRef): DeviceStatus | undefined {
    return this.#said.get(statusTopic(device))
  }

  /** What stands at a topic; undefined for topics of another kind. */
  at(topic: string): Said | undefined {
    return topic.endsWith(ending) && parseTopic(topic)?.kind === 'status' ? { topic, payload: this.#payloadOf(topic) } : undefined
  }

  /** All under a filter with a wildcard. */
  *under(filter: string): Generator<Said> {
    if (!filter.endsWith(ending)) return
    for (const topic of this.#said.keys()) if (matchesPrefix(filter, topic)) yield { topic, payload: this.#payloadOf(topic) }
  }

  #payloadOf(topic: string): Buffer {
    return Buffer.from(encodeDeviceStatus(this.#said.get(topic) ?? { state: null, at: 0 }))
  }
}

const ending = '/status'
