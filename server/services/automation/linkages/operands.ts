import { quality, type Operand } from '@mimic/engine/bindings'
import type { ReportedValue } from './conditions.ts'
import { isSatisfied } from './conditions.ts'
import type { Level, Reading } from './levels.ts'
import type { AttributeTrigger, Cause, ExpressionTrigger, OperandValue, Trigger } from './triggers.ts'
import { getTagDevice, isInstantaneous, toLevelKey } from './triggers.ts'

/** Returns the newest value of a tag; undefined if it is unknown or has expired. */
export type ReadOperand = (tag: string) => OperandValue | undefined

/** Values that one event reports for a device. */
export interface ReportedPoints {
  /** `project/device`. */
  readonly device: string
  /** Undefined if the event does not contain the point. */
  readonly read: (point: string) => { readonly reported: ReportedValue | undefined } | undefined
  /** Tags of the event that several triggers evaluate together. */
  readonly operands: ReadonlySet<string>
  readonly until: number
}

/** Evaluates a trigger after its device, or the device of another tag of it, has reported. */
export function readTrigger(
  trigger: Trigger,
  index: number,
  points: ReportedPoints,
  readOperand: ReadOperand,
  levels: ReadonlyMap<string, Level>,
): Reading[] {
  switch (trigger.kind) {
    case 'event':
    case 'attribute': {
      if (trigger.kind === 'attribute' && trigger.otherTag !== undefined)
        return compareTags(trigger, trigger.otherTag, index, points, readOperand, levels)
      const { device, read, until } = points
      const found = trigger.devices.has(device) ? read(trigger.point) : undefined
      if (!found) return []
      const { reported } = found
      const key = toLevelKey(index, device)
      const holds =
        reported &&
        (trigger.kind === 'event'
          ? isEventSignal(reported)
          : isSatisfied(reported, trigger.comparison, levels.get(key)?.holds))
      return [{ key, holds, ...getHold(trigger), until, cause: createCause(trigger, device, reported) }]
    }
    case 'expression':
      if (!trigger.tags.some((tag) => points.operands.has(tag))) return []
      return [...trigger.devices].map((device) => {
        const { holds, until } = evaluateExpression(trigger, readOperand)
        const cause = createCause(trigger, device, readOperand(trigger.tags[0] ?? '')?.reported)
        return { key: toLevelKey(index, device), holds, ...getHold(trigger), until: until ?? points.until, cause }
      })
    default:
      return []
  }
}

/** Compares a point with another one, for each device whose comparison the event may change. */
function compareTags(
  trigger: AttributeTrigger,
  otherTag: string,
  index: number,
  { device: reporting, operands }: ReportedPoints,
  readOperand: ReadOperand,
  levels: ReadonlyMap<string, Level>,
): Reading[] {
  const devices = operands.has(otherTag)
    ? [...trigger.devices]
    : operands.has(`${reporting}/${trigger.point}`) && trigger.devices.has(reporting)
      ? [reporting]
      : []
  return devices.flatMap((device): Reading[] => {
    const own = readOperand(`${device}/${trigger.point}`)
    const other = readOperand(otherTag)
    // The other device has not reported yet, or too long ago.
    if (!own || !other) return []
    const key = toLevelKey(index, device)
    const holds =
      own.reported && other.reported && compareReported(trigger, own.reported, other.reported, levels.get(key)?.holds)
    const cause = {
      ...createCause(trigger, device, own.reported),
      ...(other.reported ? { other: { tag: otherTag, reported: other.reported } } : {}),
    }
    return [{ key, holds, ...getHold(trigger), until: Math.min(own.until, other.until), cause }]
  })
}

const compareReported = (
  { comparison }: AttributeTrigger,
  own: ReportedValue,
  { value, text }: ReportedValue,
  isHolding: boolean | undefined,
): boolean | undefined => isSatisfied(own, { ...comparison, value: text ?? String(value) }, isHolding)

/** `until`: when the first of the values in use expires; undefined if all are unknown. */
function evaluateExpression(
  { tags, evaluate, usesQuality }: ExpressionTrigger,
  readOperand: ReadOperand,
): { readonly holds: boolean | undefined; readonly until: number | undefined } {
  const operands = tags.map(readOperand)
  const known = operands.flatMap((operand) => operand?.until ?? [])
  const result = evaluate(
    undefined,
    (slot) => toOperand(operands[slot]?.reported),
    usesQuality ? (slot) => operands[slot]?.mark ?? quality.stale : undefined,
  )
  return { holds: isTrue(result), until: known.length === 0 ? undefined : Math.min(...known) }
}

const toOperand = (reported: ReportedValue | undefined): Operand => reported?.value ?? reported?.text ?? undefined

/** As the engine's language: 0, false and an empty text are false; an unknown result stays unknown. */
const isTrue = (result: Operand): boolean | undefined =>
  result === undefined ? undefined : result !== 0 && result !== false && result !== ''

/** Level of a trigger before the watching started; undefined if unknown. */
export function readInitialHolds(
  trigger: Trigger,
  device: string,
  readOperand: ReadOperand,
  isOnline: boolean | undefined,
): boolean | undefined {
  switch (trigger.kind) {
    case 'event':
    case 'attribute': {
      const own = readOperand(`${device}/${trigger.point}`)?.reported
      if (!own) return undefined
      if (trigger.kind === 'event') return isEventSignal(own)
      if (trigger.otherTag === undefined) return isSatisfied(own, trigger.comparison)
      const other = readOperand(trigger.otherTag)?.reported
      return other && compareReported(trigger, own, other, undefined)
    }
    case 'expression':
      return evaluateExpression(trigger, readOperand).holds
    case 'online':
    case 'offline':
      return isOnline === undefined ? undefined : isOnline === (trigger.kind === 'online')
    default:
      return undefined
  }
}

/** Cause of a trigger with devices. */
export function createCause(trigger: Trigger, device: string, reported?: ReportedValue): Cause {
  const holdMs = 'holdMs' in trigger ? (trigger.holdMs ?? 0) : 0
  return {
    kind: trigger.kind,
    device,
    point: 'point' in trigger ? trigger.point : trigger.kind === 'expression' ? getFirstPoint(trigger) : null,
    reported: reported ?? null,
    isOfProduct: 'isOfProduct' in trigger && trigger.isOfProduct,
    isLasting: !isInstantaneous(trigger),
    ...(trigger.kind === 'expression' ? { expression: trigger.source } : {}),
    ...(holdMs > 0 ? { heldMs: holdMs } : {}),
  }
}

const getFirstPoint = ({ tags: [tag = ''] }: ExpressionTrigger): string => tag.slice(getTagDevice(tag).length + 1)

export const getHold = (trigger: Trigger): { readonly holdMs: number } => ({
  holdMs: 'holdMs' in trigger ? (trigger.holdMs ?? 0) : 0,
})

/** An event point signals an event by a value other than 0 or the empty text. */
const isEventSignal = ({ value, text }: ReportedValue): boolean =>
  text === null ? value !== null && value !== 0 : text !== ''
