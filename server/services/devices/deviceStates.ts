import { sql } from 'kysely'
import type { DeviceRef, DeviceStateNumber } from '../../../contract/telemetry/index.ts'
import { deviceStates as states, isReserved, parseTag, statePoint, stateTag } from '../../../contract/telemetry/index.ts'
import type { Broker } from '../../broker/index.ts'
import type { Db } from '../../database/index.ts'
import type { Log } from '../../log.ts'
import type { DevicePresence, DeviceRows } from './devicePresence.ts'
import type { DiscoveredDevices } from './discoveredDevices.ts'
import { deviceKey } from './discoveredDevices.ts'
import { insertStateTags } from './stateTags.ts'

interface Parts {
  readonly db: Db
  readonly broker: Pick<Broker, 'tellStatus' | 'onFrame'>
  readonly heard: Pick<DiscoveredDevices, 'onNews' | 'look' | 'isOnline' | 'isSilent' | 'heardAt'>
  readonly presence: Pick<DevicePresence, 'rowsOf' | 'devices' | 'onRow'>
  readonly log: Log
  readonly now: () => number
}

interface Known {
  readonly ref: DeviceRef
  /** True if the device has points or has sent a message; it then counts as a device without any row. */
  isInPlant: boolean
  /** True if the device has ever had a value, including before this start. */
  hasSpoken: boolean
  /** Last published state. */
  said: DeviceStateNumber | null
}

/** Inputs for the device state. */
interface Facts {
  /** Undefined if no platform device refers to it. */
  readonly rows: DeviceRows | undefined
  /** Undefined if not known yet. */
  readonly isOnline: boolean | undefined
  readonly wasHeard: boolean
  readonly hasSpoken: boolean
}

const tickMs = 1_000
const atOnce = 2_000
const mostDevices = 100_000

/**
 * Returns the state of a device, or null if it is unknown. Disabled and not activated follow from the rows alone; that
 * the device was online before the server started is not evidence for the present.
 */
export function stateOf({ rows, isOnline, wasHeard, hasSpoken }: Facts): DeviceStateNumber | null {
  if (rows?.isDisabled) return states.disabled
  if (isOnline === true) return states.online
  if (isOnline === undefined && (!rows || rows.wasOnline)) return null
  const isFresh = !wasHeard && (rows ? rows.isFresh : !hasSpoken)
  if (isFresh) return states.notActivated
  return states.offline
}

/**
 * Publishes the state of every device at its reserved point immediately on change, while rows record lasting changes
 * only. Also maintains the point in the tag catalogue.
 */
export class DeviceStates {
  readonly #parts: Parts
  readonly #known = new Map<string, Known>()
  /** State points to add to or remove from the catalogue. */
  readonly #due = new Set<string>()
  #underway: Promise<void> | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Starts publishing states. Returns a function that stops it. */
  async start(): Promise<() => Promise<void>> {
    const { db, broker, heard, presence, log } = this.#parts
    const { rows } = await sql<DeviceRef & { hasSpoken: boolean }>`
      select project, device, bool_or(n.tag is not null) as "hasSpoken" from tag left join newest_value n on n.tag = tag.id
      where point <> ${statePoint} group by project, device limit ${mostDevices}`.execute(db)
    for (const { project, device, hasSpoken } of rows) {
      if (!isReserved(device)) this.#known.set(deviceKey({ project, device }), { ref: { project, device }, isInPlant: true, hasSpoken, said: null })
    }
    // Subscribe in the same turn, so that no event is missed.
    for (const device of presence.devices()) this.#learn(device)
    for (const { ref } of this.#known.values()) {
      this.#due.add(stateTag(ref))
      this.#say(ref)
    }
    const ends = [
      heard.onNews((device) => this.#say(this.#learn(device).ref)),
      presence.onRow((device) => this.#say(this.#learn(device).ref)),
      broker.onFrame((frame) => {
        const known = this.#known.get(deviceKey(frame))
        if (known?.hasSpoken || isReserved(frame.device)) return
        const { ref } = known ?? this.#learn({ project: frame.project, device: frame.device })
        this.#spoke(ref)
      }),
    ]
    const tick = (): void => {
      this.#round()
      this.#underway ??= this.#write().catch((cause: unknown) => log.warn('could not store device states', { cause })).finally(() => { this.#underway = undefined })
    }
    tick()
    await this.#underway
    const timer = setInterval(tick, tickMs)
    return async () => {
      clearInterval(timer)
      for (const end of ends) end()
      await this.#underway
    }
  }

  /** Forgets devices whose tags were deleted. A device that sends again is added again. */
  forget(devices: readonly DeviceRef[]): void {
    for (const device of devices) {
      if (this.#parts.presence.rowsOf(device) || !this.#known.delete(deviceKey(device))) continue
      this.#due.add(stateTag(device))
      this.#parts.broker.tellStatus(device, null)
    }
  }

  #learn({ project, device }: DeviceRef): Known {
    const key = deviceKey({ project, device })
    const known = this.#known.get(key) ?? { ref: { project, device }, isInPlant: false, hasSpoken: false, said: null }
    if (!this.#known.has(key) && this.#known.size < mostDevices) {
      this.#known.set(key, known)
      this.#due.add(stateTag(known.ref))
    }
    return known
  }

  #spoke(device: DeviceRef): void {
    const known = this.#known.get(deviceKey(device))
    if (!known) return
    known.hasSpoken = true
    known.isInPlant = true
    this.#say(known.ref)
  }

  /** Timeouts produce no message, so poll for them. */
  #round(): void {
    const { heard } = this.#parts
    const hasTurned = heard.look()
    for (const { ref, said } of this.#known.values()) {
      if (hasTurned || said === null || (said === states.online && heard.isSilent(ref))) this.#say(ref)
    }
  }

  #say(device: DeviceRef): void {
    const { broker, heard, presence, now } = this.#parts
    const known = this.#known.get(deviceKey(device))
    if (!known) return
    const rows = presence.rowsOf(device)
    const wasHeard = heard.heardAt(device) !== null
    if (!rows && !known.isInPlant && !wasHeard) {
      this.#known.delete(deviceKey(device))
      this.#due.add(stateTag(device))
      return broker.tellStatus(device, null)
    }
    const state = stateOf({ rows, isOnline: heard.isOnline(device), wasHeard, hasSpoken: known.hasSpoken })
    if (state === known.said) return
    known.said = state
    broker.tellStatus(device, { state, at: now() })
  }

  /** Updates the catalogue to the current devices. */
  async #write(): Promise<void> {
    while (this.#due.size > 0) {
      const paths = [...this.#due].slice(0, atOnce)
      const [present, gone]: [DeviceRef[], string[]] = [[], []]
      for (const path of paths) {
        this.#due.delete(path)
        const ref = parseTag(path)
        if (ref && this.#known.has(deviceKey(ref))) present.push(ref)
        else gone.push(path)
      }
      try {
        await insertStateTags(this.#parts.db, present)
        // State tags created by messages are deleted together with their undeclared device.
        if (gone.length > 0) await sql`delete from tag where path = any(${gone}::text[]) and first_seen_at is null`.execute(this.#parts.db)
      } catch (cause) {
        for (const path of paths) this.#due.add(path)
        throw cause
      }
    }
  }
}
