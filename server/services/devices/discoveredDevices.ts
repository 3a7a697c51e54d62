import type { DeviceRef } from '../../../contract/telemetry/index.ts'
import { isReserved, telemetryLimits } from '../../../contract/telemetry/index.ts'
import type { Broker } from '../../broker/index.ts'
import { getOfflineTimeoutMs } from '../base/offlineTimeout.ts'

interface Parts {
  readonly broker: Pick<Broker, 'onFrame' | 'onState' | 'onReachabilityChange' | 'isOnline' | 'isExternalBrokerLost'>
  /** Wall clock, for timestamps. */
  readonly now: () => number
  /** Monotonic clock, for durations. A wall-clock change would make the whole plant appear silent. */
  readonly monotonicNow: () => number
}

interface LastMessage {
  at: number
  ms: number
  every: number
  /** Time of the last reported disconnect. Older messages that arrive later do not bring the device back online. */
  disconnectedMs: number
}

/** Milliseconds in which a device that reported itself online must send its first values. */
const firstValuesTimeoutMs = 5 * 60_000
/**
 * Grace period in milliseconds after a start or an outage of the external broker before silent devices count as
 * offline.
 */
const startupGraceMs = 60_000
const maxDevices = 100_000

/** Records the last message of each device since the start. Rows and states derive reachability from it. */
export class DiscoveredDevices {
  readonly #parts: Parts
  readonly #lastMessages = new Map<string, LastMessage>()
  readonly #listeners = new Set<(device: DeviceRef) => void>()
  #sinceMs = 0
  #disconnectedMs: number | null = null

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Starts listening. Returns a function that stops it. */
  start(): () => void {
    const { broker, now, monotonicNow } = this.#parts
    this.#sinceMs = monotonicNow()
    const unsubscribers = [
      broker.onFrame(({ project, device, receivedAt, arrivedMs, every }) => {
        const lastMessage = this.#getLastMessage({ project, device })
        if (!lastMessage || arrivedMs <= lastMessage.disconnectedMs) return
        const wasSilent = this.#isSilent(lastMessage, arrivedMs) || this.#isBeforeDisconnect(lastMessage)
        lastMessage.at = receivedAt
        lastMessage.ms = arrivedMs
        lastMessage.every = every
        if (wasSilent) this.#notify({ project, device })
      }),
      broker.onState(({ project, device, online }) => {
        const lastMessage = this.#getLastMessage({ project, device })
        if (!lastMessage) return
        if (!online) lastMessage.disconnectedMs = monotonicNow()
        else {
          lastMessage.at = now()
          lastMessage.ms = monotonicNow()
          lastMessage.every = Math.max(lastMessage.every, firstValuesTimeoutMs / telemetryLimits.stale.silentIntervals)
        }
        this.#notify({ project, device })
      }),
      broker.onReachabilityChange((device) => this.#notify(device)),
    ]
    return () => {
      for (const unsubscribe of unsubscribers) unsubscribe()
    }
  }

  /** Subscribes to devices whose reachability may have changed. Timeouts are not reported; poll for them. */
  onEvents(listener: (device: DeviceRef) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Checks whether the external broker was lost or came back, and returns true if so. Call about once a second. */
  reload(): boolean {
    const isDisconnected = this.#parts.broker.isExternalBrokerLost()
    if (isDisconnected === (this.#disconnectedMs !== null)) return false
    this.#disconnectedMs = isDisconnected ? this.#parts.monotonicNow() : null
    if (!isDisconnected) this.#sinceMs = this.#parts.monotonicNow()
    return true
  }

  /** Time of a device's last message; null if none since this start. */
  getLastMessageAt(device: DeviceRef): number | null {
    const { at = -Infinity } = this.#lastMessages.get(deviceKey(device)) ?? {}
    return at === -Infinity ? null : at
  }

  /** Returns true if the device has been silent long enough to be offline. */
  isSilent(device: DeviceRef): boolean {
    const lastMessage = this.#lastMessages.get(deviceKey(device))
    return !lastMessage || this.#isSilent(lastMessage, this.#parts.monotonicNow())
  }

  /** Undefined if not known yet. */
  isOnline(device: DeviceRef): boolean | undefined {
    const nowMs = this.#parts.monotonicNow()
    if (this.#parts.broker.isOnline(device) === false) return false
    const lastMessage = this.#lastMessages.get(deviceKey(device))
    if (lastMessage && !this.#isSilent(lastMessage, nowMs) && !this.#isBeforeDisconnect(lastMessage)) return true
    if (this.#disconnectedMs !== null) return undefined
    return (lastMessage?.ms ?? -Infinity) < this.#sinceMs && nowMs - this.#sinceMs < startupGraceMs ? undefined : false
  }

  #isSilent({ ms, disconnectedMs, every }: LastMessage, nowMs: number): boolean {
    return ms <= disconnectedMs || nowMs - ms > getOfflineTimeoutMs(every)
  }

  #isBeforeDisconnect({ ms }: LastMessage): boolean {
    return this.#disconnectedMs !== null && ms < this.#disconnectedMs
  }

  #getLastMessage(device: DeviceRef): LastMessage | undefined {
    // The server publishes scene variables under reserved device names, which are no devices.
    if (isReserved(device.device)) return undefined
    const key = deviceKey(device)
    const existing = this.#lastMessages.get(key)
    if (existing || this.#lastMessages.size >= maxDevices) return existing
    const lastMessage = { at: -Infinity, ms: -Infinity, every: 0, disconnectedMs: -Infinity }
    this.#lastMessages.set(key, lastMessage)
    return lastMessage
  }

  #notify(device: DeviceRef): void {
    for (const listener of this.#listeners) listener(device)
  }
}

/** Map key of a device. */
export const deviceKey = ({ project, device }: DeviceRef): string => `${project}/${device}`
