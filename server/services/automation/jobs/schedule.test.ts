import { describe, expect, it } from 'vitest'
import { isRunDue, getNextRun } from './schedule.ts'

const at = (text: string): number => new Date(text).getTime()

describe('runs by the clock', () => {
  it('come at the next moment of the expression, never the present one again', () => {
    expect(getNextRun('0 * * * *', at('2026-11-21T10:00:00'))).toBe(at('2026-11-21T11:00:00'))
    expect(getNextRun('30 3 * * 0', at('2026-11-21T10:00:00'))).toBe(at('2026-11-22T03:30:00'))
  })
  it('that were missed are run once later or skipped, as the job specifies', () => {
    const [dueAt, now] = [at('2026-11-21T03:00:00'), at('2026-11-21T10:00:00')]
    expect(isRunDue({ dueAt, now, misfire: 'once' })).toBe(true)
    expect(isRunDue({ dueAt, now, misfire: 'skip' })).toBe(false)
    expect(isRunDue({ dueAt, now: dueAt + 5_000, misfire: 'skip' })).toBe(true)
    expect(isRunDue({ dueAt, now: dueAt - 1, misfire: 'once' })).toBe(false)
  })
})
