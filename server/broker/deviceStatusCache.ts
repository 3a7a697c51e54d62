import { type DeviceRef, type DeviceStatus, encodeDeviceStatus, parseTopic, statusTopic } from '../../contract/telemetry/index.ts'
import { matchesPrefix } from './subscriptionRouter.ts'

interface Said {
  readonly topic: string
  readonly payload: Buffer
}

/**
 * Last published state of each device. Subscribers receive it like a retained message, also for an unknown device, so
 * that a page that reconnects after a restart does not keep an outdated state.
 */
export class DeviceStatusCache {
  readonly #said = new Map<string, DeviceStatus>()

  /** Null removes the device. */
  set(device: DeviceRef, status: DeviceStatus | null): Said {
    const topic = statusTopic(device)
    if (!status || status.state === null) this.#said.delete(topic)
    else this.#said.set(topic, status)
    return { topic, payload: this.#payloadOf(topic) }
  }

  /** Returns undefined if the state is unknown. */
  get(device: DeviceRef): DeviceStatus | undefined {
    return this.#said.get(statusTopic(device))
  }

  /** Returns the message of a status topic; undefined for other topics. */
  at(topic: string): Said | undefined {
    return topic.endsWith(ending) && parseTopic(topic)?.kind === 'status' ? { topic, payload: this.#payloadOf(topic) } : undefined
  }

  /** Yields all messages that match a wildcard filter. */
  *under(filter: string): Generator<Said> {
    if (!filter.endsWith(ending)) return
    for (const topic of this.#said.keys()) if (matchesPrefix(filter, topic)) yield { topic, payload: this.#payloadOf(topic) }
  }

  #payloadOf(topic: string): Buffer {
    return Buffer.from(encodeDeviceStatus(this.#said.get(topic) ?? { state: null, at: 0 }))
  }
}

const ending = '/status'
