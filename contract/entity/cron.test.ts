import { expect, test } from 'vitest'
import { cronFault } from './cron.ts'

const tooOften = { en: 'must not fire more often than every 10 seconds', zh: '触发间隔不能小于 10 秒' }

test('bad input 62: a schedule that fires more often than every 10 seconds is rejected, at any hour and across the minute', () => {
  for (const cron of [
    '* * * * * *',
    '*/9 * * * * *',
    '0,9 * * * * *',
    '0,55 * * * * *',
    '0-1 0 3 1 1 *',
    '10,19 0 0 29 2 *',
  ])
    expect([cron, cronFault(cron)]).toEqual([cron, tooOften])
  for (const cron of [
    '*/10 * * * * *',
    '0,10 * * * * *',
    '5,55 * * * * *',
    '0 0 3 * * *',
    '* * * * *',
    '10,20 0 0 29 2 *',
  ])
    expect([cron, cronFault(cron)]).toEqual([cron, null])
})

test('bad input 62: a schedule that never fires or is not a cron expression is rejected', () => {
  expect(cronFault('0 0 30 2 *')?.en).toBe('this expression never fires')
  for (const cron of ['*/0 * * * *', '60 * * * *', '* * L-32 * *', '* '.repeat(2500)])
    expect([cron.slice(0, 20), cronFault(cron)]).toEqual([cron.slice(0, 20), expect.anything()])
})
