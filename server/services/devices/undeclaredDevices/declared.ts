import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { DeviceRef } from '../../../../contract/telemetry/index.ts'
import { statePoint } from '../../../../contract/telemetry/tags.ts'
import type { Db } from '../../../database/index.ts'
import type { DeviceNames } from '../../base/deviceNames.ts'
import { deviceKey } from '../discoveredDevices.ts'

/** Condition that a device is declared: a row refers to it, or the server created tags of it (virtual plant). */
export const isDeclared = (
  names: DeviceNames,
  project: RawBuilder<unknown>,
  device: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`(${names.isNamed(project, device)}
  or exists (select from tag own where own.project = ${project} and own.device = ${device} and own.first_seen_at is null and not own.is_own and own.point <> ${statePoint}))`

const maxCached = 20_000

interface Lookup {
  readonly device: DeviceRef
  readonly answer: (isDeclared: boolean) => void
  readonly fail: (cause: unknown) => void
}

/** Looks up whether devices are declared, batches concurrent lookups into one query and caches the results briefly. */
export class DeclaredDevices {
  readonly #db: Db
  readonly #names: DeviceNames
  readonly #monotonicNow: () => number
  readonly #recheckMs: number
  readonly #cache = new Map<string, { readonly isDeclared: boolean; readonly untilMs: number }>()
  #lookups: Lookup[] = []

  constructor({
    db,
    names,
    monotonicNow,
    recheckMs,
  }: {
    readonly db: Db
    readonly names: DeviceNames
    readonly monotonicNow: () => number
    readonly recheckMs: number
  }) {
    this.#db = db
    this.#names = names
    this.#monotonicNow = monotonicNow
    this.#recheckMs = recheckMs
  }

  /** Undefined if it must be looked up. */
  get(device: DeviceRef): boolean | undefined {
    const cached = this.#cache.get(deviceKey(device))
    return cached && cached.untilMs > this.#monotonicNow() ? cached.isDeclared : undefined
  }

  lookUp(device: DeviceRef): Promise<boolean> {
    return new Promise((answer, fail) => {
      this.#lookups.push({ device, answer, fail })
      if (this.#lookups.length === 1) setImmediate(() => void this.#runLookups())
    })
  }

  async #runLookups(): Promise<void> {
    const lookups = this.#lookups
    this.#lookups = []
    try {
      const devices = [...new Map(lookups.map(({ device }) => [deviceKey(device), device])).values()]
      const { rows } = await sql<DeviceRef>`select a.project, a.device
        from unnest(${devices.map(({ project }) => project)}::text[], ${devices.map(({ device }) => device)}::text[]) as a(project, device)
        where ${isDeclared(this.#names, sql`a.project`, sql`a.device`)}`.execute(this.#db)
      const declared = new Set(rows.map(deviceKey))
      if (this.#cache.size + devices.length > maxCached) this.#cache.clear()
      const untilMs = this.#monotonicNow() + this.#recheckMs
      for (const device of devices)
        this.#cache.set(deviceKey(device), { isDeclared: declared.has(deviceKey(device)), untilMs })
      for (const { device, answer } of lookups) answer(declared.has(deviceKey(device)))
    } catch (cause) {
      for (const { fail } of lookups) fail(cause)
    }
  }
}
