import { action, computed, computedStruct, makeObservable, observable, observableRef } from 'mobx'
import type { Row } from '../../contract/entity/define.ts'
import { dateAfter } from '../../contract/entity/timeZone.ts'
import type { EntityQuery } from '../net/entityClient.ts'
import type { CallFailure } from '../net/failure.ts'
import { LatestRequest } from '../stores/latestRequest.ts'
import { isForbidden } from '../stores/forbidden.ts'
import { devicesOf, isActive, noActiveAlarms, readActiveAlarms } from './activeAlarms.ts'
import type { Calendars, ClientOf } from './useHomeData.ts'

/** How many of a kind there are, and how many of them are at work or were refused by their cabinet. */
export interface Count {
  readonly total: number
  /** Null where that is not known. */
  readonly installed: number | null
  readonly failed: number
}

export const facilityKinds = ['cabinet', 'loop', 'pole', 'sensor'] as const
export type FacilityKind = (typeof facilityKinds)[number]

export interface DayEnergy {
  /** As `yyyy-MM-dd`, by the project's clock. */
  readonly date: string
  readonly energy: number
  readonly isEstimated: boolean
}

const one = { page: 1, pageSize: 10 } as const
const daysShown = 14
const mostPages = 40

/** What a home page says at a glance, of one project or of all that the account sees. Each part comes by itself; a part that fails stays as it was. */
export class Overview {
  counts: Partial<Readonly<Record<FacilityKind, Count>>> = {}
  /** The newest of those that nobody has confirmed, over or not. */
  alarms: readonly Row[] = []
  openAlarms: number | null = null
  /** Those whose fault is still there, confirmed or not. */
  active = noActiveAlarms
  /** Of the days up to the last whole one, those that anything is known of. */
  energy: readonly DayEnergy[] | null = null
  /** The last day that was over when the energy was asked for, as `yyyy-MM-dd`. */
  lastWholeDay = ''
  freezes: readonly Row[] | null = null
  readonly asked = { cabinet: new LatestRequest(), loop: new LatestRequest(), pole: new LatestRequest(), sensor: new LatestRequest(), alarms: new LatestRequest(), active: new LatestRequest(), energy: new LatestRequest(), freezes: new LatestRequest() }
  readonly #clientOf: ClientOf
  readonly #calendars: Calendars
  /** Which is shown; undefined: all. */
  project: string | undefined
  #isCounting = true

  constructor(clientOf: ClientOf, calendars: Calendars) {
    this.#clientOf = clientOf
    this.#calendars = calendars
    makeObservable(this, {
      counts: observableRef, alarms: observableRef, openAlarms: observable, active: observableRef, energy: observableRef, lastWholeDay: observable, project: observable, freezes: observableRef,
      failure: computed, alarmed: computedStruct, show: action,
    })
  }

  /** Of any part: what is shown is not all of the latest. What the account may not see has not failed. */
  get failure(): CallFailure | null {
    return Object.values(this.asked).find(({ failure }) => failure !== null && !isForbidden(failure))?.failure ?? null
  }

  /** Whether the account may not see this part. */
  isUnseen(part: keyof Overview['asked']): boolean {
    return isForbidden(this.asked[part].failure)
  }

  /** The devices with an alarm that is not over, as `project/device`; the newest are among them however many there are. */
  get alarmed(): ReadonlySet<string> {
    return devicesOf([...this.active.rows, ...this.alarms.filter(isActive)])
  }

  /** Shows a project; undefined: all. Nothing of another one stays. `isCounting`: its facilities are counted too. */
  show(project: string | undefined, isCounting = true): void {
    if (project !== this.project) {
      this.counts = {}
      this.alarms = []
      this.openAlarms = null
      this.active = noActiveAlarms
      this.energy = null
      this.freezes = null
      for (const asked of Object.values(this.asked)) asked.clear()
    }
    this.project = project
    this.#isCounting = isCounting
    this.refresh()
  }

