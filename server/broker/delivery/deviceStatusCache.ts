import {
  type DeviceRef,
  type DeviceStatus,
  encodeDeviceStatus,
  parseTopic,
  statusTopic,
} from '../../../contract/telemetry/index.ts'
import { matchesFilter } from './subscriptionRouter.ts'

interface StatusMessage {
  readonly topic: string
  readonly payload: Buffer
}

/**
 * Last published state of each device. Subscribers receive it like a retained message, also for an unknown device, so
 * that a page that reconnects after a restart does not keep an outdated state.
 */
export class DeviceStatusCache {
  readonly #statuses = new Map<string, DeviceStatus>()

  /** Null removes the device. */
  set(device: DeviceRef, status: DeviceStatus | null): StatusMessage {
    const topic = statusTopic(device)
    if (!status || status.state === null) this.#statuses.delete(topic)
    else this.#statuses.set(topic, status)
    return { topic, payload: this.#encode(topic) }
  }

  /** Returns undefined if the state is unknown. */
  get(device: DeviceRef): DeviceStatus | undefined {
    return this.#statuses.get(statusTopic(device))
  }

  /** Returns the message of a status topic; undefined for other topics. */
  at(topic: string): StatusMessage | undefined {
    return topic.endsWith(statusSuffix) && parseTopic(topic)?.kind === 'status'
      ? { topic, payload: this.#encode(topic) }
      : undefined
  }

  /** Yields all messages that match a wildcard filter. */
  *matching(filter: string): Generator<StatusMessage> {
    if (!filter.endsWith(statusSuffix)) return
    for (const topic of this.#statuses.keys())
      if (matchesFilter(filter, topic)) yield { topic, payload: this.#encode(topic) }
  }

  #encode(topic: string): Buffer {
    return Buffer.from(encodeDeviceStatus(this.#statuses.get(topic) ?? { state: null, at: 0 }))
  }
}

const statusSuffix = '/status'
