import type { Ring } from './outline.ts'
import type { Place } from './point.ts'

const steps = [30, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001] as const
const linesAcross = 6

/** Lines of longitude and latitude around a place, in round degrees, about six per screen. */
export function graticule({ longitude, latitude, zoom }: Place): Ring[] {
  const span = 900 / 2 ** zoom
  const step = steps.find((one) => one <= (span * 2) / linesAcross) ?? 0.001
  const range = (middle: number, max: number): number[] => {
    const first = Math.max(-max, Math.floor((middle - span * 2) / step) * step)
    const last = Math.min(max, middle + span * 2)
    return Array.from(
      { length: Math.max(0, Math.min(80, Math.floor((last - first) / step) + 1)) },
      (_, index) => first + index * step,
    )
  }
  const [xs, ys] = [range(longitude, 180), range(latitude, 85)]
  const [left, right, bottom, top] = [xs[0], xs.at(-1), ys[0], ys.at(-1)]
  if (left === undefined || right === undefined || bottom === undefined || top === undefined) return []
  return [
    ...xs.map((x): Ring => [
      [x, bottom],
      [x, top],
    ]),
    ...ys.map((y): Ring => [
      [left, y],
      [right, y],
    ]),
  ]
}
