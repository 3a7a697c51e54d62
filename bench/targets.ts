import type { Row } from './passes.ts'

/** What is to be reached, as a ratio to a peer in the same run or as a figure of our own. */
export interface Target {
  readonly measure: string
  /** The engine measured against; absent: the value itself is held against the bound. */
  readonly peer?: string
  readonly atMost?: number
  readonly atLeast?: number
}

export const targets: readonly Target[] = [
  { measure: 'frame-js', peer: 'meta2d', atMost: 1 / 40 },
  { measure: 'frame-js', peer: 'pixi', atMost: 1 / 12 },
  { measure: 'frame-js', peer: 'floor', atMost: 5 },
  { measure: 'frame-rate', peer: 'meta2d', atLeast: 5 },
  { measure: 'frame-rate', peer: 'pixi', atLeast: 2 },
  { measure: 'frame-rate', peer: 'svg', atLeast: 2 },
  { measure: 'open', peer: 'meta2d', atMost: 1 / 3 },
  { measure: 'pan-js', atMost: 4 },
  { measure: 'heap', atMost: 1.5 },
  { measure: 'command', atMost: 16 },
  { measure: 'undo', atMost: 16 },
  { measure: 'undo-delete', atMost: 50 },
  { measure: 'symbols-js', atMost: 8 },
  { measure: 'instances-open', atMost: 1.25 },
  { measure: 'instances-heap', atMost: 1.25 },
  { measure: 'instances-move', atMost: 1.25 },
  { measure: 'motion-js', atMost: 0.5 },
  { measure: 'marquee', atMost: 8 },
  { measure: 'marquee-release', atMost: 8 },
  { measure: 'expressions', atLeast: 1_000_000 },
  { measure: 'mapping', atLeast: 200_000 },
  { measure: 'mapping-cost', atMost: 1.5 },
  { measure: 'telemetry', atMost: 15 },
  { measure: 'telemetry-latency', atMost: 200 },
]

export interface Verdict {
  readonly target: Target
  /** Ours over the peer's, or ours alone. */
  readonly reached: number
  readonly met: boolean
}

/** Holds the rows of one run against the targets; a target whose rows are missing has no verdict. */
export function judge(rows: readonly Row[]): Verdict[] {
  const find = (measure: string, engine: string) => rows.find((row) => row.measure === measure && row.engine === engine)?.value
  return targets.flatMap((target) => {
    const ours = find(target.measure, 'mimic')
    const theirs = target.peer === undefined ? 1 : find(target.measure, target.peer)
    if (ours === undefined || theirs === undefined) return []
    const reached = ours / theirs
    const met = (target.atMost === undefined || reached <= target.atMost) && (target.atLeast === undefined || reached >= target.atLeast)
    return [{ target, reached, met }]
  })
}
