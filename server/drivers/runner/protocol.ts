import type { Words } from '@mimic/engine/schema'
import type { BrowseNode, ChannelConfig, ServerCertificate } from '../driver.ts'

/**
 * State of a channel. `waiting`: the port is open and the gateway has not connected. `failed`: not connected, the next
 * attempt follows.
 */
export type LinkState = 'connecting' | 'waiting' | 'connected' | 'failed'

/** A point that could not be read, with the code of the protocol. */
export interface PointFault {
  readonly tag: string
  readonly code: string
  readonly words: Words
  readonly since: number
  readonly count: number
}

/** State of a channel as its process reports it. Times in milliseconds. */
export interface ChannelStatus {
  readonly state: LinkState
  /** Since when, in milliseconds since 1970. */
  readonly since: number
  /** Reason why the channel is not connected. */
  readonly fault: { readonly code: string; readonly words: Words } | null
  readonly roundTripMs: number | null
  readonly maxRoundTripMs: number | null
  readonly pointsPerS: number
  /** Duration of the last reading of all points. */
  readonly cycleMs: number | null
  readonly isOverrun: boolean
  readonly goodPoints: number
  readonly faults: readonly PointFault[]
  /** Number of points with a fault, also of those beyond the list. */
  readonly faultCount: number
  readonly lateAnswers: number
  readonly reconnects: number
  /** Frames that the server has not stored yet, and those on disk. */
  readonly waitingFrames: number
  readonly storedFrames: number
  readonly droppedFrames: number
  readonly untrusted: ServerCertificate | null
}

/** Values of one device at one time. */
export interface DriverFrame {
  readonly project: string
  readonly device: string
  readonly at: number
  readonly every: number
  readonly points: readonly string[]
  readonly values: Float64Array
  readonly qualities: Uint8Array
  readonly texts: readonly (string | undefined)[] | null
}

/** One line of the raw log. `data`: bytes as hexadecimal digits, or text. */
export interface LogLine {
  readonly at: number
  readonly direction: 'in' | 'out'
  readonly data: string
}

/** A value that a user reads once for a test. */
export interface TestReading {
  readonly tag: string
  readonly value: number | string | null
  readonly code: string
  readonly words: Words
}

/** Result of a request to the process. */
export type Answer =
  | { readonly ok: true; readonly readings?: readonly TestReading[]; readonly nodes?: readonly BrowseNode[] }
  | { readonly ok: false; readonly code: string; readonly words: Words }

/** Messages to the process of a channel. */
export type ToChannel =
  | {
      readonly kind: 'start'
      readonly config: ChannelConfig
      readonly allowed: readonly string[]
      readonly isTest: boolean
    }
  | { readonly kind: 'stored'; readonly seq: number; readonly ok: boolean }
  | { readonly kind: 'write'; readonly id: number; readonly tag: string; readonly value: number | string }
  | { readonly kind: 'read'; readonly id: number }
  | { readonly kind: 'browse'; readonly id: number; readonly node: string }
  | { readonly kind: 'log'; readonly untilMs: number }
  | { readonly kind: 'stop' }

/** Messages from the process of a channel. */
export type FromChannel =
  | { readonly kind: 'started' }
  /** `isLate`: kept on disk; it belongs to the history and is not shown as live. */
  | { readonly kind: 'values'; readonly seq: number; readonly frame: DriverFrame; readonly isLate: boolean }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: Answer }
  | { readonly kind: 'status'; readonly status: ChannelStatus }
  | { readonly kind: 'devices'; readonly offline: readonly string[] }
  | { readonly kind: 'log'; readonly lines: readonly LogLine[] }
