import type { DeviceRef } from '../../../contract/telemetry/index.ts'
import type { ValuesFrame } from './ingest.ts'

/** Decision about a frame. `known`: accepted, but it creates no tags. */
export type Verdict = 'take' | 'known' | 'drop'

/**
 * Publisher of messages from the external broker, whose original client is unknown. No client can use this id, because
 * client ids begin with the account or device name.
 */
export const externalPublisher = 'external broker'

/** Decides which devices are accepted. Returns synchronously if the decision is cached, otherwise a promise. */
export interface DeviceGate {
  judge(frame: ValuesFrame, publisher: string): Verdict | Promise<Verdict>
  /**
   * Returns whether a state, acknowledgement or progress message is accepted. Ignored devices and new undeclared
   * devices over the quota are not.
   */
  admits(device: DeviceRef, publisher: string): boolean | Promise<boolean>
}

export const openGate: DeviceGate = { judge: () => 'take', admits: () => true }
