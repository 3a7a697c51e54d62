import type { DeviceRef } from '../../contract/telemetry/index.ts'
import type { ValuesFrame } from './ingest.ts'

/** What becomes of a frame. `known`: it is taken, but it creates no tags. */
export type Verdict = 'take' | 'known' | 'drop'

/** The publisher of what the external broker passes on: which client sent it there is not known. No client can have this id, which does not begin with a client's name. */
export const externalPublisher = 'external broker'

/** Decides which devices are heard. It answers at once for what is known, and later where the database is to be asked. */
export interface DeviceGate {
  judge(frame: ValuesFrame, publisher: string): Verdict | Promise<Verdict>
  /** Whether a state, ack or progress is taken: not of an ignored device, nor of a new undeclared device over the quota. */
  admits(device: DeviceRef, publisher: string): boolean | Promise<boolean>
}

export const openGate: DeviceGate = { judge: () => 'take', admits: () => true }
