import { telemetryLimits } from '../../contract/telemetry/index.ts'

const { lostMs, beaconLostMs, silentIntervals, leastSilenceMs } = telemetryLimits.stale

interface DeviceLife {
  /** When it was last heard, on the monotonic clock. */
  heardMs: number
  everyMs: number
  /** What its own state message says; undefined before the first. */
  isOnline: boolean | undefined
  isStale: boolean
}

/**
 * Decides whose values are old. A device is stale when the link is lost, two beacons are missed, it or every
 * gateway it stands behind is offline, or it was silent for three of its intervals. All durations are on a
 * monotonic clock given from outside: a wrong wall clock cannot make an old value look live.
 */
export class StaleDetector {
  #devices = new Map<string, DeviceLife>()
  #gateways = new Map<string, { isOnline: boolean; devices: ReadonlySet<string> }>()
  #isOpen = false
  #lostAtMs = -Infinity
  #aliveMs = -Infinity
  #isLinkStale = true

  /** Follows exactly these devices (`project/device`); what is known of those that stay is kept. */
  follow(keys: Iterable<string>): void {
    const kept = new Map<string, DeviceLife>()
    for (const key of keys) kept.set(key, this.#devices.get(key) ?? { heardMs: -Infinity, everyMs: 0, isOnline: undefined, isStale: true })
    this.#devices = kept
  }

  linkOpened(nowMs: number): void {
    this.#isOpen = true
    this.#aliveMs = nowMs
  }

  linkLost(nowMs: number): void {
    if (this.#isOpen) this.#lostAtMs = nowMs
    this.#isOpen = false
  }

  /** The link is cut at once: nobody knows for how long nothing was heard. */
  cut(): void {
    this.#isOpen = false
    this.#lostAtMs = -Infinity
  }

  beacon(nowMs: number): void {
    this.#aliveMs = nowMs
  }

  /** A frame was heard; a retained one is as old as it says, and lives for what is left of its silence. */
  heard(key: string, everyMs: number, nowMs: number, ageMs = 0): void {
    const device = this.#devices.get(key)
    if (!device) return
    device.heardMs = nowMs - ageMs
    device.everyMs = everyMs
  }

  deviceState(key: string, isOnline: boolean): void {
    const device = this.#devices.get(key)
    if (device) device.isOnline = isOnline
  }

  /** An offline gateway that names no devices (a Will written before it knew them) keeps those it named before. */
  gatewayState(key: string, isOnline: boolean, devices: readonly string[]): void {
    const before = this.#gateways.get(key)
    const isUnnamed = !isOnline && devices.length === 0
    this.#gateways.set(key, { isOnline, devices: isUnnamed && before ? before.devices : new Set(devices) })
  }

  /** Whether the connection stands and is silent for too long: it is to be made anew. */
  isSilent(nowMs: number): boolean {
    return this.#isOpen && nowMs - this.#aliveMs > beaconLostMs
  }

  /** Whether the link itself is cut, whatever is heard of devices. */
  isCut(nowMs: number): boolean {
    this.#judgeLink(nowMs)
    return this.#isLinkStale
  }

  isStale(key: string): boolean {
    return this.#devices.get(key)?.isStale ?? true
  }

  /** Judges every device and names those that changed: `turned(key, isStale)`. */
  judge(nowMs: number, turned: (key: string, isStale: boolean) => void): void {
    this.#judgeLink(nowMs)
    for (const [key, device] of this.#devices) this.#judgeDevice(key, device, nowMs, turned)
  }

  /** The same for one device, on its news. */
  judgeOne(key: string, nowMs: number, turned: (key: string, isStale: boolean) => void): void {
    this.#judgeLink(nowMs)
    const device = this.#devices.get(key)
    if (device) this.#judgeDevice(key, device, nowMs, turned)
  }

  /** A cut link forgets when devices were heard: only a new frame makes them live again. */
  #judgeLink(nowMs: number): void {
    const isCut = this.#isOpen ? this.isSilent(nowMs) : nowMs - this.#lostAtMs > lostMs
    if (isCut && !this.#isLinkStale) for (const device of this.#devices.values()) device.heardMs = -Infinity
    this.#isLinkStale = isCut
  }

  #judgeDevice(key: string, device: DeviceLife, nowMs: number, turned: (key: string, isStale: boolean) => void): void {
    const silenceMs = Math.max(device.everyMs * silentIntervals, leastSilenceMs)
    const isStale = this.#isLinkStale || device.isOnline === false || nowMs - device.heardMs > silenceMs || this.#isCutOff(key)
    if (isStale === device.isStale) return
    device.isStale = isStale
    turned(key, isStale)
  }

  /** Behind gateways of which none is online. A device that moved from a dead gateway to a live one is reachable. */
  #isCutOff(key: string): boolean {
    let isNamed = false
    for (const gateway of this.#gateways.values()) {
      if (!gateway.devices.has(key)) continue
      if (gateway.isOnline) return false
      isNamed = true
    }
    return isNamed
  }
}
