import type { Quality, TagBatch } from '@mimic/engine/bindings'
import { asQuality, quality } from '@mimic/engine/bindings'
import type { DeviceStatus, Frame } from '../../contract/telemetry/index.ts'
import { decodeBeacon, decodeDeviceState, decodeDeviceStatus, decodeFrame, decodeGatewayState, markFutureUncertain, FrameCache, parseTopic } from '../../contract/telemetry/index.ts'
import { Conflater } from './conflation.ts'
import { StaleDetector } from './staleDetector.ts'
import type { Filters, WatchedDevice, SubscriptionSet } from './subscriptionSet.ts'
import { subscriptionSet } from './subscriptionSet.ts'

interface DeviceFeed {
  watched: WatchedDevice
  last: Frame | null
  /** Whether that one was retained: it is as old as it says. */
  isKept: boolean
  /** What the server said of it on this connection; null: nothing, or that it does not know. */
  status: DeviceStatus | null
  /** Slot of each point of the frames that carry `points`, -1 where nobody watches it. */
  points: readonly string[] | null
  slots: Int32Array
}

/** Clocks from outside: `now` only ever goes forward, `wall` is the time of day. Both in milliseconds. */
export interface Clock {
  now(): number
  wall(): number
}

/**
 * From messages to batches: decodes, keeps the newest value of each watched tag, marks stale what is. Knows
 * nothing of sockets, timers and workers, so that all of it can be tested by hand-made messages and clocks.
 */
export class Feed {
  /** Messages that nobody watches, or that are older than what is known. */
  dropped = 0
  /** Messages, and single values in them, that could not be read. */
  malformed = 0
  #clock: Clock
  #cache: FrameCache
  #stale = new StaleDetector()
  #watch: SubscriptionSet = subscriptionSet([], new Uint32Array())
  #conflater = new Conflater(new Uint32Array())
  #conflatedBefore = 0
  #devices = new Map<string, DeviceFeed>()
  #byTopic = new Map<string, DeviceFeed>()
  /** The server's clock less ours, by its last beacon; null before the first. */
  #aheadMs: number | null = null
  #wasCut = true

  constructor(clock: Clock) {
    this.#clock = clock
    this.#cache = new FrameCache(() => (this.#aheadMs === null ? Infinity : this.#serverMs))
  }

