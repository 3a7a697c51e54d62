import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx'
import type { Row } from '../../contract/entity/define.ts'
import type { EntityClient } from '../net/entityClient.ts'
import { CallFailure } from '../net/failure.ts'
import { type AllRows, allRows } from '../stores/entities/allRows.ts'
import { LatestRequest } from '../stores/entities/latestRequest.ts'
import { defaultMap, mapOrNone, type ProjectMap } from '../stores/projects/projectMaps.ts'
import { nullIfForbidden } from '../stores/entities/forbidden.ts'

export const kinds = ['cabinet', 'pole', 'sensor', 'camera', 'thirdParty'] as const
export type Kind = (typeof kinds)[number]

export interface Place {
  readonly longitude: number
  readonly latitude: number
}

/** Position in a tunnel: the tube and the distance in metres from the left end of the panorama. */
export interface TubePlace {
  readonly tube: string
  readonly metre: number
}

/** Returns true for kinds that are placed in a tube. Lamps get their position from their section. */
export const isTunnelDevice = ({ kind }: Pick<Device, 'kind'>): boolean =>
  kind === 'sensor' || kind === 'camera' || kind === 'thirdParty'

/** The data of a tunnel that its scheme needs. */
export interface Scheme {
  readonly id: string
  readonly name: string
  /** Length in metres. */
  readonly span: number
}

/** A device that can be placed on the map or in its tunnel, with its stored position. */
export interface Device {
  readonly kind: Kind
  readonly row: Row
  readonly name: string
  readonly stored: Place | null
  readonly tunnel: string | null
  readonly inTube: TubePlace | null
}

export const isMarked = ({ stored, inTube }: Device): boolean => stored !== null || inTube !== null

/** Devices of a project and their unsaved positions (drafts). */
export class MarkingStore {
  devices: readonly Device[] = []
  /** Default map of the project; null if there is none, undefined while loading. */
  map: ProjectMap | null | undefined = undefined
  /** Number of drafts saved so far; null while no save is in progress. */
  saved: number | null = null
  readonly drafts = observable.map<string, Partial<Place & TubePlace>>({}, { deep: false })
  /** Tunnels of the project with a known length. */
  tunnels: readonly Scheme[] = []
  readonly #getClient: (kind: Kind | 'map' | 'tunnel') => EntityClient
  readonly #latest = new LatestRequest()

  constructor(getClient: (kind: Kind | 'map' | 'tunnel') => EntityClient) {
    this.#getClient = getClient
    makeObservable(this, {
      devices: observableRef,
      map: observableRef,
      tunnels: observableRef,
      saved: observable,
      placed: computed,
      put: action,
      setTubePlace: action,
      forget: action,
    })
  }

  get isLoading(): boolean {
    return this.#latest.isLoading
  }

  get failure(): CallFailure | null {
    return this.#latest.failure
  }

  /** Devices that have a position on the map, drafts included. */
  get placed(): readonly (Device & { readonly place: Place })[] {
    return this.devices.flatMap((device) => {
      const place = this.getPlace(device)
      return place ? [{ ...device, place }] : []
    })
  }

  getPlace({ row, stored }: Device): Place | null {
    const { longitude, latitude } = this.drafts.get(row.id) ?? {}
    return longitude === undefined || latitude === undefined ? stored : { longitude, latitude }
  }

  getTubePlace({ row, inTube }: Device): TubePlace | null {
    const { tube, metre } = this.drafts.get(row.id) ?? {}
    return tube === undefined || metre === undefined ? inTube : { tube, metre }
  }

  show(project: string | undefined): Promise<void> {
    runInAction(() => {
      this.drafts.clear()
      this.map = undefined
    })
    return this.#latest.run(
      (signal) =>
        Promise.all([
          mapOrNone(defaultMap(this.#getClient('map'), project, { signal, quiet: true })),
          readOrEmpty(allRows(this.#getClient('tunnel'), { project }, { signal, quiet: true })),
          ...kinds.map(async (kind) =>
            (await readOrEmpty(allRows(this.#getClient(kind), { project }, { signal, quiet: true }))).rows.map((row) =>
              toDevice(kind, row),
            ),
          ),
        ]),
      ([map, tunnels, ...lists]) => {
        this.map = map
        this.tunnels = tunnels.rows.flatMap(toSchemes)
        this.devices = lists.flat()
      },
    )
  }

  stop(): void {
    this.#latest.stop()
  }

  put(id: string, { longitude, latitude }: Place): void {
    this.drafts.set(id, { ...this.drafts.get(id), longitude: round(longitude), latitude: round(latitude) })
  }

  setTubePlace(id: string, { tube, metre }: TubePlace): void {
    this.drafts.set(id, { ...this.drafts.get(id), tube, metre: Math.round(metre * 10) / 10 })
  }

  forget(id: string): void {
    this.drafts.delete(id)
  }

  /** Saves the drafts one after the other. Rejected ones remain drafts. Returns the number of rejected drafts. */
  async save(): Promise<number> {
    const waiting = this.devices.filter(({ row }) => this.drafts.has(row.id))
    runInAction(() => {
      this.saved = 0
    })
    let failed = 0
    for (const device of waiting) failed += (await this.#saveOne(device)) ? 0 : 1
    runInAction(() => {
      this.saved = null
    })
    return failed
  }

  async #saveOne({ kind, row }: Device): Promise<boolean> {
    const place = this.drafts.get(row.id)
    if (!place) return true
    try {
      const after = await this.#getClient(kind).update(row, { ...place }, false, {
        quiet: true,
        headers: { repeatSubmit: false },
      })
      runInAction(() => {
        this.devices = this.devices.map((device) => (device.row.id === row.id ? toDevice(kind, after) : device))
        this.drafts.delete(row.id)
        this.saved = (this.saved ?? 0) + 1
      })
      return true
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown
      return false
    }
  }
}

export function toDevice(kind: Kind, row: Row): Device {
  const { name, longitude, latitude, tunnel, tube, metre }: Readonly<Record<string, unknown>> = { ...row }
  return {
    kind,
    row,
    name: typeof name === 'string' ? name : row.id,
    stored: typeof longitude === 'number' && typeof latitude === 'number' ? { longitude, latitude } : null,
    tunnel: typeof tunnel === 'string' ? tunnel : null,
    inTube: typeof tube === 'string' && typeof metre === 'number' ? { tube, metre } : null,
  }
}

/** A tunnel without a length has no scheme: positions in it would have no scale. */
function toSchemes(row: Row): Scheme[] {
  const { name, length }: Readonly<Record<string, unknown>> = { ...row }
  return typeof length === 'number' && length > 0
    ? [{ id: row.id, name: typeof name === 'string' ? name : row.id, span: length }]
    : []
}

/** Returns no rows if the account lacks permission to read them. */
const readOrEmpty = async (request: Promise<AllRows>): Promise<AllRows> =>
  (await nullIfForbidden(() => request)) ?? { rows: [], isCut: false }

/** Six decimals of a degree (about 0.1 m), the precision of the field. */
const round = (value: number): number => Math.round(value * 1e6) / 1e6
