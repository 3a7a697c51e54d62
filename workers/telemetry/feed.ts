import type { Quality, TagBatch } from '@mimic/engine/bindings'
import { asQuality, quality } from '@mimic/engine/bindings'
import type { DeviceStatus, Frame } from '../../contract/telemetry/index.ts'
import {
  decodeBeacon,
  decodeDeviceState,
  decodeDeviceStatus,
  decodeFrame,
  decodeGatewayState,
  markFutureUncertain,
  FrameCache,
  parseTopic,
} from '../../contract/telemetry/index.ts'
import { Conflater } from './conflation.ts'
import { StaleDetector } from './staleDetector.ts'
import type { Filters, WatchedDevice, SubscriptionSet } from './subscriptionSet.ts'
import { subscriptionSet } from './subscriptionSet.ts'

interface DeviceFeed {
  watched: WatchedDevice
  last: Frame | null
  /** Whether `last` was a retained message, whose age follows from its source time. */
  isRetained: boolean
  /** Last server-published state on this connection; null if none or unknown. */
  status: DeviceStatus | null
  /** Slot of each point in frames with this `points` array; -1 for unwatched points. */
  points: readonly string[] | null
  slots: Int32Array
}

/** Clocks in milliseconds: `now` is monotonic, `wall` is the time of day. */
export interface Clock {
  now(): number
  wall(): number
}

/**
 * Converts messages to batches: decodes them, keeps the newest value of each watched tag, and marks stale values. Uses
 * no sockets, timers or workers, so tests can drive it with messages and clocks.
 */
export class Feed {
  /** Number of messages for unwatched devices or older than the current values. */
  dropped = 0
  /** Number of unreadable messages and values. */
  malformed = 0
  #clock: Clock
  #cache: FrameCache
  #stale = new StaleDetector()
  #watch: SubscriptionSet = subscriptionSet([], new Uint32Array())
  #conflater = new Conflater(new Uint32Array())
  #conflatedBefore = 0
  #devices = new Map<string, DeviceFeed>()
  #byTopic = new Map<string, DeviceFeed>()
  /** Server clock minus local clock, by the last beacon; null before the first. */
  #aheadMs: number | null = null
  #wasLinkLost = true

  constructor(clock: Clock) {
    this.#clock = clock
    this.#cache = new FrameCache(() => (this.#aheadMs === null ? Infinity : this.#serverMs))
  }