  get conflated(): number { return this.#conflatedBefore + this.#conflater.conflated }
  /** What the server's clock says now; ours, before its first beacon. */
  get #serverMs(): number { return this.#clock.wall() + (this.#aheadMs ?? 0) }
  get filters(): Filters { return this.#watch.filters }
  /** Whether a batch waits. */
  get hasNews(): boolean { return this.#conflater.waiting > 0 }

  /** Watches exactly these tags from now. All that is known of them goes into the next batch, under their new numbers. */
  watch(tags: readonly string[], ids: Uint32Array): void {
    const before = this.#devices
    this.#conflatedBefore += this.#conflater.conflated
    this.#watch = subscriptionSet(tags, ids)
    this.#conflater = new Conflater(ids)
    this.#devices = new Map()
    this.#byTopic.clear()
    for (const [key, watched] of this.#watch.devices) {
      const known = before.get(key)
      const status = watched.stateSlot !== undefined && known?.watched.stateSlot !== undefined ? known.status : null
      this.#devices.set(key, { watched, last: known?.last ?? null, isKept: known?.isKept ?? false, status, points: null, slots: new Int32Array() })
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

  /** The computer slept: all that is known is of before, and is to be told so at once. */
  slept(): void {
    this.#stale.cut()
    this.#aheadMs = null
    for (const device of this.#devices.values()) device.isKept = false
    this.tick()
  }

  /** Whether an open link has missed its beacons. */
  isSilent(): boolean {
    return this.#stale.isSilent(this.#clock.now())
  }

  /** To be called a few times a second: time alone makes values old. */
  tick(): void {
    this.#stale.judge(this.#clock.now(), this.#turned)
    this.#judgeLink()
  }

  /** Everything that waits, or null. */
  take(): TagBatch | null {
    return this.#conflater.take()
  }

  message(topic: string, payload: Uint8Array, isRetained: boolean): void {
    const known = this.#byTopic.get(topic)
    if (known) return this.#frame(known, payload, isRetained)
    const read = parseTopic(topic)
    switch (read?.kind) {
      case 'values': {
        const device = this.#devices.get(`${read.project}/${read.device}`)
        if (!device) break
        this.#byTopic.set(topic, device)
        return this.#frame(device, payload, isRetained)
      }
      case 'state': return this.#deviceState(`${read.project}/${read.device}`, payload)
      case 'status': return this.#status(`${read.project}/${read.device}`, payload)
      case 'gateway': return this.#gatewayState(read.project, read.gateway, payload)
      case 'beacon': return this.#beacon(payload)
      case 'ack':
      case 'command':
      case 'upgrade':
      case 'binding':
      case 'progress':
      case undefined: break
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
    // The retained frame may arrive behind a newer live one.
    if (isRetained && device.last && frame.at < device.last.at) {
      this.dropped++
      return
    }
    const now = this.#clock.now()
    const { key } = device.watched
    device.last = frame
    device.isKept = isRetained
    this.#stale.heard(key, frame.every, now, this.#ageMs(device))
    this.#stale.judgeOne(key, now, nobody)
    this.#put(device, frame)
  }

  /** How long ago its last frame was sent, where that was retained: before the first beacon by our own clock, and then judged again. */
  #ageMs({ last, isKept }: DeviceFeed): number {
    return isKept && last ? Math.max(0, this.#serverMs - last.at) : 0
  }

  #put(device: DeviceFeed, frame: Frame): void {
    if (device.points !== frame.points) this.#learn(device, frame.points)
    const { slots } = device
    const { values, qualities, texts, at } = frame
    const isStale = this.#stale.isStale(device.watched.key)
    for (let entry = 0; entry < slots.length; entry++) {
      const slot = slots[entry] ?? -1
      if (slot < 0) continue
      const mark: Quality = isStale ? quality.stale : asQuality(qualities[entry])
      this.#conflater.put(slot, values[entry] ?? NaN, mark, at, texts?.[entry])
    }
  }

  /** A frame carries the whole set of points: one that is no longer in it is no longer known. */
  #learn(device: DeviceFeed, points: readonly string[]): void {
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
    this.#stale.judgeOne(key, this.#clock.now(), this.#turned)
  }

  /** It is the server's own word: how long the device has been silent makes it no older. */
  #status(key: string, payload: Uint8Array): void {
    const device = this.#devices.get(key)
    const { value } = decodeDeviceStatus(payload)
    if (!value) this.malformed++
    else if (device?.watched.stateSlot === undefined) this.dropped++
    else {
      this.#judgeLink()
      device.status = value
      this.#putStatus(device)
    }
  }

  #putStatus({ watched: { stateSlot }, status }: DeviceFeed): void {
    if (stateSlot === undefined) return
    const { state = null, at = 0 } = status ?? {}
    if (state === null || this.#stale.isCut(this.#clock.now())) this.#conflater.markStale(stateSlot)
    else this.#conflater.put(stateSlot, state, quality.good, at, undefined)
  }

  /** A cut link makes every state old at once; only what the server says anew makes one live again. */
  #judgeLink(): void {
    const isCut = this.#stale.isCut(this.#clock.now())
    if (isCut === this.#wasCut) return
    this.#wasCut = isCut
    for (const device of this.#devices.values()) {
      if (isCut) device.status = null
      this.#putStatus(device)
    }
  }

  #gatewayState(project: string, gateway: string, payload: Uint8Array): void {
    const { value } = decodeGatewayState(payload)
    if (!value) {
      this.malformed++
      return
    }
    this.#stale.gatewayState(`${project}/${gateway}`, value.online, value.devices.map((device) => `${project}/${device}`))
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
    for (const device of this.#devices.values()) if (device.last) this.#judgeAgain(device, device.last, now)
    this.tick()
  }

  /** By the server's clock what came before its first beacon: how old a retained frame is, and whether any is ahead of its time. */
  #judgeAgain(device: DeviceFeed, last: Frame, now: number): void {
    if (device.isKept) this.#stale.heard(device.watched.key, last.every, now, this.#ageMs(device))
    if (markFutureUncertain(last, this.#serverMs)) this.#put(device, last)
  }

  #turned = (key: string, isStale: boolean): void => {
    const device = this.#devices.get(key)
    if (!device) return
    if (!isStale && device.last) this.#put(device, device.last)
    else for (const slot of device.watched.slots.values()) this.#conflater.markStale(slot)
  }
}

/** A frame's own values are about to be put with the new judgement. */
const nobody = (): void => undefined
