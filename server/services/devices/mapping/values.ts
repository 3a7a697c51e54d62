import { quality } from '@mimic/engine/bindings'
import type { MappedFrame } from '../../../../contract/mapping/index.ts'
import type { ValuesFrame } from '../../../broker/index.ts'
import { monotonicNow } from '../../../monotonicClock.ts'
import type { MappedDevice, MappedProduct } from './registry.ts'

/** Intervals in milliseconds of devices whose mapping declares none. */
const defaultEveryMs = { withPresence: 3_600_000, withoutPresence: 300_000 } as const

/** Converts a frame of a mapping to a frame of a declared device. */
export function toValuesFrame(
  frame: MappedFrame,
  { project, device }: MappedDevice,
  product: MappedProduct,
  receivedAt: number,
): ValuesFrame {
  return {
    project,
    device,
    at: frame.at,
    receivedAt,
    arrivedMs: monotonicNow(),
    every: frame.every ?? getEveryMs(product),
    points: frame.points,
    values: frame.values,
    qualities: frame.qualities,
    // A bad value has no text.
    texts: frame.texts?.map((text, index) => (frame.qualities[index] === quality.bad ? undefined : text)) ?? null,
    acknowledged: true,
    isCustom: true,
  }
}

/**
 * Maximum interval to the next message, in milliseconds. A device that reports its presence may be silent for long,
 * because its values change rarely.
 */
function getEveryMs({ mapping }: MappedProduct): number {
  if (!mapping) return defaultEveryMs.withPresence
  const { presence, topics } = mapping
  if (presence?.silenceS !== undefined) return Math.ceil((presence.silenceS * 1000) / 3)
  const declared = topics.flatMap(({ everyS }) => (everyS === undefined ? [] : [everyS * 1000]))
  if (declared.length > 0) return Math.max(...declared)
  const hasPresence = presence?.will === true || (presence?.topics?.length ?? 0) > 0
  return hasPresence ? defaultEveryMs.withPresence : defaultEveryMs.withoutPresence
}
