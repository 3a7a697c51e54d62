import { ApiError } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { Curve } from '../../../contract/routes.ts'
import { parseTag } from '../../../contract/telemetry/tags.ts'
import type { History } from '../../database/history/history.ts'

export interface HistoryRequest {
  readonly tags: readonly string[]
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly spanMs?: number | undefined
  readonly points: number
  readonly pick: 'range' | 'last'
  /** Returns false once the client has disconnected. */
  readonly shouldContinue?: (() => boolean) | undefined
}

const { gapMs, spanMs: maxSpanMs } = limits.history

/**
 * Reads the history of tags one after another, because the embedded database has a single connection that also stores
 * live values. `projects`: those visible to the caller; undefined: all.
 */
export async function readHistory(
  history: Pick<History, 'curve'>,
  { tags, from, to, spanMs, points, pick, shouldContinue }: HistoryRequest,
  projects: readonly string[] | undefined,
  nowMs: number,
): Promise<Curve[]> {
  const hidden = tags.some((tag) => projects && !projects.includes(parseTag(tag)?.project ?? ''))
  if (hidden) throw new ApiError('object.missing')
  const toMs = to ?? nowMs
  const fromMs = from ?? toMs - (spanMs ?? 0)
  if (!(fromMs < toMs) || toMs - fromMs > maxSpanMs) {
    throw new ApiError('input.invalid', {
      problems: [{ path: 'query.from', code: 'range', message: 'must be before to, by at most 3660 days' }],
    })
  }
  const curves: Curve[] = []
  for (const tag of tags)
    curves.push({
      tag,
      ...(await history.curve({ tag, fromMs, toMs, points, pick, gapMs, shouldContinue: shouldContinue })),
    })
  return curves
}
