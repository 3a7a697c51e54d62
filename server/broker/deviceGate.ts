import type { DeviceRef } from '../../contract/telemetry/index.ts'
import type { ValuesFrame } from './ingest.ts'

/** What becomes of a frame. `known`: it is taken, but it creates no tags. */
export type Verdict = 'take' | 'known' | 'drop'

/** The publisher of what the external broker passes on: which client sent it there is not known. No client can have this id, which does not begin with a client's name. */
export const externalPublisher = 'external broker'

/** Decides which devices are heard. It answers at once for what is known, and later where the database is to be asked. */
export interface DeviceGate {
  judge(frame: ValuesFrame, publisher: string): Verdict | Promise<Verdict>
  /** Whether messages other than values are taken: not from an ignored device. */
  isHeard(device: DeviceRef): boolean | Promise<boolean>
}

export const openGate: DeviceGate = { judge: () => 'take', isHeard: () => true }
