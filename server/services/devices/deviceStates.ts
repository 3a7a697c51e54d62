import { sql } from 'kysely'
import type { DeviceRef, DeviceStateNumber } from '../../../contract/telemetry/index.ts'
import {
  deviceStates as states,
  isReserved,
  parseTag,
  statePoint,
  stateTag,
} from '../../../contract/telemetry/index.ts'
import type { Broker } from '../../broker/index.ts'
import type { Db } from '../../database/index.ts'
import type { Log } from '../../log.ts'
import type { DevicePresence, DeviceRows } from './devicePresence.ts'
import type { DiscoveredDevices } from './discoveredDevices.ts'
import { deviceKey } from './discoveredDevices.ts'
import { insertStateTags } from './stateTags.ts'

interface Parts {
  readonly db: Db
  readonly broker: Pick<Broker, 'publishStatus' | 'onFrame'>
  readonly discovered: Pick<DiscoveredDevices, 'onEvents' | 'reload' | 'isOnline' | 'isSilent' | 'getLastMessageAt'>
  readonly presence: Pick<DevicePresence, 'findRows' | 'devices' | 'onRow'>
  readonly log: Log
  readonly now: () => number
}

interface TrackedDevice {
  readonly ref: DeviceRef
  /** True if the device has points or has sent a message; it then counts as a device without any row. */
  isInPlant: boolean
  /** True if the device has ever had a value, including before this start. */
  hasSentValues: boolean
  /** Last published state. */
  published: DeviceStateNumber | null
}

/** Inputs for the device state. */
interface Facts {
  /** Undefined if no platform device refers to it. */
  readonly rows: DeviceRows | undefined
  /** Undefined if not known yet. */
  readonly isOnline: boolean | undefined
  readonly hasRecentMessage: boolean
  readonly hasSentValues: boolean
}

const tickMs = 1_000
const batchSize = 2_000
const maxDevices = 100_000

/**
 * Returns the state of a device, or null if it is unknown. Disabled and not activated follow from the rows alone; that
 * the device was online before the server started is not evidence for the present.
 */
export function computeState({ rows, isOnline, hasRecentMessage, hasSentValues }: Facts): DeviceStateNumber | null {
  if (rows?.isDisabled) return states.disabled
  if (isOnline === true) return states.online
  if (isOnline === undefined && (!rows || rows.wasOnline)) return null
  const isFresh = !hasRecentMessage && (rows ? rows.isFresh : !hasSentValues)
  if (isFresh) return states.notActivated
  return states.offline
}

/**
 * Publishes the state of every device at its reserved point immediately on change, while rows record lasting changes
 * only. Also maintains the point in the tag catalogue.
 */
