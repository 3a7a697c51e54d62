import type { BridgeStatus } from '../../contract/routes.ts'

/** Badge colour of each state. */
export const tones: Readonly<Record<BridgeStatus['state'], 'idle' | 'warning' | 'good' | 'alarm'>> = {
  none: 'idle',
  connecting: 'warning',
  connected: 'good',
  error: 'alarm',
}
