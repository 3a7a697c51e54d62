/** States of a point; each has a shape in addition to its colour. */
export const pointStates = ['alarm', 'on', 'off', 'unknown'] as const
export type PointState = (typeof pointStates)[number]

export const pointKinds = ['cabinet', 'pole', 'sensor', 'camera', 'thirdParty'] as const
export type PointKind = (typeof pointKinds)[number]

/** Point on the map. */
export interface MapPoint {
  readonly id: string
  readonly kind: PointKind
  readonly title: string
  readonly longitude: number
  readonly latitude: number
  /** Supply line; neighbouring points of the same one are connected. */
  readonly line?: string
}

export interface Place {
  readonly longitude: number
  readonly latitude: number
  readonly zoom: number
}

/** Initial view without points and without a configured map (specification, section 9). */
export const defaultPlace: Place = { longitude: 114.03, latitude: 22.32, zoom: 10 }

/** Colours of the map, taken from the console. */
export interface MapStyle {
  readonly ground: string
  readonly land: string
  readonly line: string
  readonly ink: string
  readonly surface: string
  readonly states: Readonly<Record<PointState, string>>
}
