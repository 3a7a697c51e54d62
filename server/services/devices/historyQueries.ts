import { ApiError } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { Curve, TagStatistics } from '../../../contract/routes.ts'
import { parseTag } from '../../../contract/telemetry/tags.ts'
import type { History } from '../../database/history/history.ts'

export interface StatisticsRequest {
  readonly tags: readonly string[]
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly spanMs?: number | undefined
  /** Returns false once the client has disconnected. */
  readonly shouldContinue?: (() => boolean) | undefined
}

export interface HistoryRequest extends StatisticsRequest {
  readonly points: number
  readonly pick: 'range' | 'last'
}

const { gapMs, spanMs: maxSpanMs } = limits.history

/**
 * Reads the history of tags one after another, because the embedded database has a single connection that also stores
 * live values. `projects`: those visible to the caller; undefined: all.
 */
export async function readHistory(
  history: Pick<History, 'curve'>,
  request: HistoryRequest,
  projects: readonly string[] | undefined,
  nowMs: number,
): Promise<Curve[]> {
  const { tags, points, pick, shouldContinue } = request
  const period = checkRequest(request, projects, nowMs)
  const curves: Curve[] = []
  for (const tag of tags)
    curves.push({ tag, ...(await history.curve({ tag, ...period, points, pick, gapMs, shouldContinue })) })
  return curves
}

/** Computes the statistics of tags one after another, like `readHistory`. */
export async function readHistoryStatistics(
  history: Pick<History, 'statistics'>,
  request: StatisticsRequest,
  projects: readonly string[] | undefined,
  nowMs: number,
): Promise<TagStatistics[]> {
  const { tags, shouldContinue } = request
  const period = checkRequest(request, projects, nowMs)
  const found: TagStatistics[] = []
  for (const tag of tags) found.push({ tag, ...(await history.statistics({ tag, ...period, gapMs, shouldContinue })) })
  return found
}

/** Returns the period of a request. Throws if a tag is not visible or the period is empty or too long. */
function checkRequest(
  { tags, from, to, spanMs }: StatisticsRequest,
  projects: readonly string[] | undefined,
  nowMs: number,
): { readonly fromMs: number; readonly toMs: number } {
  const hidden = tags.some((tag) => projects && !projects.includes(parseTag(tag)?.project ?? ''))
  if (hidden) throw new ApiError('object.missing')
  const toMs = to ?? nowMs
  const fromMs = from ?? toMs - (spanMs ?? 0)
  if (!(fromMs < toMs) || toMs - fromMs > maxSpanMs) {
    throw new ApiError('input.invalid', {
      problems: [{ path: 'query.from', code: 'range', message: 'must be before to, by at most 3660 days' }],
    })
  }
  return { fromMs, toMs }
}
