import { expect, it } from 'vitest'
import { cronFault } from '../../contract/entity/cron.ts'
import { readPlan, writePlan, type CronPlan } from './cronPlan.ts'

it.each<[string, CronPlan]>([
  ['* * * * *', { kind: 'minutes', every: 1 }],
  ['*/15 * * * *', { kind: 'minutes', every: 15 }],
  ['5 * * * *', { kind: 'hourly', minute: 5 }],
  ['30 6 * * *', { kind: 'daily', hour: 6, minute: 30 }],
  ['0 22 * * 1,3,7', { kind: 'weekly', days: [1, 3, 7], hour: 22, minute: 0 }],
  ['15 0 31 * *', { kind: 'monthly', day: 31, hour: 0, minute: 15 }],
])('%s is read and written', (cron, plan) => {
  expect(readPlan(cron)).toEqual(plan)
  expect(writePlan(plan)).toBe(cron)
  expect(cronFault(cron)).toBeNull()
})

it('takes Sunday by either of its numbers', () => {
  expect(readPlan('0 8 * * 0')).toEqual({ kind: 'weekly', days: [7], hour: 8, minute: 0 })
})

it('ignores expressions that the form cannot represent', () => {
  for (const cron of [
    '0 0 8 * * *',
    '0 8 * 1 *',
    '0 8-10 * * *',
    '0 8 1 * 1',
    '0 8 * * MON',
    '61 * * * *',
    '',
    '*/15 8 * * *',
  ])
    expect(readPlan(cron)).toBeNull()
})
