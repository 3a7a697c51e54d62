import { limits } from '../../../contract/limits.ts'

const hourMs = 3_600_000
const spansMs = { '1h': hourMs, '6h': 6 * hourMs, '24h': 24 * hourMs, '7d': 168 * hourMs } as const
const { spanMs: longestMs } = limits.history

/** How far back from now a view of the past looks. */
export type Span = keyof typeof spansMs

/** What a view of the past shows. `last`: so far back from now, which goes on with the time. `past`: what was between two moments; it stands. */
export type Period = { readonly kind: 'last'; readonly span: Span } | PastPeriod

export interface PastPeriod {
  readonly kind: 'past'
  readonly from: number
  readonly to: number
}

/** Why a time is no past period: it has no length, is not over, or is longer than the server reads at once. */
export type PeriodFault = 'order' | 'future' | 'length'

/** How often a view whose period ends now asks for it anew. */
export const refreshMs = 30_000

/** What is wrong with the ends picked so far, in the order of time or not; with one of them, as far as it can be said. */
export function pickedFault(ends: readonly number[], nowMs: number): PeriodFault | null {
  const [from = 0, to] = ends.toSorted((a, b) => a - b)
  const last = to ?? from
  if (last > nowMs) return 'future'
  if (to === undefined) return null
  return from === to ? 'order' : to - from > longestMs ? 'length' : null
}

/** Whether none of the moments from `startMs` to `endMs` can be an end of a period whose other end is `otherMs`. */
export function isOutOfReach({ startMs, endMs }: { readonly startMs: number; readonly endMs: number }, nowMs: number, otherMs?: number): boolean {
  if (startMs > nowMs || endMs < 0) return true
  return otherMs !== undefined && (endMs < otherMs - longestMs || startMs > otherMs + longestMs)
}

/** Says what is asked for: of two periods with one key the same is asked. */
export const periodKey = (period: Period): string => (period.kind === 'past' ? `${period.from}-${period.to}` : period.span)

/** The part of `history.read`'s question that a period is. */
export type PeriodQuery = { readonly spanMs: number } | { readonly from: number; readonly to: number }

/** The question of a period as it is now. */
export const queryOf = (period: Period): PeriodQuery => (period.kind === 'past' ? { from: period.from, to: period.to } : { spanMs: spansMs[period.span] })

/** For `usePolling`: polls a period that ends now; loads a past period once. */
export function askOver<T>(period: Period, ask: (query: PeriodQuery, signal: AbortSignal) => Promise<T>): (signal: AbortSignal, before: T | null) => Promise<T> {
  if (period.kind === 'last') return (signal) => ask({ spanMs: spansMs[period.span] }, signal)
  const { from, to } = period
  return async (signal, before) => before ?? await ask({ from, to }, signal)
}

/** The ends of a chart's time axis: a past period is shown whole, also where nothing was recorded; of one that ends now, what is known of its end. */
export function periodAxis(period: Period, endMs: number | undefined): { readonly min?: number; readonly max?: number } {
  if (period.kind === 'past') return { min: period.from, max: period.to }
  return endMs === undefined ? {} : { min: endMs - spansMs[period.span], max: endMs }
}
