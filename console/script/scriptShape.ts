import type { CustomScreenConfig } from '../crud/config/screenConfig.ts'
import { BridgeSelector } from './BridgeSelector.tsx'
import { ScriptLog } from './ScriptLog.tsx'
import './script.css'

/** Rule scripts with their log and a bridge selector. */
export const scriptShape: CustomScreenConfig = {
  editors: { bridge: BridgeSelector },
  rowActions: [{ label: 'script:log', Dialog: ScriptLog }],
}
