import type { ScriptEffect } from '../../../../contract/routes/scripts.ts'
import { scriptActions } from '../../../../contract/scada/ruleScript.ts'
import type { Script, ScriptHost, ScriptInput, ScriptResult } from '../../../scripts/runner/index.ts'
import { createInput, getStart, type ScriptMessage, type ScriptState } from './event.ts'
import type { RuleScript } from './rows.ts'

/** A stored script that the runner accepts. */
export interface LoadedScript extends RuleScript {
  readonly checked: Script
}

/** A completed run, for the log. */
export interface CompletedRun {
  readonly script: RuleScript
  readonly message: ScriptMessage
  readonly result: ScriptResult
  readonly effects: readonly ScriptEffect[]
}

export interface ChainParts {
  readonly run: (script: Script, input: ScriptInput, host: ScriptHost) => Promise<ScriptResult>
  readonly createHost: (script: RuleScript, message: ScriptMessage) => ScriptHost
  /** Applies what a successful run wants to happen outside. */
  readonly apply: (
    script: RuleScript,
    message: ScriptMessage,
    state: ScriptState,
    result: ScriptResult,
  ) => Promise<readonly ScriptEffect[]>
  readonly onCompleted: (run: CompletedRun) => void
  /** Returns whether the script is still in use: it may be put out of action while messages wait. */
  readonly isActive: (script: RuleScript) => boolean
}

/**
 * Runs the scripts of one event in their order. Own values (`setData`) pass from each script to all later ones. A
 * changed topic and payload pass on only from scripts that forward; those of other scripts are what they themselves
 * send. A script that fails changes nothing. `onForwarded` receives the message once no further script can change it.
 */
export async function runChain(
  parts: ChainParts,
  scripts: readonly LoadedScript[],
  message: ScriptMessage,
  onForwarded: (state: ScriptState) => void,
): Promise<void> {
  let state = getStart(message)
  let lastForward = scripts.findLastIndex(({ action }) => action === scriptActions.forward)
  if (lastForward < 0) onForwarded(state)
  for (const [index, script] of scripts.entries()) {
    if (parts.isActive(script)) {
      const result = await parts.run(script.checked, createInput(message, state), parts.createHost(script, message))
      const after = applyChanges(state, result)
      if (script.action === scriptActions.forward) state = after
      else state = { ...state, data: after.data }
      // The message does not wait for what the script sends elsewhere.
      if (index === lastForward) {
        onForwarded(state)
        lastForward = -1
      }
      void finish(parts, { script, message, result, effects: [] }, after)
    } else if (index === lastForward) onForwarded(state)
  }
}

async function finish(parts: ChainParts, run: CompletedRun, after: ScriptState): Promise<void> {
  const { script, message, result } = run
  const effects = result.outcome === 'done' ? await parts.apply(script, message, after, result) : []
  parts.onCompleted({ ...run, effects })
}

/** State after a run. A failed run has no changes. */
export function applyChanges(state: ScriptState, { changes }: ScriptResult): ScriptState {
  const { topic = state.topic, payload = state.payload, data } = changes
  return { topic, payload, data: data ? { ...state.data, ...data } : state.data }
}
