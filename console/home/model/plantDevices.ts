import { action, makeObservable, observable, observableRef } from 'mobx'
import type { Row } from '../../../contract/entity/define.ts'
import type { CallOptions } from '../../net/client.ts'
import { allPages } from '../../stores/entities/allPages.ts'
import { LatestRequest } from '../../stores/entities/latestRequest.ts'
import type { StateSource } from '../../stores/live/liveStates.ts'
import { nullIfForbidden } from '../../stores/entities/forbidden.ts'
import { type FieldDevice, readFieldDevices } from './fieldDevices.ts'
import { getName, getText } from './rowText.ts'
import type { GetClient } from './useHomeData.ts'

export interface PlantDevice extends StateSource {
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
  omittedCount = 0
  floors: readonly FloorView[] = []
  /** Sensors, cameras and third-party devices. */
  field: readonly FieldDevice[] = []
  /** The account lacks permission to see devices or floors. */
  isForbidden = false
  readonly request = new LatestRequest({ isLoading: true })
  readonly #getClient: GetClient

  constructor(getClient: GetClient) {
    this.#getClient = getClient
    makeObservable(this, {
      omittedCount: observable,
      groups: observableRef,
      floors: observableRef,
      field: observableRef,
      isForbidden: observable,
      show: action,
    })
  }

  /** Switches to a project (undefined: all) and discards the data of the previous one. */
  show(project: string | undefined): Promise<void> {
    this.groups = []
    this.omittedCount = 0
    this.floors = []
    this.field = []
    return this.request.run(
      (signal) => {
        const quiet = { signal, quiet: true } as const
        const floors = nullIfForbidden(() =>
          allPages((page) => this.#getClient('floor').list({ ...page, project, sort: 'number' }, quiet)),
        )
        return Promise.all([
          nullIfForbidden(() => this.#devices(project, quiet)),
          floors,
          readFieldDevices(this.#getClient, { project }, quiet),
        ])
      },
      ([devices, floors, field]) => {
        this.field = field
        this.groups = groupByProduct(devices?.rows ?? [])
        this.omittedCount = devices === null ? 0 : devices.total - devices.rows.length
        this.floors = (floors ?? []).map(toFloor)
        this.isForbidden = devices === null || floors === null
      },
    )
  }

  /** Reads up to 500 devices, the most that the overview shows. */
  async #devices(
    project: string | undefined,
    quiet: CallOptions,
  ): Promise<{ readonly rows: readonly Row[]; readonly total: number }> {
    const rows: Row[] = []
    let total = 0
    for (let page = 1; page <= 10; page++) {
      const answer = await this.#getClient('device').list({ page, pageSize: 50, project, sort: 'name' }, quiet)
      rows.push(...answer.rows)
      total = Math.max(answer.total, rows.length)
      if (answer.rows.length < 50) break
    }
    return { rows, total }
  }
}

export function groupByProduct(rows: readonly Row[]): DeviceGroup[] {
  const groups = new Map<string, PlantDevice[]>()
  for (const row of rows) {
    const product = getText(row, 'product')
    const title = row.titles[product] ?? product
    const group = groups.get(title) ?? []
    groups.set(title, group)
    group.push({
      id: row.id,
      kind: 'device',
      title: getName(row),
      project: row.project ?? '',
      device: getText(row, 'plantDevice'),
    })
  }
  return [...groups]
    .map(([product, devices]) => ({ product, devices }))
    .toSorted((a, b) => a.product.localeCompare(b.product))
}

function toFloor(row: Row): FloorView {
  const building = getText(row, 'building')
  return {
    id: row.id,
    name: building === '' ? getName(row) : `${building} · ${getName(row)}`,
    drawing: getText(row, 'drawing'),
  }
}
