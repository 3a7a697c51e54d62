import { Cron } from 'croner'
import { limits } from '../limits.ts'
import type { Words } from './field.ts'

/** Covers every gap between the seconds of a minute and the gap to the next minute. */
const runsPerMinute = 61

/**
 * Returns the fault of a cron expression (five fields, or six with seconds first), or null if it is valid. An
 * expression that never fires is invalid, and so is one with less than `limits.job.leastGapMs` between two runs.
 */
export function cronFault(expression: string): Words | null {
  const fields = expression.trim().split(/\s+/).length
  if (fields !== 5 && fields !== 6)
    return { en: 'a cron expression must have 5 or 6 fields', zh: 'cron 表达式应有 5 或 6 个字段' }
  const next = nextRuns(expression, 1)
  if (!next) return { en: 'not a valid cron expression', zh: 'cron 表达式无效' }
  if (next.length === 0) return { en: 'this expression never fires', zh: '该表达式永不触发' }
  // Without a seconds field the expression fires at most once a minute.
  return fields === 6 && getMinGapMs(expression) < limits.job.minGapMs
    ? {
        en: `must not fire more often than every ${limits.job.minGapMs / 1000} seconds`,
        zh: `触发间隔不能小于 ${limits.job.minGapMs / 1000} 秒`,
      }
    : null
}

function getMinGapMs(expression: string): number {
  const runs = (nextRuns(expression, runsPerMinute, 'UTC') ?? []).map((at) => at.getTime())
  return Math.min(...runs.slice(1).map((at, n) => at - (runs[n] ?? at)))
}

/**
 * Returns the next `count` run times, in `timezone` or the local time zone. Returns null if the expression is invalid.
 */
export function nextRuns(expression: string, count: number, timezone?: string, from?: Date): Date[] | null {
  try {
    return new Cron(expression, { paused: true, ...(timezone === undefined ? {} : { timezone }) }).nextRuns(count, from)
  } catch {
    return null // croner throws if it cannot parse the expression
  }
}
