import type { ScriptFigures } from '../../../../contract/routes/scripts.ts'
import type { Outcome, ScriptResult } from '../../../scripts/runner/index.ts'

type Counts = Readonly<Record<Outcome, number>>

interface State {
  readonly counts: Record<Outcome, number>
  /** Time in the engine in milliseconds. */
  tookMs: number
  maxTookMs: number
  waiting: number
}

/** Counters of one script since the server started. */
export interface ScriptCounters {
  readonly script: string
  readonly counts: Counts
  readonly tookMs: number
  readonly waiting: number
}

/** Scripts with counters of their own. More share one, so that the metrics stay small. */
const maxScripts = 200
export const otherScripts = 'other'

const createState = (): State => ({
  counts: { done: 0, failed: 0, steps: 0, time: 0, memory: 0, killed: 0, crashed: 0, dropped: 0 },
  tookMs: 0,
  maxTookMs: 0,
  waiting: 0,
})

/** Counts the runs of each script in memory, from the start of the server. */
export class RunCounters {
  readonly #states = new Map<string, State>()
  readonly #sinceMs: number

  /** `sinceMs`: the present time. */
  constructor(sinceMs: number) {
    this.#sinceMs = sinceMs
  }

  /** Counts a run from its start, while it waits, to its end. */
  async measure(script: string, run: () => Promise<ScriptResult>): Promise<ScriptResult> {
    const state = this.#getState(script)
    state.waiting++
    try {
      const result = await run()
      state.counts[result.outcome]++
      state.tookMs += result.tookMs
      state.maxTookMs = Math.max(state.maxTookMs, result.tookMs)
      return result
    } finally {
      state.waiting--
    }
  }

  /** Figures of one script; zeros if it has not run. */
  read(script: string): ScriptFigures {
    const { counts, tookMs, maxTookMs, waiting } = this.#states.get(script) ?? createState()
    const runs = Object.values(counts).reduce((sum, each) => sum + each, 0) - counts.dropped
    return {
      since: this.#sinceMs,
      runs,
      failures: runs - counts.done,
      dropped: counts.dropped,
      meanMs: runs === 0 ? 0 : tookMs / runs,
      maxMs: maxTookMs,
      waiting,
      restarts: counts.killed + counts.crashed,
    }
  }

  list(): readonly ScriptCounters[] {
    return [...this.#states].map(([script, { counts, tookMs, waiting }]) => ({ script, counts, tookMs, waiting }))
  }

  #getState(script: string): State {
    const key = this.#states.has(script) || this.#states.size < maxScripts ? script : otherScripts
    const known = this.#states.get(key) ?? createState()
    this.#states.set(key, known)
    return known
  }
}
