import { makeObservable, observable, observableRef, runInAction } from 'mobx'
import type { Row } from '../../contract/entity/define.ts'
import { entityOf } from '../../contract/entities.ts'
import type { EntityClient, EntityQuery } from '../net/entityClient.ts'
import { CallFailure } from '../net/failure.ts'

/** How many of a kind there are, and how many of them are at work or were refused by their cabinet. */
export interface Count {
  readonly total: number
  readonly installed: number
  readonly failed: number
}

export const facilityKinds = ['cabinet', 'loop', 'pole', 'sensor'] as const
export type FacilityKind = (typeof facilityKinds)[number]

export interface DayEnergy {
  /** The day's beginning. */
  readonly at: number
  readonly energy: number
  readonly isEstimated: boolean
}

const one = { page: 1, pageSize: 10 } as const
const dayMs = 86_400_000
const daysShown = 14

/** What a home page says at a glance, of one project or of all that the account sees. Each part comes by itself; a part that fails stays as it was. */
export class Overview {
  counts: Partial<Readonly<Record<FacilityKind, Count>>> = {}
  alarms: readonly Row[] = []
  openAlarms: number | null = null
  energy: readonly DayEnergy[] | null = null
  freezes: readonly Row[] | null = null
  failure: CallFailure | null = null
  readonly #clientOf: (entity: string) => EntityClient
  #project: string | undefined
  #running: AbortController | null = null
  #alarmsRunning: AbortController | null = null

  constructor(clientOf: (entity: string) => EntityClient) {
    this.#clientOf = clientOf
    makeObservable(this, { counts: observableRef, alarms: observableRef, openAlarms: observable, energy: observableRef, freezes: observableRef, failure: observableRef })
  }

  /** Shows a project; undefined: all. */
  show(project: string | undefined): void {
    this.#project = project
    this.refresh()
  }

  refresh(): void {
    this.#running?.abort()
    const running = new AbortController()
    this.#running = running
    const parts = [...facilityKinds.map((kind) => () => this.#count(kind, running.signal)), () => this.#loadEnergy(running.signal), () => this.#loadFreezes(running.signal)]
    for (const part of parts) void this.#run(part, running.signal)
    this.refreshAlarms()
  }

  /** Only what is said of alarms: they come at any time. */
  refreshAlarms(): void {
    this.#alarmsRunning?.abort()
    const { signal } = this.#alarmsRunning = new AbortController()
    void this.#run(() => this.#loadAlarms(signal), signal)
  }

  /** The person has been told when this throws. */
  async confirm(alarm: Row): Promise<void> {
    await this.#clientOf('alarm').move(alarm.id, 'confirm', {})
    this.refresh()
  }

  stop(): void {
    this.#running?.abort()
    this.#alarmsRunning?.abort()
  }

  async #run(part: () => Promise<void>, signal: AbortSignal): Promise<void> {
    try {
      await part()
      runInAction(() => { this.failure = null })
    } catch (thrown) {
      if (signal.aborted) return
      if (!(thrown instanceof CallFailure)) throw thrown
      runInAction(() => { this.failure = thrown })
    }
  }

  async #count(kind: FacilityKind, signal: AbortSignal): Promise<void> {
    const total = (filter?: EntityQuery['filter']): Promise<number> => this.#total(kind, filter, signal)
    const at = kind === 'cabinet' ? 'usage' : 'installation'
    const [all, installed, failed] = await Promise.all([total(), total({ [at]: kind === 'cabinet' ? '2' : 'installed' }), kind === 'cabinet' ? 0 : total({ [at]: 'failed' })])
    runInAction(() => { this.counts = { ...this.counts, [kind]: { total: all, installed, failed } } })
  }

  async #total(entity: string, filter: EntityQuery['filter'], signal: AbortSignal): Promise<number> {
    return (await this.#list(entity, { ...one, filter }, signal)).total
  }

  async #loadAlarms(signal: AbortSignal): Promise<void> {
    const { rows, total } = await this.#list('alarm', { page: 1, pageSize: 30, filter: { status: 'unconfirmed' }, sort: '-at' }, signal)
    runInAction(() => {
      this.alarms = rows
      this.openAlarms = total
    })
  }

  async #loadEnergy(signal: AbortSignal): Promise<void> {
    const from = new Date().setHours(0, 0, 0, 0) - daysShown * dayMs
    const client = this.#clientOf('energyData')
    const rows: Row[] = []
    for (let page = 1; page <= 40; page++) {
      const answer = await this.#list(client.entity.name, { page, pageSize: 50, filter: { period: 'day' }, since: 'at', from, sort: 'at' }, signal)
      rows.push(...answer.rows)
      if (answer.rows.length < 50) break
    }
    const energy = daysOf(rows)
    runInAction(() => { this.energy = energy })
  }

  async #loadFreezes(signal: AbortSignal): Promise<void> {
    const { rows } = await this.#list('freezeData', { page: 1, pageSize: 10, sort: '-at' }, signal)
    runInAction(() => { this.freezes = rows })
  }

  #list(entity: string, query: EntityQuery, signal: AbortSignal) {
    return this.#clientOf(entityOf(entity).name).list({ ...query, project: this.#project }, { signal, quiet: true })
  }
}

/** The energy of all meters together, by day. */
export function daysOf(rows: readonly Row[]): DayEnergy[] {
  const days = new Map<number, DayEnergy>()
  for (const row of rows) {
    const { at, energy, isEstimated }: Readonly<Record<string, unknown>> = { ...row }
    if (typeof at !== 'number' || typeof energy !== 'number') continue
    const day = new Date(at).setHours(0, 0, 0, 0)
    const before = days.get(day)
    days.set(day, { at: day, energy: (before?.energy ?? 0) + energy, isEstimated: (before?.isEstimated ?? false) || isEstimated === true })
  }
  return [...days.values()].toSorted((a, b) => a.at - b.at)
}
