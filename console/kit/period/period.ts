import { limits } from '../../../contract/limits.ts'

const hourMs = 3_600_000
/** Lengths of the spans in milliseconds. */
export const spansMs = {
  '15m': hourMs / 4,
  '1h': hourMs,
  '6h': 6 * hourMs,
  '24h': 24 * hourMs,
  '7d': 168 * hourMs,
  '30d': 720 * hourMs,
  '1y': 8760 * hourMs,
} as const
const { spanMs: longestMs } = limits.history

/** Length of a period that ends now. */
export type Span = keyof typeof spansMs

/** Period of a history view. `last`: a span that ends now and moves with time. `past`: a fixed period. */
export type Period = { readonly kind: 'last'; readonly span: Span } | PastPeriod

export interface PastPeriod {
  readonly kind: 'past'
  readonly from: number
  readonly to: number
}

/** Reasons against a period: it is empty, not over yet, or longer than the server allows per request. */
export type PeriodFault = 'order' | 'future' | 'length'

/** Checks the ends selected so far, in any order; one end is checked as far as possible. */
export function findFault(ends: readonly number[], nowMs: number): PeriodFault | null {
  const [from = 0, to] = ends.toSorted((a, b) => a - b)
  const last = to ?? from
  if (last > nowMs) return 'future'
  if (to === undefined) return null
  return from === to ? 'order' : to - from > longestMs ? 'length' : null
}

/** Returns true if no moment from `startMs` to `endMs` can be an end of a period whose other end is `otherMs`. */
export function isOutOfRange(
  { startMs, endMs }: { readonly startMs: number; readonly endMs: number },
  nowMs: number,
  otherMs?: number,
): boolean {
  if (startMs > nowMs || endMs < 0) return true
  return otherMs !== undefined && (endMs < otherMs - longestMs || startMs > otherMs + longestMs)
}
