import type { CustomScreenConfig } from '../crud/screenConfig.ts'
import { BridgeSelector } from './BridgeSelector.tsx'
import { ScriptLog } from './ScriptLog.tsx'
import './script.css'

/** The rule scripts; each has its log at hand, and its access point is chosen among the bridges. */
export const scriptShape: CustomScreenConfig = {
  editors: { bridge: BridgeSelector },
  rowActions: [{ label: 'script:log', Dialog: ScriptLog }],
}
