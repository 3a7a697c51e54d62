/** Stopping distance in metres by design speed in km/h. */
const stoppingDistances: readonly (readonly [speed: number, metres: number])[] = [
  [0, 0],
  [20, 20],
  [30, 30],
  [40, 40],
  [60, 75],
  [80, 110],
  [100, 160],
  [120, 210],
  [140, 260],
]

/**
 * Returns the length of a tunnel's threshold zone in metres: the stopping distance at the design speed in km/h (CIE
 * 88:2004). Speeds between the tabulated ones are interpolated linearly.
 */
export function thresholdLength(designSpeed: number): number {
  const after = stoppingDistances.findIndex(([speed]) => speed >= designSpeed)
  const [fast, far] = stoppingDistances[after === -1 ? stoppingDistances.length - 1 : after] ?? [0, 0]
  const [slow, near] = stoppingDistances[after - 1] ?? [0, 0]
  return after < 1 ? far : near + ((far - near) * (designSpeed - slow)) / (fast - slow)
}

/**
 * Returns the luminance of the transition zone relative to the threshold zone, `seconds` after leaving the threshold
 * zone: Lth (1.9 + t)^-1.4, at most 1.
 */
export const transitionShare = (seconds: number): number => Math.min(1, (1.9 + Math.max(0, seconds)) ** -1.4)

/** A section of a tube, in metres from its entrance. */
export interface Zone {
  readonly name: string
  readonly from: number
  readonly to: number
}

/** A zone of a tunnel tube with its driving time and required luminance, as returned by `transitionPlan`. */
export interface ZoneShare extends Zone {
  /** Driving time through the zone in seconds. */
  readonly seconds: number
  /** Required luminance at the start of the zone, relative to the threshold zone. */
  readonly share: number
}

/**
 * Returns the required luminance of each zone at the design speed in km/h, sorted in driving direction. The start of a
 * zone determines its value, because a step must not lie below the curve.
 */
export function transitionPlan(tube: readonly Zone[], designSpeed: number): ZoneShare[] {
  const metresEachSecond = designSpeed / 3.6
  const dark = thresholdLength(designSpeed)
  return tube
    .filter(({ from, to }) => to > from)
    .toSorted((a, b) => a.from - b.from)
    .map((stretch) => ({
      ...stretch,
      seconds: (stretch.to - stretch.from) / metresEachSecond,
      share: stretch.from < dark ? 1 : transitionShare((stretch.from - dark) / metresEachSecond),
    }))
}
