import type { ScriptEffect } from '../../../../contract/routes/scripts.ts'
import type { LogLevel, ScriptResult } from '../../../scripts/runner/index.ts'

export interface LogLine {
  readonly level: LogLevel
  readonly text: string
}

const maxContent = 300

/** Lines of a run for the log: what the script wrote, then its effects. */
export function describeLines(result: ScriptResult, effects: readonly ScriptEffect[]): readonly LogLine[] {
  return [
    ...result.lines,
    ...(result.linesLeft > 0 ? [{ level: 'warn' as const, text: `… ${result.linesLeft}` }] : []),
    ...effects.map(({ kind, target, content, isPermitted, detail }): LogLine => {
      const text = `${kind} ${target}: ${content.length > maxContent ? `${content.slice(0, maxContent)}…` : content}`
      return isPermitted
        ? { level: 'info', text: `→ ${text}` }
        : { level: 'error', text: `✗ ${text} (${detail?.en ?? ''} / ${detail?.zh ?? ''})` }
    }),
  ]
}
