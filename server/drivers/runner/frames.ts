import { parseTag } from '../../../contract/telemetry/tags.ts'
import type { Driver, PointConfig, Reading } from '../driver.ts'
import type { DriverFrame } from './protocol.ts'

/** Values of one frame at most; a frame has a maximum size. */
const maxPoints = 1_000

/** Converts readings into frames: one for each device and time. `every`: time to the next values in milliseconds. */
export function toFrames(
  readings: readonly Reading[],
  points: readonly PointConfig[],
  driver: Pick<Driver, 'describe'>,
  every: number,
  isOneTime: boolean,
): DriverFrame[] {
  const groups = new Map<
    string,
    { at: number; readonly readings: { readonly name: string; readonly reading: Reading }[] }
  >()
  for (const reading of readings) {
    const tag = parseTag(points[reading.point]?.tag)
    if (!tag) continue
    const device = `${tag.project}/${tag.device}`
    const key = isOneTime ? device : `${device}/${reading.at}`
    const group = groups.get(key) ?? { at: 0, readings: [] }
    group.at = Math.max(group.at, reading.at)
    group.readings.push({ name: tag.point, reading })
    groups.set(key, group)
  }
  return [...groups].flatMap(([key, { at, readings: list }]) => {
    const [project = '', device = ''] = key.split('/')
    const frames: DriverFrame[] = []
    for (let start = 0; start < list.length; start += maxPoints) {
      const part = list.slice(start, start + maxPoints)
      frames.push({
        project,
        device,
        at,
        every,
        points: part.map(({ name }) => name),
        values: Float64Array.from(part, ({ reading: { value } }) => (typeof value === 'number' ? value : NaN)),
        qualities: Uint8Array.from(part, ({ reading: { value, code } }) =>
          value === null ? 2 : driver.describe(code).quality,
        ),
        texts: part.some(({ reading: { value } }) => typeof value === 'string')
          ? part.map(({ reading: { value } }) => (typeof value === 'string' ? value : undefined))
          : null,
      })
    }
    return frames
  })
}
