import { Cron } from 'croner'
import type { Words } from './field.ts'

/** What is wrong with a cron expression (five fields, or six with seconds first), or null. One that never fires is wrong too. */
export function cronFault(expression: string): Words | null {
  const fields = expression.trim().split(/\s+/).length
  if (fields !== 5 && fields !== 6) return { en: 'a cron expression has five or six fields', zh: 'cron 表达式应有 5 或 6 个字段' }
  const next = nextRuns(expression, 1)
  if (!next) return { en: 'this is no cron expression', zh: 'cron 表达式无效' }
  return next.length > 0 ? null : { en: 'this never fires', zh: '该表达式永不触发' }
}

/** The next moments at which it fires, in the zone given or the machine's own; null when it is no cron expression. */
export function nextRuns(expression: string, count: number, timezone?: string, from?: Date): Date[] | null {
  try {
    return new Cron(expression, { paused: true, ...(timezone === undefined ? {} : { timezone }) }).nextRuns(count, from)
  } catch {
    return null // croner says by throwing that it cannot read it
  }
}
