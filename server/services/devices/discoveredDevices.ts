import type { DeviceRef } from '../../../contract/telemetry/index.ts'
import { isReserved, telemetryLimits } from '../../../contract/telemetry/index.ts'
import type { Broker } from '../../broker/index.ts'
import { offlineAfterMs } from '../base/offlineTimeout.ts'

interface Parts {
  readonly broker: Pick<Broker, 'onFrame' | 'onState' | 'onMoved' | 'isOnline' | 'isCut'>
  /** Wall clock, for timestamps. */
  readonly now: () => number
  /** Monotonic clock, for durations. A wall-clock change would make the whole plant appear silent. */
  readonly steady: () => number
}

interface Heard {
  at: number
  ms: number
  every: number
  /** Time of the last reported disconnect. Older messages that arrive later do not bring the device back online. */
  goneMs: number
}

/** Milliseconds in which a device that reported itself online must send its first values. */
const helloMs = 5 * 60_000
/**
 * Grace period in milliseconds after a start or an outage of the external broker before silent devices count as
 * offline.
 */
const findBackMs = 60_000
const mostDevices = 100_000

/** Records the last message of each device since the start. Rows and states derive reachability from it. */
export class DiscoveredDevices {
  readonly #parts: Parts
  readonly #heard = new Map<string, Heard>()
  readonly #listeners = new Set<(device: DeviceRef) => void>()
  #sinceMs = 0
  #cutMs: number | null = null

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Starts listening. Returns a function that stops it. */
  start(): () => void {
    const { broker, now, steady } = this.#parts
    this.#sinceMs = steady()
    const ends = [
      broker.onFrame(({ project, device, receivedAt, heardMs, every }) => {
        const heard = this.#of({ project, device })
        if (!heard || heardMs <= heard.goneMs) return
        const wasSilent = this.#isSilent(heard, heardMs) || this.#isBeforeCut(heard)
        heard.at = receivedAt
        heard.ms = heardMs
        heard.every = every
        if (wasSilent) this.#tell({ project, device })
      }),
      broker.onState(({ project, device, online }) => {
        const heard = this.#of({ project, device })
        if (!heard) return
        if (!online) heard.goneMs = steady()
        else {
          heard.at = now()
          heard.ms = steady()
          heard.every = Math.max(heard.every, helloMs / telemetryLimits.stale.silentIntervals)
        }
        this.#tell({ project, device })
      }),
      broker.onMoved((device) => this.#tell(device)),
    ]
    return () => { for (const end of ends) end() }
  }

  /** Subscribes to devices whose reachability may have changed. Timeouts are not reported; poll for them. */
  onNews(listener: (device: DeviceRef) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Checks whether the external broker was lost or came back, and returns true if so. Call about once a second. */
  look(): boolean {
    const isCut = this.#parts.broker.isCut()
    if (isCut === (this.#cutMs !== null)) return false
    this.#cutMs = isCut ? this.#parts.steady() : null
    if (!isCut) this.#sinceMs = this.#parts.steady()
    return true
  }

  /** Time of a device's last message; null if none since this start. */
  heardAt(device: DeviceRef): number | null {
    const { at = -Infinity } = this.#heard.get(deviceKey(device)) ?? {}
    return at === -Infinity ? null : at
  }

  /** Returns true if the device has been silent long enough to be offline. */
  isSilent(device: DeviceRef): boolean {
    const heard = this.#heard.get(deviceKey(device))
    return !heard || this.#isSilent(heard, this.#parts.steady())
  }

  /** Undefined if not known yet. */
  isOnline(device: DeviceRef): boolean | undefined {
    const nowMs = this.#parts.steady()
    if (this.#parts.broker.isOnline(device) === false) return false
    const heard = this.#heard.get(deviceKey(device))
    if (heard && !this.#isSilent(heard, nowMs) && !this.#isBeforeCut(heard)) return true
    if (this.#cutMs !== null) return undefined
    return (heard?.ms ?? -Infinity) < this.#sinceMs && nowMs - this.#sinceMs < findBackMs ? undefined : false
  }

  #isSilent({ ms, goneMs, every }: Heard, nowMs: number): boolean {
    return ms <= goneMs || nowMs - ms > offlineAfterMs(every)
  }

  #isBeforeCut({ ms }: Heard): boolean {
    return this.#cutMs !== null && ms < this.#cutMs
  }

  #of(device: DeviceRef): Heard | undefined {
    // The server publishes scene variables under reserved device names, which are no devices.
    if (isReserved(device.device)) return undefined
    const key = deviceKey(device)
    const known = this.#heard.get(key)
    if (known || this.#heard.size >= mostDevices) return known
    const heard = { at: -Infinity, ms: -Infinity, every: 0, goneMs: -Infinity }
    this.#heard.set(key, heard)
    return heard
  }

  #tell(device: DeviceRef): void {
    for (const listener of this.#listeners) listener(device)
  }
}

/** Map key of a device. */
export const deviceKey = ({ project, device }: DeviceRef): string => `${project}/${device}`
