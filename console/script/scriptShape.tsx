import type { CustomScreenConfig } from '../crud/config/screenConfig.ts'
import { BridgeSelector } from './BridgeSelector.tsx'
import { ScriptSourceEditor } from './editor/ScriptSourceEditor.tsx'
import { ScriptLog } from './ScriptLog.tsx'
import { ScriptOutput } from './ScriptOutput.tsx'
import { ScriptState } from './ScriptState.tsx'
import './script.css'

const renewMs = 5_000
const logRenewMs = 2_000

/** Rule scripts with a code editor, their log and a bridge selector. */
export const scriptShape: CustomScreenConfig = {
  clock: 'runs',
  editors: { bridge: BridgeSelector, source: ScriptSourceEditor },
  cells: { status: (row) => <ScriptState row={row} /> },
  cellsPx: { status: 220 },
  rowActions: [{ label: 'script:log', Dialog: ScriptLog }],
  renewMs: () => renewMs,
}

/** Runs of all scripts, reloaded every two seconds. */
export const scriptLogShape: CustomScreenConfig = {
  clock: 'runs',
  mergedFields: ['output', 'error', 'line', 'sourceLine'],
  detail: (row) => <ScriptOutput row={row} />,
  renewMs: () => logRenewMs,
}
