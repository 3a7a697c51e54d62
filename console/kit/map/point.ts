/** How something on a map is: each has a shape of its own beside its colour. */
export const pointStates = ['alarm', 'on', 'off', 'unknown'] as const
export type PointState = (typeof pointStates)[number]

export const pointKinds = ['cabinet', 'pole', 'sensor', 'camera', 'thirdParty'] as const
export type PointKind = (typeof pointKinds)[number]

/** Something that stands somewhere. */
export interface MapPoint {
  readonly id: string
  readonly kind: PointKind
  readonly title: string
  readonly longitude: number
  readonly latitude: number
  /** What stands on one line of supply: neighbours of it are joined by a faint line. */
  readonly line?: string
}

export interface Place {
  readonly longitude: number
  readonly latitude: number
  readonly zoom: number
}

/** Where a map opens that has nothing to show and no map of its own (specification, section 9). */
export const defaultPlace: Place = { longitude: 114.03, latitude: 22.32, zoom: 10 }

/** How the map looks; its colours are those of the console. */
export interface MapLook {
  readonly ground: string
  readonly land: string
  readonly line: string
  readonly ink: string
  readonly surface: string
  readonly states: Readonly<Record<PointState, string>>
}
