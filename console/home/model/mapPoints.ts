import { action, makeObservable, observable, observableRef } from 'mobx'
import type { Row } from '../../../contract/entity/define.ts'
import type { MapPoint } from '../../kit/map/point.ts'
import { type AllRows, allRows } from '../../stores/entities/allRows.ts'
import { LatestRequest } from '../../stores/entities/latestRequest.ts'
import { defaultMap, mapOrNone, type ProjectMap, tileMap } from '../../stores/projects/projectMaps.ts'
import { nullIfForbidden } from '../../stores/entities/forbidden.ts'
import type { StateSource } from '../../stores/live/liveStates.ts'
import { type FieldDevice, fieldKinds, readFieldDevices, getFieldStateSources } from './fieldDevices.ts'
import { getName, getText } from './rowText.ts'
import type { GetClient } from './useHomeData.ts'

/** A point of the map with the device that reports its state. */
export interface PlacedPoint extends MapPoint {
  readonly project: string
  /** Device that reports the state; empty if there is none. */
  readonly device: string
}

/**
 * Cabinets, poles, sensors, cameras and third-party devices with coordinates. Loads complete lists, because a map has
 * no pages.
 */
export class Places {
  points: readonly PlacedPoint[] = []
  /** State sources of all rows, including those without coordinates. Within a kind, placed rows are first. */
  stateSources: readonly StateSource[] = []
  /** Sensors, cameras and third-party devices. */
  devices: readonly FieldDevice[] = []
  /** Cabinets or poles were cut off at the limit of the query. */
  isCut = false
  /** The account lacks permission to see cabinets or poles. */
  isForbidden = false
  /** The project's default map and tile map; null if there is none, undefined while loading. */
  map: ProjectMap | null | undefined = undefined
  tiles: ProjectMap | null | undefined = undefined
  readonly request = new LatestRequest({ isLoading: true })
  readonly #getClient: GetClient

  constructor(getClient: GetClient) {
    this.#getClient = getClient
    makeObservable(this, {
      points: observableRef,
      stateSources: observableRef,
      devices: observableRef,
      isCut: observable,
      isForbidden: observable,
      map: observableRef,
      tiles: observableRef,
      show: action,
    })
  }

  show(project: string | undefined): Promise<void> {
    this.devices = []
    this.stateSources = [] // do not count devices of the previous project
    this.map = undefined
    this.tiles = undefined
    return this.request.run(
      (signal) => {
        const quiet = { signal, quiet: true } as const
        const maps = this.#getClient('map')
        const all = (entity: string) => rowsOrForbidden(allRows(this.#getClient(entity), { project }, quiet))
        return Promise.all([
          all('cabinet'),
          all('pole'),
          readFieldDevices(this.#getClient, { project }, quiet),
          mapOrNone(defaultMap(maps, project, quiet)),
          mapOrNone(tileMap(maps, project, quiet)),
        ])
      },
      ([cabinets, poles, devices, map, tiles]) => {
        const placed = { cabinet: toPoints('cabinet', cabinets.rows), pole: toPoints('pole', poles.rows) }
        this.devices = devices
        this.points = [
          ...placed.cabinet,
          ...placed.pole,
          ...fieldKinds.flatMap((kind) =>
            toPoints(
              kind,
              devices.filter((device) => device.kind === kind).map(({ row }) => row),
            ),
          ),
        ]
        this.stateSources = [
          ...getStateSources('cabinet', cabinets.rows, placed.cabinet),
          ...getStateSources('pole', poles.rows, placed.pole),
          ...devices.flatMap(getFieldStateSources),
        ]
        this.isForbidden = cabinets.isUnseen || poles.isUnseen
        this.isCut = cabinets.isCut || poles.isCut
        this.map = map
        this.tiles = tiles
      },
    )
  }
}

/** Returns no rows if the account lacks permission. */
async function rowsOrForbidden(request: Promise<AllRows>): Promise<AllRows & { readonly isUnseen: boolean }> {
  const visible = await nullIfForbidden(() => request)
  return { ...(visible ?? { rows: [], isCut: false }), isUnseen: visible === null }
}

/** Converts rows with longitude and latitude to map points. */
export function toPoints(kind: MapPoint['kind'], rows: readonly Row[]): PlacedPoint[] {
  return rows.flatMap((row): PlacedPoint[] => {
    const { longitude, latitude }: Readonly<Record<string, unknown>> = { ...row }
    const cabinet = getText(row, 'cabinet')
    if (typeof longitude !== 'number' || typeof latitude !== 'number') return []
    return [
      {
        id: row.id,
        kind,
        title: getName(row),
        longitude,
        latitude,
        project: row.project ?? '',
        device: getText(row, 'device'),
        ...(kind === 'pole' && cabinet !== '' ? { line: cabinet } : {}),
      },
    ]
  })
}

function getStateSources(
  kind: 'cabinet' | 'pole',
  rows: readonly Row[],
  placed: readonly PlacedPoint[],
): StateSource[] {
  const ids = new Set(placed.map(({ id }) => id))
  const others = rows.filter(({ id }) => !ids.has(id))
  return [
    ...placed.map(({ id, project, device }): StateSource => ({ id, kind, project, device })),
    ...others.map((row): StateSource => ({
      id: row.id,
      kind,
      project: row.project ?? '',
      device: getText(row, 'device'),
    })),
  ]
}
