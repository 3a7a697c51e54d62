import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { DeviceRef } from '../../../../contract/telemetry/index.ts'
import { statePoint } from '../../../../contract/telemetry/tags.ts'
import type { Db } from '../../../database/index.ts'
import type { DeviceNames } from '../../base/deviceNames.ts'
import { deviceKey } from '../discoveredDevices.ts'

/** Condition that a device is declared: a row refers to it, or the server created tags of it (virtual plant). */
export const isDeclared = (names: DeviceNames, project: RawBuilder<unknown>, device: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(${names.isNamed(project, device)}
  or exists (select from tag own where own.project = ${project} and own.device = ${device} and own.first_seen_at is null and not own.is_own and own.point <> ${statePoint}))`

const mostRemembered = 20_000

interface Asked {
  readonly device: DeviceRef
  readonly answer: (isDeclared: boolean) => void
  readonly fail: (cause: unknown) => void
}

/** Looks up whether devices are declared, batches concurrent lookups into one query and caches the results briefly. */
export class Declared {
  readonly #db: Db
  readonly #names: DeviceNames
  readonly #steady: () => number
  readonly #recheckMs: number
  readonly #known = new Map<string, { readonly isDeclared: boolean; readonly untilMs: number }>()
  #asked: Asked[] = []

  constructor({ db, names, steady, recheckMs }: { readonly db: Db; readonly names: DeviceNames; readonly steady: () => number; readonly recheckMs: number }) {
    this.#db = db
    this.#names = names
    this.#steady = steady
    this.#recheckMs = recheckMs
  }

  /** Undefined if it must be looked up. */
  get(device: DeviceRef): boolean | undefined {
    const known = this.#known.get(deviceKey(device))
    return known && known.untilMs > this.#steady() ? known.isDeclared : undefined
  }

  look(device: DeviceRef): Promise<boolean> {
    return new Promise((answer, fail) => {
      this.#asked.push({ device, answer, fail })
      if (this.#asked.length === 1) setImmediate(() => void this.#ask())
    })
  }

  async #ask(): Promise<void> {
    const asked = this.#asked
    this.#asked = []
    try {
      const devices = [...new Map(asked.map(({ device }) => [deviceKey(device), device])).values()]
      const { rows } = await sql<DeviceRef>`select a.project, a.device
        from unnest(${devices.map(({ project }) => project)}::text[], ${devices.map(({ device }) => device)}::text[]) as a(project, device)
        where ${isDeclared(this.#names, sql`a.project`, sql`a.device`)}`.execute(this.#db)
      const declared = new Set(rows.map(deviceKey))
      if (this.#known.size + devices.length > mostRemembered) this.#known.clear()
      const untilMs = this.#steady() + this.#recheckMs
      for (const device of devices) this.#known.set(deviceKey(device), { isDeclared: declared.has(deviceKey(device)), untilMs })
      for (const { device, answer } of asked) answer(declared.has(deviceKey(device)))
    } catch (cause) {
      for (const { fail } of asked) fail(cause)
    }
  }
}
