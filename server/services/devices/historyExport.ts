import { ApiError } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { ServedFile } from '../../../contract/routes.ts'
import { parseTag } from '../../../contract/telemetry/tags.ts'
import type { Aggregate, History, Reading } from '../../database/history/history.ts'

export interface ExportRequest {
  readonly tags: readonly string[]
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly spanMs?: number | undefined
  readonly level: 'raw' | 'minute' | 'hour'
  /** Returns false once the client has disconnected. */
  readonly shouldContinue?: (() => boolean) | undefined
}

/** Rows per page; bounds the memory of an export of any length. */
const pageRows = 2000

/**
 * Exports the history of tags as CSV (RFC 4180, UTF-8), tag by tag, oldest first, times in UTC. Pages are read while
 * sending, so a slow client holds one page in memory. `projects`: those visible to the caller; undefined: all.
 */
export function exportHistory(
  history: Pick<History, 'page' | 'aggregates'>,
  { tags, from, to, spanMs, level, shouldContinue = () => true }: ExportRequest,
  projects: readonly string[] | undefined,
  nowMs: number,
): ServedFile {
  if (tags.some((tag) => projects && !projects.includes(parseTag(tag)?.project ?? '')))
    throw new ApiError('object.missing')
  const toMs = to ?? nowMs
  const fromMs = from ?? toMs - (spanMs ?? 0)
  if (!(fromMs < toMs) || toMs - fromMs > limits.history.spanMs) {
    throw new ApiError('input.invalid', {
      problems: [{ path: 'query.from', code: 'range', message: 'must be before to, by at most 3660 days' }],
    })
  }

  async function* rawLines(tag: string): AsyncGenerator<string> {
    for (let after: Reading | undefined; shouldContinue();) {
      const page = await history.page(tag, fromMs, toMs, after, pageRows)
      if (page.length > 0)
        yield page
          .map(({ at, value, quality, text }) => formatLine([formatTime(at), tag, value, quality, text]))
          .join('')
      after = page.at(-1)
      if (page.length < pageRows) return
    }
  }

  async function* aggregateLines(tag: string, unit: 'minute' | 'hour'): AsyncGenerator<string> {
    for (let after: Aggregate | undefined; shouldContinue();) {
      const page = await history.aggregates(tag, unit, after === undefined ? fromMs : after.at + 1, toMs, pageRows)
      if (page.length > 0)
        yield page
          .map(({ at, low, high, mean, count, good }) =>
            formatLine([formatTime(at), tag, low, high, mean, count, count === 0 ? null : good / count]),
          )
          .join('')
      after = page.at(-1)
      if (page.length < pageRows) return
    }
  }

  async function* content(): AsyncGenerator<Buffer> {
    // Without a byte order mark, spreadsheet programs assume the system encoding.
    yield Buffer.from(
      `\uFEFF${formatLine(level === 'raw' ? ['time', 'tag', 'value', 'quality', 'text'] : ['time', 'tag', 'min', 'max', 'mean', 'count', 'good'])}`,
    )
    for (const tag of tags) {
      for await (const lines of level === 'raw' ? rawLines(tag) : aggregateLines(tag, level)) yield Buffer.from(lines)
    }
  }
  return {
    name: `history-${formatTime(fromMs).slice(0, 10)}-${formatTime(toMs).slice(0, 10)}.csv`,
    type: 'text/csv; charset=utf-8',
    content: content(),
  }
}

const formatTime = (at: number): string => new Date(at).toISOString()

const formatLine = (cells: readonly (string | number | null)[]): string => `${cells.map(formatCell).join(',')}\r\n`

/** Prefix text that a spreadsheet program would interpret as a formula. */
function formatCell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
