import { telemetryLimits } from '../../contract/telemetry/index.ts'

const { lostMs, beaconLostMs, silentIntervals, minSilenceMs } = telemetryLimits.stale

interface DeviceActivity {
  /** Time of the last frame on the monotonic clock. */
  lastFrameMs: number
  everyMs: number
  /** From its own state message; undefined before the first. */
  isOnline: boolean | undefined
  isStale: boolean
}

/**
 * Determines stale devices. A device is stale if the connection is lost, two beacons are missed, the device or all of
 * its gateways are offline, or it was silent for three of its intervals. Durations use an injected monotonic clock, so
 * a wrong wall clock cannot hide a stale value.
 */
export class StaleDetector {
  #devices = new Map<string, DeviceActivity>()
  #gateways = new Map<string, { isOnline: boolean; devices: ReadonlySet<string> }>()
  #isOpen = false
  #lostAtMs = -Infinity
  #aliveMs = -Infinity
  #isLinkStale = true

  /** Follows exactly these devices (`project/device`) and keeps the state of those already followed. */
  follow(keys: Iterable<string>): void {
    const followed = new Map<string, DeviceActivity>()
    for (const key of keys)
      followed.set(
        key,
        this.#devices.get(key) ?? { lastFrameMs: -Infinity, everyMs: 0, isOnline: undefined, isStale: true },
      )
    this.#devices = followed
  }

  linkOpened(nowMs: number): void {
    this.#isOpen = true
    this.#aliveMs = nowMs
  }

  linkLost(nowMs: number): void {
    if (this.#isOpen) this.#lostAtMs = nowMs
    this.#isOpen = false
  }

  /**
   * Marks the connection as lost immediately, without the usual delay, because the duration of the outage is unknown.
   */
  markLost(): void {
    this.#isOpen = false
    this.#lostAtMs = -Infinity
  }

  beacon(nowMs: number): void {
    this.#aliveMs = nowMs
  }

  /** Records a frame. `ageMs` is the age of a retained frame and shortens the time until it is stale. */
  recordFrame(key: string, everyMs: number, nowMs: number, ageMs = 0): void {
    const device = this.#devices.get(key)
    if (!device) return
    device.lastFrameMs = nowMs - ageMs
    device.everyMs = everyMs
  }

  deviceState(key: string, isOnline: boolean): void {
    const device = this.#devices.get(key)
    if (device) device.isOnline = isOnline
  }

  /**
   * An offline gateway without a device list (a Will written before the devices were known) keeps its previous list.
   */
  gatewayState(key: string, isOnline: boolean, devices: readonly string[]): void {
    const before = this.#gateways.get(key)
    const isUnnamed = !isOnline && devices.length === 0
    this.#gateways.set(key, { isOnline, devices: isUnnamed && before ? before.devices : new Set(devices) })
  }

  /** Returns true if the connection is open but no beacon has arrived within the timeout; reconnect then. */
  isSilent(nowMs: number): boolean {
    return this.#isOpen && nowMs - this.#aliveMs > beaconLostMs
  }

  /** Returns true if the connection itself is lost, independent of the devices. */
  isLinkLost(nowMs: number): boolean {
    this.#updateLink(nowMs)
    return this.#isLinkStale
  }

  isStale(key: string): boolean {
    return this.#devices.get(key)?.isStale ?? true
  }

  /** Updates all devices and calls `turned(key, isStale)` for each change. */
  update(nowMs: number, onChange: (key: string, isStale: boolean) => void): void {
    this.#updateLink(nowMs)
    for (const [key, device] of this.#devices) this.#updateDevice(key, device, nowMs, onChange)
  }

  /** The same for one device. */
  updateOne(key: string, nowMs: number, onChange: (key: string, isStale: boolean) => void): void {
    this.#updateLink(nowMs)
    const device = this.#devices.get(key)
    if (device) this.#updateDevice(key, device, nowMs, onChange)
  }

  /** A lost connection clears the times of the last frames, so that only a new frame makes a device live again. */
  #updateLink(nowMs: number): void {
    const isLost = this.#isOpen ? this.isSilent(nowMs) : nowMs - this.#lostAtMs > lostMs
    if (isLost && !this.#isLinkStale) for (const device of this.#devices.values()) device.lastFrameMs = -Infinity
    this.#isLinkStale = isLost
  }

  #updateDevice(
    key: string,
    device: DeviceActivity,
    nowMs: number,
    onChange: (key: string, isStale: boolean) => void,
  ): void {
    const silenceMs = Math.max(device.everyMs * silentIntervals, minSilenceMs)
    const isStale =
      this.#isLinkStale ||
      device.isOnline === false ||
      nowMs - device.lastFrameMs > silenceMs ||
      this.#areGatewaysOffline(key)
    if (isStale === device.isStale) return
    device.isStale = isStale
    onChange(key, isStale)
  }

  /** Returns true if all gateways of the device are offline. A device that moved to an online gateway is reachable. */
  #areGatewaysOffline(key: string): boolean {
    let isNamed = false
    for (const gateway of this.#gateways.values()) {
      if (!gateway.devices.has(key)) continue
      if (gateway.isOnline) return false
      isNamed = true
    }
    return isNamed
  }
}