export class DeviceStates {
  readonly #parts: Parts
  readonly #tracked = new Map<string, TrackedDevice>()
  /** State points to add to or remove from the catalogue. */
  readonly #due = new Set<string>()
  #running: Promise<void> | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Starts publishing states. Returns a function that stops it. */
  async start(): Promise<() => Promise<void>> {
    const { db, broker, discovered, presence, log } = this.#parts
    const { rows } = await sql<DeviceRef & { hasSentValues: boolean }>`
      select project, device, bool_or(n.tag is not null) as "hasSentValues" from tag left join newest_value n on n.tag = tag.id
      where point <> ${statePoint} group by project, device limit ${maxDevices}`.execute(db)
    for (const { project, device, hasSentValues } of rows) {
      if (!isReserved(device))
        this.#tracked.set(deviceKey({ project, device }), {
          ref: { project, device },
          isInPlant: true,
          hasSentValues,
          published: null,
        })
    }
    // Subscribe in the same turn, so that no event is missed.
    for (const device of presence.devices()) this.#track(device)
    for (const { ref } of this.#tracked.values()) {
      this.#due.add(stateTag(ref))
      this.#publish(ref)
    }
    const unsubscribers = [
      discovered.onEvents((device) => this.#publish(this.#track(device).ref)),
      presence.onRow((device) => this.#publish(this.#track(device).ref)),
      broker.onFrame((frame) => {
        const tracked = this.#tracked.get(deviceKey(frame))
        if (tracked?.hasSentValues || isReserved(frame.device)) return
        const { ref } = tracked ?? this.#track({ project: frame.project, device: frame.device })
        this.#onValues(ref)
      }),
    ]
    const tick = (): void => {
      this.#poll()
      this.#running ??= this.#write()
        .catch((cause: unknown) => log.warn('could not store device states', { cause }))
        .finally(() => {
          this.#running = undefined
        })
    }
    tick()
    await this.#running
    const timer = setInterval(tick, tickMs)
    return async () => {
      clearInterval(timer)
      for (const unsubscribe of unsubscribers) unsubscribe()
      await this.#running
    }
  }

  /** Forgets devices whose tags were deleted. A device that sends again is added again. */
  forget(devices: readonly DeviceRef[]): void {
    for (const device of devices) {
      if (this.#parts.presence.findRows(device) || !this.#tracked.delete(deviceKey(device))) continue
      this.#due.add(stateTag(device))
      this.#parts.broker.publishStatus(device, null)
    }
  }

  #track({ project, device }: DeviceRef): TrackedDevice {
    const key = deviceKey({ project, device })
    const tracked = this.#tracked.get(key) ?? {
      ref: { project, device },
      isInPlant: false,
      hasSentValues: false,
      published: null,
    }
    if (!this.#tracked.has(key) && this.#tracked.size < maxDevices) {
      this.#tracked.set(key, tracked)
      this.#due.add(stateTag(tracked.ref))
    }
    return tracked
  }

  #onValues(device: DeviceRef): void {
    const tracked = this.#tracked.get(deviceKey(device))
    if (!tracked) return
    tracked.hasSentValues = true
    tracked.isInPlant = true
    this.#publish(tracked.ref)
  }

  /** Timeouts produce no message, so poll for them. */
  #poll(): void {
    const { discovered } = this.#parts
    const hasChanged = discovered.reload()
    for (const { ref, published } of this.#tracked.values()) {
      if (hasChanged || published === null || (published === states.online && discovered.isSilent(ref)))
        this.#publish(ref)
    }
  }

  #publish(device: DeviceRef): void {
    const { broker, discovered, presence, now } = this.#parts
    const tracked = this.#tracked.get(deviceKey(device))
    if (!tracked) return
    const rows = presence.findRows(device)
    const hasRecentMessage = discovered.getLastMessageAt(device) !== null
    if (!rows && !tracked.isInPlant && !hasRecentMessage) {
      this.#tracked.delete(deviceKey(device))
      this.#due.add(stateTag(device))
      return broker.publishStatus(device, null)
    }
    const state = computeState({
      rows,
      isOnline: discovered.isOnline(device),
      hasRecentMessage,
      hasSentValues: tracked.hasSentValues,
    })
    if (state === tracked.published) return
    tracked.published = state
    broker.publishStatus(device, { state, at: now() })
  }

  /** Updates the catalogue to the current devices. */
  async #write(): Promise<void> {
    while (this.#due.size > 0) {
      const paths = [...this.#due].slice(0, batchSize)
      const [present, removedPaths]: [DeviceRef[], string[]] = [[], []]
      for (const path of paths) {
        this.#due.delete(path)
        const ref = parseTag(path)
        if (ref && this.#tracked.has(deviceKey(ref))) present.push(ref)
        else removedPaths.push(path)
      }
      try {
        await insertStateTags(this.#parts.db, present)
        // State tags created by messages are deleted together with their undeclared device.
        if (removedPaths.length > 0)
          await sql`delete from tag where path = any(${removedPaths}::text[]) and first_seen_at is null`.execute(
            this.#parts.db,
          )
      } catch (cause) {
        for (const path of paths) this.#due.add(path)
        throw cause
      }
    }
  }
}
