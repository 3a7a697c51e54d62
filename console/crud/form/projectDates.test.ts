import { expect, test } from 'vitest'
import { alarm } from '../../../contract/alarms/alarm.ts'
import { cabinet } from '../../../contract/lighting/cabinet.ts'
import { moveDays, haveOneClock, isByProject } from './projectDates.ts'

const fields = Object.entries(cabinet.fields)

test("a day that was chosen before the project stays that day by the project's clock, and a moment stays a moment", () => {
  const installedAt = Date.parse('2026-11-20T16:00:00Z') // The 21st in Shanghai.
  const values = { name: 'North', installedAt, lastOnlineAt: installedAt }
  expect(moveDays(fields, values, 'Asia/Shanghai', 'Europe/Berlin')).toEqual({
    ...values,
    installedAt: Date.parse('2026-11-20T23:00:00Z'),
  })
  expect(moveDays(fields, values, 'Asia/Shanghai', 'America/New_York')).toEqual({
    ...values,
    installedAt: Date.parse('2026-11-21T05:00:00Z'),
  })
  expect(moveDays(fields, { installedAt: null }, 'Asia/Shanghai', 'UTC')).toEqual({ installedAt: null })
})

test('one day for rows of several projects is one only where their clocks are', () => {
  const zones = {
    of: (project: string | null | undefined): string => (project === 'harbour' ? 'Europe/Berlin' : 'Asia/Shanghai'),
  }
  expect([
    haveOneClock(['street', 'tunnel'], zones),
    haveOneClock(['street', 'harbour'], zones),
    haveOneClock([], zones),
  ]).toEqual([true, false, true])
  expect([
    isByProject(cabinet.fields.installedAt),
    isByProject(cabinet.fields.lastOnlineAt),
    isByProject(alarm.fields.at),
  ]).toEqual([true, false, false])
})
