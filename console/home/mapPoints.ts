import { action, makeObservable, observable, observableRef } from 'mobx'
import type { Row } from '../../contract/entity/define.ts'
import type { MapPoint } from '../kit/map/point.ts'
import { type AllRows, allRows } from '../stores/allRows.ts'
import { LatestRequest } from '../stores/latestRequest.ts'
import { defaultMap, mapOrNone, type ProjectMap, tileMap } from '../stores/projectMaps.ts'
import { nullIfForbidden } from '../stores/forbidden.ts'
import type { AnnouncedState } from '../stores/liveStates.ts'
import { type FieldDevice, fieldKinds, readFieldDevices, spokenOfField } from './fieldDevices.ts'
import { nameOf, textOf } from './textOf.ts'
import type { ClientOf } from './useHomeData.ts'

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
  spoken: readonly AnnouncedState[] = []
  /** Sensors, cameras and third-party devices. */
  devices: readonly FieldDevice[] = []
  /** Cabinets or poles were cut off at the limit of the query. */
  isCut = false
  /** The account lacks permission to see cabinets or poles. */
  isUnseen = false
  /** The project's default map and tile map; null if there is none, undefined while loading. */
  map: ProjectMap | null | undefined = undefined
  tiles: ProjectMap | null | undefined = undefined
  readonly asked = new LatestRequest({ isLoading: true })
  readonly #clientOf: ClientOf

  constructor(clientOf: ClientOf) {
    this.#clientOf = clientOf
    makeObservable(this, { points: observableRef, spoken: observableRef, devices: observableRef, isCut: observable, isUnseen: observable, map: observableRef, tiles: observableRef, show: action })
  }

  show(project: string | undefined): Promise<void> {
    this.devices = []
    this.spoken = [] // do not count devices of the previous project
    this.map = undefined
    this.tiles = undefined
    return this.asked.ask((signal) => {
      const quiet = { signal, quiet: true } as const
      const maps = this.#clientOf('map')
      const all = (entity: string) => rowsOrUnseen(allRows(this.#clientOf(entity), { project }, quiet))
      return Promise.all([all('cabinet'), all('pole'), readFieldDevices(this.#clientOf, { project }, quiet), mapOrNone(defaultMap(maps, project, quiet)), mapOrNone(tileMap(maps, project, quiet))])
    }, ([cabinets, poles, devices, map, tiles]) => {
      const placed = { cabinet: pointsOf('cabinet', cabinets.rows), pole: pointsOf('pole', poles.rows) }
      this.devices = devices
      this.points = [...placed.cabinet, ...placed.pole, ...fieldKinds.flatMap((kind) => pointsOf(kind, devices.filter((device) => device.kind === kind).map(({ row }) => row)))]
      this.spoken = [...spokenOf('cabinet', cabinets.rows, placed.cabinet), ...spokenOf('pole', poles.rows, placed.pole), ...devices.flatMap(spokenOfField)]
      this.isUnseen = cabinets.isUnseen || poles.isUnseen
      this.isCut = cabinets.isCut || poles.isCut
      this.map = map
      this.tiles = tiles
    })
  }
}

/** Returns no rows if the account lacks permission. */
async function rowsOrUnseen(asked: Promise<AllRows>): Promise<AllRows & { readonly isUnseen: boolean }> {
  const seen = await nullIfForbidden(() => asked)
  return { ...seen ?? { rows: [], isCut: false }, isUnseen: seen === null }
}

/** Converts rows with longitude and latitude to map points. */
export function pointsOf(kind: MapPoint['kind'], rows: readonly Row[]): PlacedPoint[] {
  return rows.flatMap((row): PlacedPoint[] => {
    const { longitude, latitude }: Readonly<Record<string, unknown>> = { ...row }
    const cabinet = textOf(row, 'cabinet')
    if (typeof longitude !== 'number' || typeof latitude !== 'number') return []
    return [{
      id: row.id, kind, title: nameOf(row), longitude, latitude, project: row.project ?? '', device: textOf(row, 'device'),
      ...(kind === 'pole' && cabinet !== '' ? { line: cabinet } : {}),
    }]
  })
}

function spokenOf(kind: 'cabinet' | 'pole', rows: readonly Row[], placed: readonly PlacedPoint[]): AnnouncedState[] {
  const ids = new Set(placed.map(({ id }) => id))
  const others = rows.filter(({ id }) => !ids.has(id))
  return [...placed.map(({ id, project, device }): AnnouncedState => ({ id, kind, project, device })), ...others.map((row): AnnouncedState => ({ id: row.id, kind, project: row.project ?? '', device: textOf(row, 'device') }))]
}
