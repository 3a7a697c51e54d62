import { action, computed, computedStruct, makeObservable, observable, observableRef } from 'mobx'
import type { Row } from '../../../contract/entity/define.ts'
import { dateAfter } from '../../../contract/entity/timeZone.ts'
import type { EntityQuery } from '../../net/entityClient.ts'
import type { CallFailure } from '../../net/failure.ts'
import { LatestRequest } from '../../stores/entities/latestRequest.ts'
import { isForbidden } from '../../stores/entities/forbidden.ts'
import { getDevices, isActive, noActiveAlarms, readActiveAlarms } from './activeAlarms.ts'
import type { Calendars, GetClient } from './useHomeData.ts'

/** Number of devices of a kind, and how many of them are installed or were rejected by their cabinet. */
export interface Count {
  readonly total: number
  /** Null if unknown. */
  readonly installed: number | null
  readonly failed: number
}

export const facilityKinds = ['cabinet', 'loop', 'pole', 'sensor'] as const
export type FacilityKind = (typeof facilityKinds)[number]

export interface DayEnergy {
  /** `yyyy-MM-dd` in the time zone of the project. */
  readonly date: string
  readonly energy: number
  readonly isEstimated: boolean
}

const countQuery = { page: 1, pageSize: 10 } as const
const daysShown = 14
const maxPages = 40

/**
 * Summary data of a home page for one project or for all. Parts load independently; a part that fails keeps its last
 * values.
 */
export class Overview {
  counts: Partial<Readonly<Record<FacilityKind, Count>>> = {}
  /** The newest unconfirmed alarms, cleared or not. */
  alarms: readonly Row[] = []
  openAlarms: number | null = null
  /** Uncleared alarms, confirmed or not. */
  active = noActiveAlarms
  /** Days with data, up to the last complete day. */
  energy: readonly DayEnergy[] | null = null
  /** Last complete day at the time of the energy request, `yyyy-MM-dd`. */
  lastWholeDay = ''
  freezes: readonly Row[] | null = null
  readonly requests = {
    cabinet: new LatestRequest(),
    loop: new LatestRequest(),
    pole: new LatestRequest(),
    sensor: new LatestRequest(),
    alarms: new LatestRequest(),
    active: new LatestRequest(),
    energy: new LatestRequest(),
    freezes: new LatestRequest(),
  }
  readonly #getClient: GetClient
  readonly #calendars: Calendars
  /** The displayed project; undefined: all. */
  project: string | undefined
  #isCounting = true

  constructor(getClient: GetClient, calendars: Calendars) {
    this.#getClient = getClient
    this.#calendars = calendars
    makeObservable(this, {
      counts: observableRef,
      alarms: observableRef,
      openAlarms: observable,
      active: observableRef,
      energy: observableRef,
      lastWholeDay: observable,
      project: observable,
      freezes: observableRef,
      failure: computed,
      alarmed: computedStruct,
      show: action,
    })
  }

  /** First failure of any part. Missing permission is not a failure. */
  get failure(): CallFailure | null {
    return (
      Object.values(this.requests).find(({ failure }) => failure !== null && !isForbidden(failure))?.failure ?? null
    )
  }

  /** Returns true if the account lacks permission to see this part. */
  isForbiddenPart(part: keyof Overview['requests']): boolean {
    return isForbidden(this.requests[part].failure)
  }

  /**
   * Devices with an uncleared alarm, as `project/device`. Includes the newest alarms even if the list of active ones is
   * cut off.
   */
  get alarmed(): ReadonlySet<string> {
    return getDevices([...this.active.rows, ...this.alarms.filter(isActive)])
  }

  /**
   * Switches to a project (undefined: all) and discards the data of the previous one. `isCounting`: also count its
   * facilities.
   */
  show(project: string | undefined, isCounting = true): void {
    if (project !== this.project) {
      this.counts = {}
      this.alarms = []
      this.openAlarms = null
      this.active = noActiveAlarms
      this.energy = null
      this.freezes = null
      for (const request of Object.values(this.requests)) request.clear()
    }
    this.project = project
    this.#isCounting = isCounting
    this.refresh()
  }

