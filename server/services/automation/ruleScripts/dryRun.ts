import type { ScriptEffect, ScriptTestMessage, ScriptVerification } from '../../../../contract/routes/scripts.ts'
import type { Checked, ScriptHost, ScriptInput, ScriptResult } from '../../../scripts/runner/index.ts'
import { applyChanges } from './chain.ts'
import { createInput, formatDevice, getStart, type ScriptMessage, type ScriptState } from './event.ts'
import { describeLines } from './logLines.ts'
import type { ScriptDefinition } from './rows.ts'

export interface DryRunParts {
  readonly check: (id: string, language: ScriptDefinition['language'], source: string) => Promise<Checked>
  readonly run: (script: NonNullable<Checked['script']>, input: ScriptInput, host: ScriptHost) => Promise<ScriptResult>
  readonly createHost: (script: ScriptDefinition, message: ScriptMessage) => ScriptHost
  /** Describes what a run would do outside, without doing it. */
  readonly plan: (
    script: ScriptDefinition,
    message: ScriptMessage,
    state: ScriptState,
    result: ScriptResult,
  ) => Promise<readonly ScriptEffect[]>
}

/** Checks a script and runs it once on a message without any effect outside. */
export async function dryRun(
  { check, run, createHost, plan }: DryRunParts,
  script: ScriptDefinition,
  message: ScriptMessage | null,
): Promise<ScriptVerification> {
  const { script: checked, problems = [] } = await check(script.id, script.language, script.source)
  if (!checked || !message) return { problems, run: null }
  const start = getStart(message)
  const result = await run(checked, createInput(message, start), createHost(script, message))
  const state = applyChanges(start, result)
  return {
    problems: [],
    run: {
      message: toTestMessage(message),
      outcome: result.outcome,
      tookMs: result.tookMs,
      lines: describeLines(result, []),
      topicAfter: state.topic,
      payloadAfter: state.payload,
      data: JSON.stringify(state.data),
      returned: JSON.stringify(result.returned) ?? 'null',
      effects: result.outcome === 'done' ? await plan(script, message, state, result) : [],
      error: result.failure?.words ?? null,
      errorLine: result.failure?.line ?? null,
    },
  }
}

export const toTestMessage = ({ topic, payload, device, at }: ScriptMessage): ScriptTestMessage => ({
  topic,
  payload,
  device: formatDevice(device) || null,
  at,
})
