import { action, makeObservable, observable, observableRef } from 'mobx'
import type { Row } from '../../contract/entity/define.ts'
import type { CallOptions } from '../net/client.ts'
import { allPages } from '../stores/allPages.ts'
import { LatestRequest } from '../stores/latestRequest.ts'
import type { AnnouncedState } from '../stores/liveStates.ts'
import { nullIfForbidden } from '../stores/forbidden.ts'
import { type FieldDevice, readFieldDevices } from './fieldDevices.ts'
import { nameOf, textOf } from './textOf.ts'
import type { ClientOf } from './useHomeData.ts'

export interface PlantDevice extends AnnouncedState {
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
  /** Drawing of the floor; empty if there is none. */
  readonly drawing: string
}

/** Devices of an industrial site by product, and its floors with their drawings. */
export class Works {
  groups: readonly DeviceGroup[] = []
  /** Number of devices that are not shown. */
  beyond = 0
  floors: readonly FloorView[] = []
  /** Sensors, cameras and third-party devices. */
  field: readonly FieldDevice[] = []
  /** The account lacks permission to see devices or floors. */
  isUnseen = false
  readonly asked = new LatestRequest({ isLoading: true })
  readonly #clientOf: ClientOf

  constructor(clientOf: ClientOf) {
    this.#clientOf = clientOf
    makeObservable(this, { beyond: observable, groups: observableRef, floors: observableRef, field: observableRef, isUnseen: observable, show: action })
  }

  /** Switches to a project (undefined: all) and discards the data of the previous one. */
  show(project: string | undefined): Promise<void> {
    this.groups = []
    this.beyond = 0
    this.floors = []
    this.field = []
    return this.asked.ask((signal) => {
      const quiet = { signal, quiet: true } as const
      const floors = nullIfForbidden(() => allPages((page) => this.#clientOf('floor').list({ ...page, project, sort: 'number' }, quiet)))
      return Promise.all([nullIfForbidden(() => this.#devices(project, quiet)), floors, readFieldDevices(this.#clientOf, { project }, quiet)])
    }, ([devices, floors, field]) => {
      this.field = field
      this.groups = groupsOf(devices?.rows ?? [])
      this.beyond = devices === null ? 0 : devices.total - devices.rows.length
      this.floors = (floors ?? []).map(floorOf)
      this.isUnseen = devices === null || floors === null
    })
  }

  /** Reads up to 500 devices, the most that the overview shows. */
  async #devices(project: string | undefined, quiet: CallOptions): Promise<{ readonly rows: readonly Row[]; readonly total: number }> {
    const rows: Row[] = []
    let total = 0
    for (let page = 1; page <= 10; page++) {
      const answer = await this.#clientOf('device').list({ page, pageSize: 50, project, sort: 'name' }, quiet)
      rows.push(...answer.rows)
      total = Math.max(answer.total, rows.length)
      if (answer.rows.length < 50) break
    }
    return { rows, total }
  }
}

export function groupsOf(rows: readonly Row[]): DeviceGroup[] {
  const groups = new Map<string, PlantDevice[]>()
  for (const row of rows) {
    const product = textOf(row, 'product')
    const title = row.titles[product] ?? product
    const group = groups.get(title) ?? []
    groups.set(title, group)
    group.push({ id: row.id, kind: 'device', title: nameOf(row), project: row.project ?? '', device: textOf(row, 'plantDevice') })
  }
  return [...groups].map(([product, devices]) => ({ product, devices })).toSorted((a, b) => a.product.localeCompare(b.product))
}

function floorOf(row: Row): FloorView {
  const building = textOf(row, 'building')
  return { id: row.id, name: building === '' ? nameOf(row) : `${building} · ${nameOf(row)}`, drawing: textOf(row, 'drawing') }
}
