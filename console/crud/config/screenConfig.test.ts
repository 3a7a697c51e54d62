import { expect, test } from 'vitest'
import { getEntity } from '../../../contract/entities.ts'
import type { Row } from '../../../contract/entity/define.ts'
import { linkage } from '../../../contract/scada/linkage.ts'
import { getClock, filledFields, fixedFields, getTransitionValues, showsTimes } from './screenConfig.ts'

test("a list uses the project time zone for dates, the browser's for other times and the server's for jobs", () => {
  const readClock = (name: string, clock?: 'runs') => getClock({ entity: getEntity(name), ...(clock ? { clock } : {}) })
  expect([
    readClock('energyData'),
    readClock('freezeData'),
    readClock('alarm'),
    readClock('workOrder'),
    readClock('cabinet'),
    readClock('job', 'runs'),
    readClock('account'),
  ]).toEqual(['plan', 'plan', 'moments', 'moments', 'moments', 'runs', null])
})

test('a form shows the immutable fields of its row, such as the task of a job, except its title', () => {
  const readClock = (name: string) => fixedFields({ entity: getEntity(name) }).map(([field]) => field)
  expect([readClock('job'), readClock('device'), readClock('workOrder'), readClock('pole')]).toEqual([
    ['task'],
    ['serial'],
    [],
    [],
  ])
})

test('the time zone is shown above a list only if the list displays or filters by a time', () => {
  const readClock = (name: string, columns: readonly string[], timedCells: readonly string[] = []) =>
    showsTimes({ entity: getEntity(name), timedCells }, columns)
  expect([
    readClock('pole', ['name', 'level', 'project']),
    readClock('cabinet', ['name', 'installedAt']),
    readClock('area', ['name', 'isOn']),
    readClock('tunnel', ['name', 'createdBy']),
  ]).toEqual([false, false, false, false])
  expect([
    readClock('pole', ['name', 'updatedAt']),
    readClock('cabinet', ['name', 'lastOnlineAt']),
    readClock('area', ['name', 'isOn'], ['isOn']),
    readClock('alarm', ['message']),
    readClock('job', ['cron']),
  ]).toEqual([true, true, true, true, true])
  // Days of the project calendar are the same in every time zone, also as a filter.
  const cabinet = getEntity('cabinet')
  const byDay = { ...cabinet, list: { ...cabinet.list, filters: ['installedAt'] } }
  expect(showsTimes({ entity: byDay }, ['name', 'installedAt'])).toBe(false)
})

test('a table of nested rows omits columns without any value', () => {
  const { triggers } = linkage.fields
  const level = {
    source: 'device',
    device: 'tank',
    facility: null,
    product: null,
    thing: 'attribute',
    identifier: 'level',
    operator: '>',
    compareWith: 'value',
    value: '75',
    upper: '',
    isCron: null,
    time: '',
    weekdays: [],
    cron: '',
  }
  const names = (rows: Parameters<typeof filledFields>[1]) => filledFields(triggers.fields, rows).map(([name]) => name)
  expect(names([level])).toEqual(['source', 'device', 'thing', 'identifier', 'operator', 'compareWith', 'value'])
  expect(names([level, { source: 'timed', isCron: false, time: '06:30', weekdays: ['1'] }])).toEqual([
    'source',
    'device',
    'thing',
    'identifier',
    'operator',
    'compareWith',
    'value',
    'isCron',
    'time',
    'weekdays',
  ])
  // A default value of a field that does not apply to the row is not shown.
  expect(names([{ ...level, isCron: false }])).toEqual(names([level]))
  expect(
    names([{ source: 'timed', thing: 'attribute', operator: '>', isCron: false, time: '06:30', weekdays: ['1'] }]),
  ).toEqual(['source', 'isCron', 'time', 'weekdays'])
})

test('a transition starts with values of its row, but not with those of another kind under the same name', () => {
  const alarm = getEntity('alarm')
  const row: Row = JSON.parse(
    '{"id":"1","revision":1,"titles":{},"createdAt":0,"createdBy":"","updatedAt":0,"updatedBy":"","urgency":7,"workOrder":"w1"}',
  )
  expect(getTransitionValues(alarm, row, alarm.lifecycle?.moves['submitOrder']?.fields ?? {})).toEqual({
    workOrder: 'w1',
    content: null,
    urgency: 2,
  })
})