  refresh(): void {
    for (const kind of this.#isCounting ? facilityKinds : []) void this.asked[kind].ask((signal) => this.#count(kind, signal), (count) => { this.counts = { ...this.counts, [kind]: count } })
    void this.asked.energy.ask((signal) => this.#days(signal), ({ energy, last }) => {
      this.energy = energy
      this.lastWholeDay = last
    })
    void this.asked.freezes.ask((signal) => this.#list('freezeData', { page: 1, pageSize: 10, sort: '-at' }, signal), ({ rows }) => { this.freezes = rows })
    this.refreshAlarms()
  }

  /** Only what is said of alarms: they come at any time. */
  refreshAlarms(): void {
    const query = { page: 1, pageSize: 30, filter: { status: 'unconfirmed' }, sort: '-at' } as const
    void this.asked.alarms.ask((signal) => this.#list('alarm', query, signal), ({ rows, total }) => {
      this.alarms = rows
      this.openAlarms = total
    })
    void this.asked.active.ask((signal) => readActiveAlarms(this.#clientOf('alarm'), this.project, { signal, quiet: true }), (active) => { this.active = active })
  }

  stop(): void {
    for (const asked of Object.values(this.asked)) asked.stop()
  }

  async #count(kind: FacilityKind, signal: AbortSignal): Promise<Count> {
    const totalOf = async (filter?: EntityQuery['filter']): Promise<number> => (await this.#list(kind, { ...one, filter }, signal)).total
    const at = kind === 'cabinet' ? 'usage' : 'installation'
    const [total, installed, failed] = await Promise.all([totalOf(), totalOf({ [at]: kind === 'cabinet' ? '2' : 'installed' }), kind === 'cabinet' ? 0 : totalOf({ [at]: 'failed' })])
    return { total, installed, failed }
  }

  async #days(signal: AbortSignal): Promise<{ readonly energy: readonly DayEnergy[]; readonly last: string }> {
    const { zones, projects } = this.#calendars
    // Without its clock nobody knows when a project's days begin.
    await projects.known()
    const last = zones.lastWholeDay(this.project)
    const first = dateAfter(last, 1 - daysShown)
    const rows: Row[] = []
    for (let page = 1; page <= mostPages; page++) {
      const answer = await this.#list('energyData', { page, pageSize: 50, filter: { period: 'day' }, since: 'at', ...zones.span(this.project, first, last), sort: '-at' }, signal)
      rows.push(...answer.rows)
      if (answer.rows.length < 50) return { energy: daysOf(rows, zones.calendar(), first, last), last }
    }
    // Newest first, so what is missing is of the oldest day that is there.
    const [cut, ...whole] = daysOf(rows, zones.calendar(), first, last)
    return { energy: whole.length > 0 || !cut ? whole : [cut], last }
  }

  #list(entity: string, query: EntityQuery, signal: AbortSignal) {
    return this.#clientOf(entity).list({ ...query, project: this.project }, { signal, quiet: true })
  }
}

/** The energy of all meters together, by day from the first to the last one wanted; `dateOf` says the day by the clock of a row's project. */
export function daysOf(rows: readonly Row[], dateOf: ReturnType<Calendars['zones']['calendar']>, first: string, last: string): DayEnergy[] {
  const days = new Map<string, DayEnergy>()
  for (const row of rows) {
    const { at, energy, isEstimated }: Readonly<Record<string, unknown>> = { ...row }
    if (typeof at !== 'number' || typeof energy !== 'number') continue
    const date = dateOf(row.project, at)
    if (date < first || date > last) continue
    const before = days.get(date)
    days.set(date, { date, energy: (before?.energy ?? 0) + energy, isEstimated: (before?.isEstimated ?? false) || isEstimated === true })
  }
  return [...days.values()].toSorted((a, b) => (a.date < b.date ? -1 : 1))
}
