import type { DeviceRef } from '../../../contract/telemetry/index.ts'
import { isReserved, telemetryLimits } from '../../../contract/telemetry/index.ts'
import type { Broker } from '../../broker/index.ts'
import { offlineAfterMs } from '../base/offlineTimeout.ts'

interface Parts {
  readonly broker: Pick<Broker, 'onFrame' | 'onState' | 'onMoved' | 'isOnline' | 'isCut'>
  /** The time, for when it was. */
  readonly now: () => number
  /** The clock that nobody sets, for how long ago: one that is set would make a whole plant silent at once. */
  readonly steady: () => number
}

interface Heard {
  at: number
  ms: number
  every: number
  /** When it said itself that it cannot be reached; what came before, but is told later, does not bring it back. */
  goneMs: number
}

/** Who said that it is there has so long to send the first values. */
const helloMs = 5 * 60_000
/** After a start, and after the external broker was away, the plant has so long to find back, before who is not heard is offline. */
const findBackMs = 60_000
const mostDevices = 100_000

/** What was heard of each device since this start: whether one can be reached is read from it, for rows and for states alike. */
export class DiscoveredDevices {
  readonly #parts: Parts
  readonly #heard = new Map<string, Heard>()
  readonly #listeners = new Set<(device: DeviceRef) => void>()
  #sinceMs = 0
  #cutMs: number | null = null

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Begins to listen; returns how to stop. */
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

  /** Told of devices that may be reached differently from now on. Silence tells nothing: ask. */
  onNews(listener: (device: DeviceRef) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Looks whether the external broker went or came back; to be asked about once a second. Answers whether it did. */
  look(): boolean {
    const isCut = this.#parts.broker.isCut()
    if (isCut === (this.#cutMs !== null)) return false
    this.#cutMs = isCut ? this.#parts.steady() : null
    if (!isCut) this.#sinceMs = this.#parts.steady()
    return true
  }

  /** When a device was heard last; null: not since this start. */
  heardAt(device: DeviceRef): number | null {
    const { at = -Infinity } = this.#heard.get(deviceKey(device)) ?? {}
    return at === -Infinity ? null : at
  }

  /** Whether it has been silent for so long that it is offline. */
  isSilent(device: DeviceRef): boolean {
    const heard = this.#heard.get(deviceKey(device))
    return !heard || this.#isSilent(heard, this.#parts.steady())
  }

  /** Undefined: not known, or not yet. */
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
    // The server itself, which speaks for scenes under names of its own, is no device.
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

/** A device's name within a map. */
export const deviceKey = ({ project, device }: DeviceRef): string => `${project}/${device}`
