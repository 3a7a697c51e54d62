import type { Row } from './passes.ts'

/** A target, as a ratio to another engine in the same run or as an absolute value. */
export interface Target {
  readonly measure: string
  /** Engine of the comparison; absent: the value itself is compared with the bound. */
  readonly peer?: string
  readonly max?: number
  readonly min?: number
}

export const targets: readonly Target[] = [
  { measure: 'frame-js', peer: 'meta2d', max: 1 / 40 },
  { measure: 'frame-js', peer: 'pixi', max: 1 / 12 },
  { measure: 'frame-js', peer: 'floor', max: 5 },
  { measure: 'frame-rate', peer: 'meta2d', min: 5 },
  { measure: 'frame-rate', peer: 'pixi', min: 2 },
  { measure: 'frame-rate', peer: 'svg', min: 2 },
  { measure: 'open', peer: 'meta2d', max: 1 / 3 },
  { measure: 'pan-js', max: 4 },
  { measure: 'heap', max: 1.5 },
  { measure: 'command', max: 16 },
  { measure: 'undo', max: 16 },
  { measure: 'undo-delete', max: 50 },
  { measure: 'symbols-js', max: 8 },
  { measure: 'instances-open', max: 1.25 },
  { measure: 'instances-heap', max: 1.25 },
  { measure: 'instances-move', max: 1.25 },
  { measure: 'motion-js', max: 0.5 },
  { measure: 'marquee', max: 8 },
  { measure: 'marquee-release', max: 8 },
  { measure: 'expressions', min: 1_000_000 },
  { measure: 'mapping', min: 200_000 },
  { measure: 'mapping-cost', max: 1.5 },
  { measure: 'telemetry', max: 15 },
  { measure: 'telemetry-latency', max: 200 },
]

export interface Verdict {
  readonly target: Target
  /** Our value, divided by that of the other engine if there is one. */
  readonly reached: number
  readonly met: boolean
}

/** Compares the rows of one run with the targets. A target without rows has no verdict. */
export function judge(rows: readonly Row[]): Verdict[] {
  const find = (measure: string, engine: string) =>
    rows.find((row) => row.measure === measure && row.engine === engine)?.value
  return targets.flatMap((target) => {
    const measured = find(target.measure, 'mimic')
    const theirs = target.peer === undefined ? 1 : find(target.measure, target.peer)
    if (measured === undefined || theirs === undefined) return []
    const reached = measured / theirs
    const met =
      (target.max === undefined || reached <= target.max) && (target.min === undefined || reached >= target.min)
    return [{ target, reached, met }]
  })
}
