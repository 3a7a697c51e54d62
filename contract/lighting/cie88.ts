/** Stopping sight distance in metres by design speed in km/h (JTG D20-2017; 140 km/h extrapolated). */
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
 * Returns the stopping distance in metres at the design speed in km/h. Speeds between the tabulated ones are
 * interpolated linearly.
 */
export function stoppingDistance(designSpeed: number): number {
  const after = stoppingDistances.findIndex(([speed]) => speed >= designSpeed)
  const [fast, far] = stoppingDistances[after === -1 ? stoppingDistances.length - 1 : after] ?? [0, 0]
  const [slow, near] = stoppingDistances[after - 1] ?? [0, 0]
  return after < 1 ? far : near + ((far - near) * (designSpeed - slow)) / (fast - slow)
}

/** Length of a tunnel's threshold zone in metres: the stopping distance at the design speed (CIE 88:2004). */
export const thresholdLength = stoppingDistance

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

/** Traffic in a tube. Two-way traffic enters at both ends. */
export type TrafficDirection = 'one' | 'both'

/**
 * Returns the required luminance at a position in metres from the entrance, relative to the threshold zone. `length`:
 * length of the tube in metres. With two-way traffic, the entrance that requires more decides.
 */
export function requiredShare(
  metre: number,
  designSpeed: number,
  length: number,
  direction: TrafficDirection = 'one',
): number {
  const dark = thresholdLength(designSpeed)
  const fromEntrance = (distance: number): number =>
    distance < dark ? 1 : transitionShare((distance - dark) / (designSpeed / 3.6))
  return direction === 'both' ? Math.max(fromEntrance(metre), fromEntrance(length - metre)) : fromEntrance(metre)
}

/**
 * Returns the required luminance of each zone at the design speed in km/h, sorted in driving direction. The end of the
 * zone that is nearest to an entrance determines its value, because a step must not lie below the curve.
 */
export function transitionPlan(
  tube: readonly Zone[],
  designSpeed: number,
  direction: TrafficDirection = 'one',
): ZoneShare[] {
  const zones = tube.filter(({ from, to }) => to > from).toSorted((a, b) => a.from - b.from)
  const length = Math.max(0, ...zones.map(({ to }) => to))
  return zones.map((zone) => ({
    ...zone,
    seconds: (zone.to - zone.from) / (designSpeed / 3.6),
    share: Math.max(
      requiredShare(zone.from, designSpeed, length, direction),
      direction === 'both' ? requiredShare(zone.to, designSpeed, length, direction) : 0,
    ),
  }))
}
