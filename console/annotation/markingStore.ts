import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx'
import type { Row } from '../../contract/entity/define.ts'
import type { EntityClient } from '../net/entityClient.ts'
import { CallFailure } from '../net/failure.ts'
import { type AllRows, allRows } from '../stores/allRows.ts'
import { LatestRequest } from '../stores/latestRequest.ts'
import { defaultMap, mapOrNone, type ProjectMap } from '../stores/projectMaps.ts'
import { nullIfForbidden } from '../stores/forbidden.ts'

export const kinds = ['cabinet', 'pole', 'sensor', 'camera', 'thirdParty'] as const
export type Kind = (typeof kinds)[number]

export interface Place {
  readonly longitude: number
  readonly latitude: number
}

/** Where something stands in its tunnel: in metres from the left end of the panorama. */
export interface TubePlace {
  readonly tube: string
  readonly metre: number
}

/** What can be marked in a tube; lamps stand there by their section. */
export const isOfTubes = ({ kind }: Pick<Device, 'kind'>): boolean => kind === 'sensor' || kind === 'camera' || kind === 'thirdParty'

/** A tunnel as far as its scheme shows it. */
export interface Scheme {
  readonly id: string
  readonly name: string
  /** In metres. */
  readonly span: number
}

/** Something to be marked on the map or in its tunnel: where it stands by the server. */
export interface Device {
  readonly kind: Kind
  readonly row: Row
  readonly name: string
  readonly stored: Place | null
  readonly tunnel: string | null
  readonly inTube: TubePlace | null
}

export const isMarked = ({ stored, inTube }: Device): boolean => stored !== null || inTube !== null

/** The devices of a project on their way onto the map. What was put there is kept here until it is saved. */
export class MarkingStore {
  devices: readonly Device[] = []
  /** The project's default map; null where it has none, undefined while that is not known. */
  map: ProjectMap | null | undefined = undefined
  /** How many of those to be saved are saved; null while nothing is. */
  saved: number | null = null
  readonly drafts = observable.map<string, Partial<Place & TubePlace>>({}, { deep: false })
  /** The tunnels of the project that are so and so long. */
  tunnels: readonly Scheme[] = []
  readonly #clientOf: (kind: Kind | 'map' | 'tunnel') => EntityClient
  readonly #latest = new LatestRequest()

  constructor(clientOf: (kind: Kind | 'map' | 'tunnel') => EntityClient) {
    this.#clientOf = clientOf
    makeObservable(this, {
      devices: observableRef, map: observableRef, tunnels: observableRef, saved: observable, placed: computed, put: action, putInTube: action, forget: action,
    })
  }

  get isLoading(): boolean {
    return this.#latest.isLoading
  }

  get failure(): CallFailure | null {
    return this.#latest.failure
  }

  /** Those that stand somewhere, drafts among them. */
  get placed(): readonly (Device & { readonly place: Place })[] {
    return this.devices.flatMap((device) => {
      const place = this.placeOf(device)
      return place ? [{ ...device, place }] : []
    })
  }

  placeOf({ row, stored }: Device): Place | null {
    const { longitude, latitude } = this.drafts.get(row.id) ?? {}
    return longitude === undefined || latitude === undefined ? stored : { longitude, latitude }
  }

  tubePlaceOf({ row, inTube }: Device): TubePlace | null {
    const { tube, metre } = this.drafts.get(row.id) ?? {}
    return tube === undefined || metre === undefined ? inTube : { tube, metre }
  }

  show(project: string | undefined): Promise<void> {
    runInAction(() => {
      this.drafts.clear()
      this.map = undefined
    })
    return this.#latest.ask(
      (signal) => Promise.all([
        mapOrNone(defaultMap(this.#clientOf('map'), project, { signal, quiet: true })),
        readOrNone(allRows(this.#clientOf('tunnel'), { project }, { signal, quiet: true })),
        ...kinds.map(async (kind) => (await readOrNone(allRows(this.#clientOf(kind), { project }, { signal, quiet: true }))).rows.map((row) => deviceOf(kind, row))),
      ]),
      ([map, tunnels, ...lists]) => {
        this.map = map
        this.tunnels = tunnels.rows.flatMap(schemeOf)
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

  putInTube(id: string, { tube, metre }: TubePlace): void {
    this.drafts.set(id, { ...this.drafts.get(id), tube, metre: Math.round(metre * 10) / 10 })
  }

  forget(id: string): void {
    this.drafts.delete(id)
  }

  /** Saves what was put, one after the other; what is refused stays a draft. How many could not be saved. */
  async save(): Promise<number> {
    const waiting = this.devices.filter(({ row }) => this.drafts.has(row.id))
    runInAction(() => { this.saved = 0 })
    let failed = 0
    for (const device of waiting) failed += (await this.#saveOne(device)) ? 0 : 1
    runInAction(() => { this.saved = null })
    return failed
  }

  async #saveOne({ kind, row }: Device): Promise<boolean> {
    const place = this.drafts.get(row.id)
    if (!place) return true
    try {
      const after = await this.#clientOf(kind).update(row, { ...place }, false, { quiet: true, headers: { repeatSubmit: false } })
      runInAction(() => {
        this.devices = this.devices.map((device) => (device.row.id === row.id ? deviceOf(kind, after) : device))
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

export function deviceOf(kind: Kind, row: Row): Device {
  const { name, longitude, latitude, tunnel, tube, metre }: Readonly<Record<string, unknown>> = { ...row }
  return {
    kind, row, name: typeof name === 'string' ? name : row.id, stored: typeof longitude === 'number' && typeof latitude === 'number' ? { longitude, latitude } : null,
    tunnel: typeof tunnel === 'string' ? tunnel : null, inTube: typeof tube === 'string' && typeof metre === 'number' ? { tube, metre } : null,
  }
}

/** Where nobody entered its length it has no scheme: a place on it would mean nothing. */
function schemeOf(row: Row): Scheme[] {
  const { name, length }: Readonly<Record<string, unknown>> = { ...row }
  return typeof length === 'number' && length > 0 ? [{ id: row.id, name: typeof name === 'string' ? name : row.id, span: length }] : []
}

/** Of what the account may not see there is nothing to mark. */
const readOrNone = async (asked: Promise<AllRows>): Promise<AllRows> => await nullIfForbidden(() => asked) ?? { rows: [], isCut: false }

/** As the field keeps it: a tenth of a metre. */
const round = (value: number): number => Math.round(value * 1e6) / 1e6
