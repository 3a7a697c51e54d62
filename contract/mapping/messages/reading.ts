import type { DecoderInput, ScriptDecoder } from './decoders.ts'
import type { MappedFrame } from './frames.ts'
import type { MessageProblem } from '../problems.ts'
import type { QualityMark } from '../values/quality.ts'

/** A device that reported itself online or offline. */
export interface PresenceChange {
  readonly device: string
  readonly isOnline: boolean
}

/** An answer of a device to a command. */
export interface Acknowledgement {
  /** Key of the device; null if the answer names only the command. */
  readonly device: string | null
  readonly point: string
  /** Id of the command, if the device sends it. */
  readonly id: string | null
  readonly isOk: boolean
  readonly code: string | null
}

/** A message that a decoder in a script language has to read. Run it, then pass its result to `Mapper.finish`. */
export interface ScriptCall {
  readonly decoder: ScriptDecoder
  readonly input: DecoderInput
}

/** What a message contains. */
export interface Reading {
  /** Why the message, or a part of it, was rejected; what could be read is in the lists all the same. */
  readonly problem: MessageProblem | null
  readonly frames: readonly MappedFrame[]
  readonly presence: readonly PresenceChange[]
  readonly acknowledgements: readonly Acknowledgement[]
  readonly scripts: readonly ScriptCall[]
  /** Values of the topic's placeholders; keep them per device for commands. */
  readonly variables: ReadonlyMap<string, string>
}

/** State of one message. */
export interface Pass {
  readonly topic: string
  readonly payload: Uint8Array
  readonly receivedAt: number
  readonly frames: MappedFrame[]
  readonly presence: PresenceChange[]
  readonly acknowledgements: Acknowledgement[]
  readonly scripts: ScriptCall[]
  problem: MessageProblem | null
}

/** Values of a decoder for one device and one time. */
export interface DecodedGroup {
  readonly device: string | null
  readonly at: number | null
  readonly marks: ReadonlyMap<string, QualityMark>
}

export const noVariables: ReadonlyMap<string, string> = new Map()

/** Combines the collected parts of a message to a reading. The problem is `points` if there are none. */
export function finishReading(
  { problem, frames, presence, acknowledgements, scripts }: Pass,
  variables: ReadonlyMap<string, string>,
): Reading {
  const isEmpty = frames.length + presence.length + acknowledgements.length + scripts.length === 0
  return { problem: problem ?? (isEmpty ? 'points' : null), frames, presence, acknowledgements, scripts, variables }
}