  get conflated(): number {
    return this.#conflatedBefore + this.#conflater.conflated
  }
  /** Current time of the server; local time before the first beacon. */
  get #serverMs(): number {
    return this.#clock.wall() + (this.#aheadMs ?? 0)
  }
  get filters(): Filters {
    return this.#watch.filters
  }
  /** Returns true if a batch is pending. */
  get hasPending(): boolean {
    return this.#conflater.waiting > 0
  }

  /** Replaces the watch set. Values already received are included in the next batch under their new numbers. */
  watch(tags: readonly string[], ids: Uint32Array): void {
    const before = this.#devices
    this.#conflatedBefore += this.#conflater.conflated
    this.#watch = subscriptionSet(tags, ids)
    this.#conflater = new Conflater(ids)
    this.#devices = new Map()
    this.#byTopic.clear()
    for (const [key, watched] of this.#watch.devices) {
      const existing = before.get(key)
      const status =
        watched.stateSlot !== undefined && existing?.watched.stateSlot !== undefined ? existing.status : null
      this.#devices.set(key, {
        watched,
        last: existing?.last ?? null,
        isRetained: existing?.isRetained ?? false,
        status,
        points: null,
        slots: new Int32Array(),
      })
    }
    this.#stale.follow(this.#devices.keys())
    for (const device of this.#devices.values()) {
      if (device.last) this.#put(device, device.last)
      this.#putStatus(device)
    }
  }

  linkOpened(): void {
    this.#stale.linkOpened(this.#clock.now())
  }

  linkLost(): void {
    this.#stale.linkLost(this.#clock.now())
  }

  /** Marks all values stale immediately after system sleep. */
  handleSleep(): void {
    this.#stale.markLost()
    this.#aheadMs = null
    for (const device of this.#devices.values()) device.isRetained = false
    this.tick()
  }

  /** Returns true if the open connection missed its beacons. */
  isSilent(): boolean {
    return this.#stale.isSilent(this.#clock.now())
  }

  /** Updates staleness. Call it several times a second, because values become stale without a message. */
  tick(): void {
    this.#stale.update(this.#clock.now(), this.#onStaleChange)
    this.#updateLink()
  }

  /** Returns all pending values, or null. */
  take(): TagBatch | null {
    return this.#conflater.take()
  }

  message(topic: string, payload: Uint8Array, isRetained: boolean): void {
    const existing = this.#byTopic.get(topic)
    if (existing) return this.#frame(existing, payload, isRetained)
    const read = parseTopic(topic)
    switch (read?.kind) {
      case 'values': {
        const device = this.#devices.get(`${read.project}/${read.device}`)
        if (!device) break
        this.#byTopic.set(topic, device)
        return this.#frame(device, payload, isRetained)
      }
      case 'state':
        return this.#deviceState(`${read.project}/${read.device}`, payload)
      case 'status':
        return this.#status(`${read.project}/${read.device}`, payload)
      case 'gateway':
        return this.#gatewayState(read.project, read.gateway, payload)
      case 'beacon':
        return this.#beacon(payload)
      case 'ack':
      case 'command':
      case 'upgrade':
      case 'binding':
      case 'progress':
      case undefined:
        break
    }
    this.dropped++
  }

  #frame(device: DeviceFeed, payload: Uint8Array, isRetained: boolean): void {
    const frame = decodeFrame(payload, this.#cache)
    if (frame.problem !== undefined) {
      this.malformed++
      return
    }
    this.malformed += frame.refused
    // A retained frame may arrive after a newer live one.
    if (isRetained && device.last && frame.at < device.last.at) {
      this.dropped++
      return
    }
    const now = this.#clock.now()
    const { key } = device.watched
    device.last = frame
    device.isRetained = isRetained
    this.#stale.recordFrame(key, frame.every, now, this.#ageMs(device))
    this.#stale.updateOne(key, now, noop)
    this.#put(device, frame)
  }

  /**
   * Returns the age of the last frame if it was retained, otherwise 0. Uses the local clock before the first beacon,
   * after which the age is computed again.
   */
  #ageMs({ last, isRetained }: DeviceFeed): number {
    return isRetained && last ? Math.max(0, this.#serverMs - last.at) : 0
  }

  #put(device: DeviceFeed, frame: Frame): void {
    if (device.points !== frame.points) this.#indexPoints(device, frame.points)
    const { slots } = device
    const { values, qualities, texts, at, times } = frame
    const isStale = this.#stale.isStale(device.watched.key)
    for (let entry = 0; entry < slots.length; entry++) {
      const slot = slots[entry] ?? -1
      if (slot < 0) continue
      const mark: Quality = isStale ? quality.stale : asQuality(qualities[entry])
      this.#conflater.put(slot, values[entry] ?? NaN, mark, times?.[entry] ?? at, texts?.[entry])
    }
  }

  /** A frame contains all points of the device; watched points missing from it become stale. */
  #indexPoints(device: DeviceFeed, points: readonly string[]): void {
    device.points = points
    device.slots = Int32Array.from(points, (point) => device.watched.slots.get(point) ?? -1)
    const named = new Set(device.slots)
    for (const slot of device.watched.slots.values()) if (!named.has(slot)) this.#conflater.markStale(slot)
  }

  #deviceState(key: string, payload: Uint8Array): void {
    const { value } = decodeDeviceState(payload)
    if (!value) {
      this.malformed++
      return
    }
    this.#stale.deviceState(key, value.online)
    this.#stale.updateOne(key, this.#clock.now(), this.#onStaleChange)
  }

  /** The state is published by the server, so the silence of the device does not make it stale. */
  #status(key: string, payload: Uint8Array): void {
    const device = this.#devices.get(key)
    const { value } = decodeDeviceStatus(payload)
    if (!value) this.malformed++
    else if (device?.watched.stateSlot === undefined) this.dropped++
    else {
      this.#updateLink()
      device.status = value
      this.#putStatus(device)
    }
  }

  #putStatus({ watched: { stateSlot }, status }: DeviceFeed): void {
    if (stateSlot === undefined) return
    const { state = null, at = 0 } = status ?? {}
    if (state === null || this.#stale.isLinkLost(this.#clock.now())) this.#conflater.markStale(stateSlot)
    else this.#conflater.put(stateSlot, state, quality.good, at, undefined)
  }

  /** A lost connection makes all states stale until the server publishes them again. */
  #updateLink(): void {
    const isLinkLost = this.#stale.isLinkLost(this.#clock.now())
    if (isLinkLost === this.#wasLinkLost) return
    this.#wasLinkLost = isLinkLost
    for (const device of this.#devices.values()) {
      if (isLinkLost) device.status = null
      this.#putStatus(device)
    }
  }

  #gatewayState(project: string, gateway: string, payload: Uint8Array): void {
    const { value } = decodeGatewayState(payload)
    if (!value) {
      this.malformed++
      return
    }
    this.#stale.gatewayState(
      `${project}/${gateway}`,
      value.online,
      value.devices.map((device) => `${project}/${device}`),
    )
    this.tick()
  }

  #beacon(payload: Uint8Array): void {
    const { value } = decodeBeacon(payload)
    if (!value) {
      this.malformed++
      return
    }
    const isFirst = this.#aheadMs === null
    this.#aheadMs = value.at - this.#clock.wall()
    const now = this.#clock.now()
    this.#stale.beacon(now)
    if (!isFirst) return
    for (const device of this.#devices.values()) if (device.last) this.#recheckAge(device, device.last, now)
    this.tick()
  }

  /**
   * Recomputes the age of retained frames and detects future source times, using the server clock of the first beacon.
   */
  #recheckAge(device: DeviceFeed, last: Frame, now: number): void {
    if (device.isRetained) this.#stale.recordFrame(device.watched.key, last.every, now, this.#ageMs(device))
    if (markFutureUncertain(last, this.#serverMs)) this.#put(device, last)
  }

  #onStaleChange = (key: string, isStale: boolean): void => {
    const device = this.#devices.get(key)
    if (!device) return
    if (!isStale && device.last) this.#put(device, device.last)
    else for (const slot of device.watched.slots.values()) this.#conflater.markStale(slot)
  }
}

/** No callback needed: the values of the frame are written afterwards. */
const noop = (): void => undefined
