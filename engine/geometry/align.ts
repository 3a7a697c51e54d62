import { unionBoxes } from './box.ts'
import type { Id } from '../document/index.ts'
import type { Box } from './box.ts'

/** An item to arrange: a component or a group, with its bounding box. */
export interface Placed {
  readonly id: Id
  readonly box: Box
}

/** A planned movement in drawing pixels. Nothing is changed yet. */
export interface Shift {
  readonly id: Id
  readonly dx: number
  readonly dy: number
}

export const alignments = ['left', 'right', 'top', 'bottom', 'centre-x', 'centre-y'] as const
/** `centre-x` aligns centres on a vertical line, `centre-y` on a horizontal line. */
export type Alignment = (typeof alignments)[number]

/** Returns the movements that align the items to the box `within`, by default their common bounding box. */
export function alignBoxes(
  items: readonly Placed[],
  alignment: Alignment,
  within: Box | null = unionBoxes(items.map((item) => item.box)),
): Shift[] {
  if (!within) return []
  return items.map(({ id, box }) => {
    switch (alignment) {
      case 'left':
        return { id, dx: within.x - box.x, dy: 0 }
      case 'right':
        return { id, dx: within.x + within.width - (box.x + box.width), dy: 0 }
      case 'centre-x':
        return { id, dx: within.x + within.width / 2 - (box.x + box.width / 2), dy: 0 }
      case 'top':
        return { id, dx: 0, dy: within.y - box.y }
      case 'bottom':
        return { id, dx: 0, dy: within.y + within.height - (box.y + box.height) }
      case 'centre-y':
        return { id, dx: 0, dy: within.y + within.height / 2 - (box.y + box.height / 2) }
    }
  })
}

/**
 * Returns the movements that make the gaps between neighbours equal; the outermost items stay. Fewer than three items
 * do not move.
 */
export function distributeBoxes(items: readonly Placed[], axis: 'x' | 'y'): Shift[] {
  const size = axis === 'x' ? 'width' : 'height'
  const row = items.toSorted(
    (a, b) => a.box[axis] - b.box[axis] || a.box[axis] + a.box[size] - (b.box[axis] + b.box[size]),
  )
  const [first] = row
  const last = row.at(-1)
  if (!first || !last || row.length < 3) return items.map(({ id }) => ({ id, dx: 0, dy: 0 }))
  const used = row.reduce((sum, { box }) => sum + box[size], 0)
  const gap = (last.box[axis] + last.box[size] - first.box[axis] - used) / (row.length - 1)
  let at = first.box[axis]
  return row.map(({ id, box }, i) => {
    const by = i === 0 || i === row.length - 1 ? 0 : at - box[axis]
    at += box[size] + gap
    return axis === 'x' ? { id, dx: by, dy: 0 } : { id, dx: 0, dy: by }
  })
}
