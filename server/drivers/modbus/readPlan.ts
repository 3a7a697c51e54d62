import type { Address } from './address.ts'
import { maxBits, maxRegisters } from './pdu.ts'

/** A point and its address. */
export interface PlannedPoint {
  readonly point: number
  readonly address: Address
}

/** One read request for several points. */
export interface Block {
  readonly unit: number
  readonly table: Address['table']
  readonly start: number
  readonly count: number
  readonly points: readonly PlannedPoint[]
}

/** Unused registers between two points that are read along, because a second request costs more. */
const maxGap = 16

/** Merges points into few requests. `gap`: maximum number of unused registers or bits between two points. */
export function planReads(points: readonly PlannedPoint[], gap: number = maxGap): Block[] {
  const sorted = points.toSorted(
    ({ address: a }, { address: b }) =>
      a.unit - b.unit || a.table.localeCompare(b.table) || a.start - b.start || b.count - a.count,
  )
  const blocks: Block[] = []
  for (const planned of sorted) {
    const { unit, table, start, count } = planned.address
    const last = blocks.at(-1)
    const end = start + count
    const max = table === 'coil' || table === 'discrete' ? maxBits : maxRegisters
    if (
      last &&
      last.unit === unit &&
      last.table === table &&
      start <= last.start + last.count + gap &&
      Math.max(end, last.start + last.count) - last.start <= max
    )
      blocks[blocks.length - 1] = {
        ...last,
        count: Math.max(last.count, end - last.start),
        points: [...last.points, planned],
      }
    else blocks.push({ unit, table, start, count, points: [planned] })
  }
  return blocks
}

/**
 * Splits a block that a device rejects, because a register between its points does not exist: first into blocks without
 * gaps, then into single points. Returns the block itself if it has one point.
 */
export function splitBlock(block: Block): Block[] {
  const withoutGaps = planReads(block.points, 0)
  return withoutGaps.length > 1 ? withoutGaps : block.points.flatMap((point) => planReads([point], 0))
}
