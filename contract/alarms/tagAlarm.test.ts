import { expect, test } from 'vitest'
import { readValues } from '../entity/read.ts'
import { product } from '../platform/device.ts'
import { tagAlarmFaults } from './tagAlarm.ts'

const row = (kind: string, limit: number, more = {}) => ({ identifier: 'pressure', kind, limit, ...more })

test('repeated alarms, unknown points and limits in the wrong order are rejected at their row', () => {
  const findPaths = (...alarms: Readonly<Record<string, unknown>>[]) =>
    tagAlarmFaults({ alarms: alarms as never }, 'alarms', new Set(['pressure'])).map(({ path }) => path)
  expect(findPaths(row('low', 1), row('high', 9), row('highHigh', 12))).toEqual([])
  expect(findPaths(row('high', 9), row('high', 8))).toEqual(['alarms.1.kind'])
  expect(findPaths(row('high', 9), row('highHigh', 8))).toEqual(['alarms.1.limit'])
  expect(findPaths({ ...row('high', 9), identifier: 'speed' })).toEqual(['alarms.0.identifier'])
  expect(findPaths({ identifier: 'pressure', kind: 'state', states: '1, 2' }, row('high', 1))).toEqual([])
})

test('a limit and its states are required only for their condition', () => {
  const save = (alarms: unknown) =>
    readValues(
      product,
      {
        name: 'Pump',
        code: 'pump',
        category: 'other',
        properties: [{ identifier: 'pressure', label: 'Pressure', type: 'decimal' }],
        alarms,
      },
      'create',
    ).problems?.map(({ path }) => path)
  expect(save([{ identifier: 'pressure', kind: 'high' }])).toEqual(['alarms.0.limit'])
  expect(save([{ identifier: 'pressure', kind: 'state' }])).toEqual(['alarms.0.states'])
  expect(save([row('high', 1), { identifier: 'pressure', kind: 'state', states: 'true' }])).toBeUndefined()
})