  refresh(): void {
    for (const kind of this.#isCounting ? facilityKinds : [])
      void this.requests[kind].run(
        (signal) => this.#count(kind, signal),
        (count) => {
          this.counts = { ...this.counts, [kind]: count }
        },
      )
    void this.requests.energy.run(
      (signal) => this.#days(signal),
      ({ energy, last }) => {
        this.energy = energy
        this.lastWholeDay = last
      },
    )
    void this.requests.freezes.run(
      (signal) => this.#list('freezeData', { page: 1, pageSize: 10, sort: '-at' }, signal),
      ({ rows }) => {
        this.freezes = rows
      },
    )
    this.refreshAlarms()
  }

  /** Refreshes alarms only, because they change at any time. */
  refreshAlarms(): void {
    const query = { page: 1, pageSize: 30, filter: { status: 'unconfirmed' }, sort: '-at' } as const
    void this.requests.alarms.run(
      (signal) => this.#list('alarm', query, signal),
      ({ rows, total }) => {
        this.alarms = rows
        this.openAlarms = total
      },
    )
    void this.requests.active.run(
      (signal) => readActiveAlarms(this.#getClient('alarm'), this.project, { signal, quiet: true }),
      (active) => {
        this.active = active
      },
    )
  }

  stop(): void {
    for (const request of Object.values(this.requests)) request.stop()
  }

  async #count(kind: FacilityKind, signal: AbortSignal): Promise<Count> {
    const readTotal = async (filter?: EntityQuery['filter']): Promise<number> =>
      (await this.#list(kind, { ...countQuery, filter }, signal)).total
    const at = kind === 'cabinet' ? 'usage' : 'installation'
    const [total, installed, failed] = await Promise.all([
      readTotal(),
      readTotal({ [at]: kind === 'cabinet' ? '2' : 'installed' }),
      kind === 'cabinet' ? 0 : readTotal({ [at]: 'failed' }),
    ])
    return { total, installed, failed }
  }

  async #days(signal: AbortSignal): Promise<{ readonly energy: readonly DayEnergy[]; readonly last: string }> {
    const { zones, projects } = this.#calendars
    // The start of a day is unknown until the project's time zone is loaded.
    await projects.waitUntilLoaded()
    const last = zones.lastWholeDay(this.project)
    const first = dateAfter(last, 1 - daysShown)
    const rows: Row[] = []
    for (let page = 1; page <= maxPages; page++) {
      const answer = await this.#list(
        'energyData',
        {
          page,
          pageSize: 50,
          filter: { period: 'day' },
          since: 'at',
          ...zones.span(this.project, first, last),
          sort: '-at',
        },
        signal,
      )
      rows.push(...answer.rows)
      if (answer.rows.length < 50) return { energy: sumByDay(rows, zones.calendar(), first, last), last }
    }
    // Rows are newest first, so after a cut-off the oldest day is incomplete.
    const [cut, ...whole] = sumByDay(rows, zones.calendar(), first, last)
    return { energy: whole.length > 0 || !cut ? whole : [cut], last }
  }

  #list(entity: string, query: EntityQuery, signal: AbortSignal) {
    return this.#getClient(entity).list({ ...query, project: this.project }, { signal, quiet: true })
  }
}

/**
 * Sums the energy of all meters per day from `first` to `last`. `formatDate` returns the date in the time zone of the row's
 * project.
 */
export function sumByDay(
  rows: readonly Row[],
  getDate: ReturnType<Calendars['zones']['calendar']>,
  first: string,
  last: string,
): DayEnergy[] {
  const days = new Map<string, DayEnergy>()
  for (const row of rows) {
    const { at, energy, isEstimated }: Readonly<Record<string, unknown>> = { ...row }
    if (typeof at !== 'number' || typeof energy !== 'number') continue
    const date = getDate(row.project, at)
    if (date < first || date > last) continue
    const before = days.get(date)
    days.set(date, {
      date,
      energy: (before?.energy ?? 0) + energy,
      isEstimated: (before?.isEstimated ?? false) || isEstimated === true,
    })
  }
  return [...days.values()].toSorted((a, b) => (a.date < b.date ? -1 : 1))
}
