import type { Address } from './address.ts'
import { countResponseBytes, getMaxRange, itemBytes, maxItems } from './frames.ts'
import type { Range } from './frames.ts'

/** A point and its address. */
export interface PlannedPoint {
  readonly point: number
  readonly address: Address
}

/** Bytes of a controller that are read together, and the points in them. */
export interface Block extends Range {
  readonly points: readonly PlannedPoint[]
}

/** Unused bytes between two points that are read along, because a further item costs more. */
const maxGap = 16
const requestHeaderBytes = 12

/** Merges points into few ranges that fit into one answer. `gap`: maximum number of unused bytes between two points. */
export function planBlocks(points: readonly PlannedPoint[], pduBytes: number, gap: number = maxGap): Block[] {
  const max = getMaxRange(pduBytes)
  const blocks: Block[] = []
  const sorted = points.toSorted(
    ({ address: a }, { address: b }) =>
      a.area.localeCompare(b.area) || a.block - b.block || a.start - b.start || b.count - a.count,
  )
  for (const planned of sorted) {
    const { area, block, start, count } = planned.address
    const last = blocks.at(-1)
    const end = start + count
    const isNear = last && last.area === area && last.block === block && start <= last.start + last.count + gap
    if (isNear && Math.max(end, last.start + last.count) - last.start <= max)
      blocks[blocks.length - 1] = {
        ...last,
        count: Math.max(last.count, end - last.start),
        points: [...last.points, planned],
      }
    else blocks.push({ area, block, start, count, points: [planned] })
  }
  return blocks
}

/** Distributes blocks among requests whose question and answer fit into a PDU. */
export function groupBlocks(blocks: readonly Block[], pduBytes: number): Block[][] {
  const groups: Block[][] = []
  for (const block of blocks) {
    const last = groups.at(-1)
    const fits =
      last &&
      last.length < maxItems &&
      requestHeaderBytes + (last.length + 1) * itemBytes <= pduBytes &&
      countResponseBytes([...last, block]) <= pduBytes
    if (fits) last.push(block)
    else groups.push([block])
  }
  return groups
}

/**
 * Splits a block of several points that the controller rejects, because an address in it does not exist: into blocks
 * without gaps, or into halves.
 */
export function splitBlock({ points }: Block, pduBytes: number): Block[] {
  const withoutGaps = planBlocks(points, pduBytes, 0)
  if (withoutGaps.length > 1) return withoutGaps
  const middle = Math.ceil(points.length / 2)
  return [points.slice(0, middle), points.slice(middle)].flatMap((half) => planBlocks(half, pduBytes, 0))
}
