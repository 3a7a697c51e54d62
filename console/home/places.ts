import { makeObservable, observable, observableRef, runInAction } from 'mobx'
import type { Row } from '../../contract/entity/define.ts'
import type { MapPoint } from '../kit/map/point.ts'
import type { EntityClient } from '../net/entityClient.ts'
import { CallFailure } from '../net/failure.ts'

/** A point of the map with the tags that say how it is. */
export interface PlacedPoint extends MapPoint {
  readonly project: string
  /** The device that speaks for it; empty where none does. */
  readonly device: string
}

/** What stands somewhere: cabinets and poles with coordinates, loaded whole, for a map has no pages. */
export class Places {
  points: readonly PlacedPoint[] = []
  /** There is more than one answer holds. */
  isCut = false
  isLoading = true
  /** A tile map of the project, where there is one. */
  tiles: string | null = null
  readonly #clientOf: (entity: string) => EntityClient
  #running: AbortController | null = null

  constructor(clientOf: (entity: string) => EntityClient) {
    this.#clientOf = clientOf
    makeObservable(this, { points: observableRef, isCut: observable, isLoading: observable, tiles: observable })
  }

  async show(project: string | undefined): Promise<void> {
    this.#running?.abort()
    const running = new AbortController()
    this.#running = running
    runInAction(() => { this.isLoading = true })
    try {
      const [cabinets, poles, tiles] = await Promise.all([this.#all('cabinet', project, running.signal), this.#all('pole', project, running.signal), this.#tiles(project, running.signal)])
      runInAction(() => {
        this.points = [...pointsOf('cabinet', cabinets.rows), ...pointsOf('pole', poles.rows)]
        this.isCut = cabinets.isCut || poles.isCut
        this.tiles = tiles
        this.isLoading = false
      })
    } catch (thrown) {
      if (running.signal.aborted) return
      if (!(thrown instanceof CallFailure)) throw thrown
      runInAction(() => { this.isLoading = false })
    }
  }

  stop(): void {
    this.#running?.abort()
  }

  async #all(entity: string, project: string | undefined, signal: AbortSignal): Promise<{ readonly rows: readonly Row[]; readonly isCut: boolean }> {
    try {
      const { rows, total, atLeast = false } = await this.#clientOf(entity).export({ project }, { signal, quiet: true })
      return { rows, isCut: atLeast || total > rows.length }
    } catch (thrown) {
      // None at all is refused to a spreadsheet; to a map it is an empty one.
      if (thrown instanceof CallFailure && thrown.error === 'export.empty') return { rows: [], isCut: false }
      throw thrown
    }
  }

  async #tiles(project: string | undefined, signal: AbortSignal): Promise<string | null> {
    const { rows } = await this.#clientOf('map').list({ page: 1, pageSize: 50, project, filter: { kind: 'tiles' } }, { signal, quiet: true })
    const values: readonly Readonly<Record<string, unknown>>[] = rows.map((row) => ({ ...row }))
    const url = (values.find(({ isDefault }) => isDefault === true) ?? values[0])?.['url']
    return typeof url === 'string' && url !== '' ? url : null
  }
}

/** The rows that have a longitude and a latitude. */
export function pointsOf(kind: MapPoint['kind'], rows: readonly Row[]): PlacedPoint[] {
  return rows.flatMap((row): PlacedPoint[] => {
    const { longitude, latitude, name, device, cabinet }: Readonly<Record<string, unknown>> = { ...row }
    if (typeof longitude !== 'number' || typeof latitude !== 'number') return []
    return [{
      id: row.id, kind, title: typeof name === 'string' ? name : row.id, longitude, latitude, project: row.project ?? '', device: typeof device === 'string' ? device : '',
      ...(kind === 'pole' && typeof cabinet === 'string' ? { line: cabinet } : {}),
    }]
  })
}
