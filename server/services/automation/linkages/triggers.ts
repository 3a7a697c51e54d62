import type { Evaluate, Quality } from '@mimic/engine/bindings'
import type { Comparison, ReportedValue } from './conditions.ts'
import type { Timer } from './timers.ts'
import type { TimeWindow } from './timeWindow.ts'

interface Scope {
  /** Devices as `project/device`. A product trigger may have many. */
  readonly devices: ReadonlySet<string>
  readonly isOfProduct: boolean
}

interface Lasting extends Scope {
  /** Milliseconds for which the trigger must hold before it counts. Defaults to 0. */
  readonly holdMs?: number
}

/** A comparison of a point with a value or with another point. */
export interface AttributeTrigger extends Lasting {
  readonly kind: 'attribute'
  readonly point: string
  readonly comparison: Comparison
  /** Tag that replaces the value of the comparison. */
  readonly otherTag?: string
}

/** An expression over tags. `devices` contains the device of its first tag, on which alarms are raised. */
export interface ExpressionTrigger extends Lasting {
  readonly kind: 'expression'
  readonly source: string
  readonly tags: readonly string[]
  readonly evaluate: Evaluate
  readonly usesQuality: boolean
}

/** A trigger with the devices that it watches. */
export type Trigger =
  | AttributeTrigger
  | ExpressionTrigger
  | (Scope & { readonly kind: 'function'; readonly point: string })
  | (Scope & { readonly kind: 'event'; readonly point: string })
  | (Lasting & { readonly kind: 'online' | 'offline' })
  | { readonly kind: 'timed'; readonly timer: Timer }
  | { readonly kind: 'custom' }

/** Watched conditions of one linkage. */
export interface WatchedLinkage {
  readonly id: string
  readonly condition: 'any' | 'all' | 'none'
  readonly triggers: readonly Trigger[]
  /** The linkage runs only within one of these windows. Without windows it always runs. */
  readonly windows?: readonly TimeWindow[]
  /** Time zone of the windows. */
  readonly zone?: string
}

/** Newest value of a tag. */
export interface OperandValue {
  /** Undefined if the newest value is not of good quality. */
  readonly reported: ReportedValue | undefined
  readonly mark: Quality
  /** Expiry on the monotonic clock, in milliseconds. */
  readonly until: number
}

/** Reason that a linkage fires or its state ends. */
export interface Cause {
  readonly kind: Trigger['kind'] | 'hand'
  /** `project/device`, or null without a device. */
  readonly device: string | null
  readonly point: string | null
  readonly reported: ReportedValue | null
  /** True for a product trigger, which is evaluated per device. */
  readonly isOfProduct: boolean
  /** True if the cause is a lasting state whose end will be reported. */
  readonly isLasting: boolean
  /** Tag that the point was compared with, and its value. */
  readonly other?: { readonly tag: string; readonly reported: ReportedValue }
  /** Source of an expression. */
  readonly expression?: string
  /** Hold time in milliseconds, if the trigger has one. */
  readonly heldMs?: number
}

/** Result of an event: a linkage fires, or its state ends. */
export interface Change {
  readonly linkage: string
  readonly isOver: boolean
  readonly cause: Cause
}

export const isInstantaneous = ({ kind }: Trigger): boolean =>
  kind === 'timed' || kind === 'custom' || kind === 'function' || kind === 'event'

/** Devices on which the trigger can fire. */
export const getDevices = (trigger: Trigger): readonly string[] => ('devices' in trigger ? [...trigger.devices] : [])

/** Tags whose values the trigger keeps, because it evaluates several tags together. */
export function listOperands(trigger: Trigger): readonly string[] {
  if (trigger.kind === 'expression') return trigger.tags
  if (trigger.kind !== 'attribute' || trigger.otherTag === undefined) return []
  return [...[...trigger.devices].map((device) => `${device}/${trigger.point}`), trigger.otherTag]
}

/** Tags that the trigger evaluates. */
export function listTags(trigger: Trigger): readonly string[] {
  if (trigger.kind === 'event' || (trigger.kind === 'attribute' && trigger.otherTag === undefined))
    return [...trigger.devices].map((device) => `${device}/${trigger.point}`)
  return listOperands(trigger)
}

/** Devices whose reports the trigger needs. */
export const listWatchedDevices = (trigger: Trigger): readonly string[] => [
  ...new Set([...getDevices(trigger), ...listOperands(trigger).map(getTagDevice)]),
]

/** Returns `project/device` of a tag. */
export const getTagDevice = (tag: string): string => tag.slice(0, tag.lastIndexOf('/'))

export const toLevelKey = (index: number, device: string): string => `${index} ${device}`
