/** Of a road, in metres: how far one sees ahead what one stops for, by the speed in km/h that it is designed for. */
const stoppingDistances: readonly (readonly [speed: number, metres: number])[] = [[0, 0], [20, 20], [30, 30], [40, 40], [60, 75], [80, 110], [100, 160], [120, 210], [140, 260]]

/** How long the threshold zone of a tunnel is, in metres: the stopping distance at the design speed in km/h (CIE 88:2004). Straight between the speeds that are tabled. */
export function thresholdLength(designSpeed: number): number {
  const after = stoppingDistances.findIndex(([speed]) => speed >= designSpeed)
  const [fast, far] = stoppingDistances[after === -1 ? stoppingDistances.length - 1 : after] ?? [0, 0]
  const [slow, near] = stoppingDistances[after - 1] ?? [0, 0]
  return after < 1 ? far : near + ((far - near) * (designSpeed - slow)) / (fast - slow)
}

/** The luminance of the transition zone as a share of the threshold zone's, `seconds` after one has left that: Lth (1.9 + t)^-1.4, at most 1. */
export const transitionShare = (seconds: number): number => Math.min(1, (1.9 + Math.max(0, seconds)) ** -1.4)

/** A stretch of a tube, in metres from where one drives in. */
export interface Zone {
  readonly name: string
  readonly from: number
  readonly to: number
}

export interface ZoneShare extends Zone {
  /** How long one drives through it, in seconds. */
  readonly seconds: number
  /** The least brightness that eyes ask for where it begins, as a share of the threshold's. */
  readonly share: number
}

/** What each stretch of a tube needs at the design speed in km/h: a step must not lie below the curve, so that its beginning decides. In the order of the drive. */
export function transitionPlan(tube: readonly Zone[], designSpeed: number): ZoneShare[] {
  const metresEachSecond = designSpeed / 3.6
  const dark = thresholdLength(designSpeed)
  return tube.filter(({ from, to }) => to > from).toSorted((a, b) => a.from - b.from)
    .map((stretch) => ({ ...stretch, seconds: (stretch.to - stretch.from) / metresEachSecond, share: stretch.from < dark ? 1 : transitionShare((stretch.from - dark) / metresEachSecond) }))
}
