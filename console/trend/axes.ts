import type { AxisRange, TrendPen } from '../../contract/platform/trendDefinition.ts'
import type { Tag } from '../../contract/routes.ts'

/** The part of a tag that a trend needs. */
export type PenTag = Pick<Tag, 'path' | 'project' | 'device' | 'point' | 'unit' | 'kind' | 'writable' | 'words'> & {
  readonly deviceName?: string | undefined
}

/** A vertical axis with the pens that use it. */
export interface TrendAxis {
  /** Key of the axis in saved ranges: `unit:kW`, `flag` or `2`. */
  readonly key: string
  /** Unit of all its pens; empty if they differ or have none. */
  readonly unit: string
  /** The axis shows on and off instead of numbers. */
  readonly isFlag: boolean
  /** Indexes of its pens. */
  readonly pens: readonly number[]
  readonly min: number | null
  readonly max: number | null
}

/**
 * Groups pens by axis: those of the same unit share one, unless a pen is assigned to a numbered axis. Hidden pens have no axis.
 * The first axis is on the left, the others alternate.
 */
export function groupAxes(
  pens: readonly Pick<TrendPen, 'tag' | 'axis' | 'isHidden'>[],
  getTag: (path: string) => Pick<PenTag, 'unit' | 'kind'> | undefined,
  ranges: readonly AxisRange[] = [],
): readonly TrendAxis[] {
  const groups = new Map<string, number[]>()
  for (const [index, pen] of pens.entries()) {
    if (pen.isHidden) continue
    const key = getAxisKey(pen, getTag(pen.tag))
    groups.set(key, [...(groups.get(key) ?? []), index])
  }
  return [...groups].map(([key, indexes]) => {
    const tags = indexes.map((index) => getTag(pens[index]?.tag ?? ''))
    const units = new Set(tags.map((tag) => tag?.unit ?? ''))
    const range = ranges.find(({ axis }) => axis === key)
    return {
      key,
      unit: units.size === 1 ? ([...units][0] ?? '') : '',
      isFlag: tags.every((tag) => tag?.kind === 'flag'),
      pens: indexes,
      min: range?.min ?? null,
      max: range?.max ?? null,
    }
  })
}

/** Key of the axis of a pen. Switches have an axis of their own, because they have no unit. */
export function getAxisKey({ axis }: Pick<TrendPen, 'axis'>, tag: Pick<PenTag, 'unit' | 'kind'> | undefined): string {
  if (axis !== 'unit') return String(axis)
  return tag?.kind === 'flag' ? 'flag' : `unit:${tag?.unit ?? ''}`
}

/**
 * Ends of an axis: the fixed ones, otherwise those of the values with a margin. Null without values. A percentage or a switch
 * keeps its natural ends, so that a constant value does not fill the axis.
 */
export function computeEnds(
  { min, max, isFlag, unit }: Pick<TrendAxis, 'min' | 'max' | 'isFlag' | 'unit'>,
  low: number | null,
  high: number | null,
): readonly [min: number, max: number] {
  if (isFlag) return [min ?? -0.1, max ?? 1.1]
  const [from, to] = low === null || high === null ? [0, 1] : [low, high]
  const isShare = unit === '%' && from >= 0 && to <= 100
  const margin = from === to ? Math.max(Math.abs(from) * 0.1, 1) : (to - from) * 0.06
  const ends = isShare ? ([0, 100] as const) : ([from - margin, to + margin] as const)
  const bottom = min ?? (max !== null && ends[0] >= max ? max - 1 : ends[0])
  const top = max ?? (bottom >= ends[1] ? bottom + 1 : ends[1])
  return top > bottom ? [bottom, top] : [bottom, bottom + 1]
}
