import { makeObservable, observable, observableRef, runInAction } from 'mobx'
import type { Row } from '../../contract/entity/define.ts'
import type { EntityClient } from '../net/entityClient.ts'
import { CallFailure } from '../net/failure.ts'
import type { Spoken } from './liveStates.ts'

export interface PlantDevice extends Spoken {
  readonly kind: 'device'
  readonly title: string
}

export interface DeviceGroup {
  readonly product: string
  readonly devices: readonly PlantDevice[]
}

export interface FloorView {
  readonly id: string
  readonly name: string
  /** The drawing that shows it; empty where there is none. */
  readonly drawing: string
}

/** The devices of a works by product, and its floors with their drawings. */
export class Works {
  groups: readonly DeviceGroup[] = []
  floors: readonly FloorView[] = []
  isLoading = true
  failure: CallFailure | null = null
  readonly #clientOf: (entity: string) => EntityClient
  #running: AbortController | null = null

  constructor(clientOf: (entity: string) => EntityClient) {
    this.#clientOf = clientOf
    makeObservable(this, { groups: observableRef, floors: observableRef, isLoading: observable, failure: observableRef })
  }

  async show(project: string | undefined): Promise<void> {
    this.#running?.abort()
    const running = new AbortController()
    this.#running = running
    const quiet = { signal: running.signal, quiet: true } as const
    runInAction(() => { this.isLoading = true })
    try {
      const [devices, floors] = await Promise.all([
        this.#devices(project, quiet), this.#clientOf('floor').list({ page: 1, pageSize: 50, project, sort: 'number' }, quiet),
      ])
      runInAction(() => {
        this.groups = groupsOf(devices)
        this.floors = floors.rows.map(floorOf)
        this.failure = null
        this.isLoading = false
      })
    } catch (thrown) {
      if (running.signal.aborted) return
      if (!(thrown instanceof CallFailure)) throw thrown
      runInAction(() => {
        this.failure = thrown
        this.isLoading = false
      })
    }
  }

  stop(): void {
    this.#running?.abort()
  }

  /** Up to 500: a panorama of more is none. */
  async #devices(project: string | undefined, quiet: { readonly signal: AbortSignal; readonly quiet: true }): Promise<readonly Row[]> {
    const rows: Row[] = []
    for (let page = 1; page <= 10; page++) {
      const answer = await this.#clientOf('device').list({ page, pageSize: 50, project, sort: 'name' }, quiet)
      rows.push(...answer.rows)
      if (answer.rows.length < 50) break
    }
    return rows
  }
}

export function groupsOf(rows: readonly Row[]): DeviceGroup[] {
  const groups = new Map<string, PlantDevice[]>()
  for (const row of rows) {
    const { name, product, plantDevice, project }: Readonly<Record<string, unknown>> = { ...row }
    const title = typeof product === 'string' ? row.titles[product] ?? product : ''
    const group = groups.get(title) ?? []
    groups.set(title, group)
    group.push({ id: row.id, kind: 'device', title: typeof name === 'string' ? name : row.id, project: typeof project === 'string' ? project : '', device: typeof plantDevice === 'string' ? plantDevice : '' })
  }
  return [...groups].map(([product, devices]) => ({ product, devices })).toSorted((a, b) => a.product.localeCompare(b.product))
}

function floorOf(row: Row): FloorView {
  const { name, drawing, building }: Readonly<Record<string, unknown>> = { ...row }
  const title = typeof name === 'string' ? name : row.id
  return { id: row.id, name: typeof building === 'string' ? `${building} · ${title}` : title, drawing: typeof drawing === 'string' ? drawing : '' }
}
