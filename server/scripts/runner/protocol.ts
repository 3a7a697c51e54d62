/**
 * Lines between parent and child, each a letter, its fields and one JSON text, which contains no line break.
 * To the child: `L script json` load, `U script` unload, `R id script length json="payload"` run (length of the JSON; `=`: JSON.parse keeps the payload exactly, `~`: it may not; both missing: no payload), `A json` answer to a question, `C id json` check,
 * `P script` load now instead of with the first run, `B` hold results of short runs and write them together.
 * From the child: `S` ready, `W script` the script is loaded, `E id kind microseconds steps json` end of a run, `Q id json` question of a run, `K id json` result of a check.
 */
export interface LoadOrder {
  readonly language: 'groovy' | 'javascript'
  readonly code: string
}

/** How a run ended, as the child reports it. `skipped`: it did not run, because an earlier run was stopped. */
export type EndKind = 'ended' | 'steps' | 'time' | 'memory' | 'broken' | 'unloadable' | 'skipped'

/** Longest line that either side accepts, in characters. */
export const maxLine = 8_000_000
