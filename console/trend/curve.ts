import type { Curve } from '../../contract/routes.ts'

export type TrendCurve = Pick<Curve, 'at' | 'values'>

/** Columns for the plot: the union of all times, then one column per curve. */
export type AlignedCurves = [at: number[], ...values: (number | null | undefined)[][]]

/**
 * Merges curves into columns with a common time axis. A curve without a point at a time has `undefined` there, which its line
 * passes over; `null` interrupts the line. Times of each curve must be in ascending order.
 */
export function alignCurves(curves: readonly TrendCurve[]): AlignedCurves {
  const times = mergeTimes(curves.map(({ at }) => at))
  return [
    times,
    ...curves.map(({ at, values }) => {
      const column: (number | null | undefined)[] = Array.from({ length: times.length })
      let next = 0
      for (let row = 0; row < times.length; row++) {
        const time = times[row] ?? 0
        // Of several values in the same millisecond, the last one counts.
        for (; next < at.length && (at[next] ?? 0) <= time; next++) column[row] = values[next] ?? null
      }
      return column
    }),
  ]
}

/** Sorted union of sorted lists. */
function mergeTimes(lists: readonly (readonly number[])[]): number[] {
  const all = new Float64Array(lists.reduce((sum, { length }) => sum + length, 0))
  let size = 0
  for (const list of lists) for (const at of list) all[size++] = at
  all.sort()
  const merged: number[] = []
  for (const at of all) if (at !== merged.at(-1)) merged.push(at)
  return merged
}

/**
 * Value of a curve at a time: the last one at or before it. Undefined before the first point and after the last; null in a
 * gap.
 */
export function findValue({ at, values }: TrendCurve, time: number): number | null | undefined {
  if (at.length === 0 || time < (at[0] ?? 0) || time > (at.at(-1) ?? 0)) return undefined
  let [low, high] = [0, at.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((at[middle] ?? 0) <= time) low = middle
    else high = middle - 1
  }
  return values[low] ?? null
}

/** Moves a curve of an earlier period by the distance of the periods, in milliseconds. */
export const shiftCurve = ({ at, values }: TrendCurve, byMs: number): TrendCurve => ({
  at: at.map((time) => time + byMs),
  values,
})

/**
 * Appends a live value. Returns the same curve if the value is not newer. The gap at the end, up to the time of the query, is
 * removed if the curve continues.
 */
export function appendValue(curve: TrendCurve, at: number, value: number | null, gapMs: number): TrendCurve {
  const keep = countBeforeEnd(curve, at)
  const last = curve.at[keep - 1]
  if (last !== undefined && at <= last) return curve
  const isGap = last !== undefined && at - last > gapMs
  return {
    at: [...curve.at.slice(0, keep), ...(isGap ? [last + 1] : []), at],
    values: [...curve.values.slice(0, keep), ...(isGap ? [null] : []), value],
  }
}

/** Number of points without the nulls at the end that are not older than `at`. */
function countBeforeEnd({ at, values }: TrendCurve, before: number): number {
  let count = at.length
  while (count > 0 && values[count - 1] === null && (at[count - 1] ?? 0) >= before) count--
  return count
}

/** Returns whether a curve has a valid value. */
export const hasValues = ({ values }: TrendCurve): boolean => values.some((value) => value !== null)
