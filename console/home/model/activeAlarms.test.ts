import { expect, test } from 'vitest'
import type { Row } from '../../../contract/entity/define.ts'
import { getEntity } from '../../../contract/entities.ts'
import { createEntityClient } from '../../net/entityClient.ts'
import { fakeClient, fakeServer, good } from '../../testing/fakes.ts'
import { getDevices, maxActiveAlarms, readActiveAlarms } from './activeAlarms.ts'

function createAlarm(number: number, status: string, clearedAt: number | null): Row {
  const values = {
    status,
    clearedAt,
    device: `pole-${number}`,
    message: 'Lamp failure',
    fault: 'lampFailure',
    level: 2,
    at: 1,
    count: 1,
  }
  return createRow({ ...frame, id: `alarm-${number}`, ...values })
}

const isCleared = (row: Row): boolean =>
  Object.entries(row).some(([name, value]) => name === 'clearedAt' && value !== null)
const createRow = (values: object): Row => JSON.parse(JSON.stringify(values))
const frame = {
  revision: 1,
  project: 'street',
  createdAt: 1,
  createdBy: 'server',
  updatedAt: 1,
  updatedBy: 'server',
  titles: {},
}

/** Fake server that returns the pages of uncleared alarms for the filter `clearedAt=false`. */
function withAlarms(alarms: readonly Row[]) {
  const server = fakeServer(({ url }) => {
    const params = new URL(url).searchParams
    const [page, size] = [Number(params.get('page')), Number(params.get('pageSize'))]
    const matches = params.get('filter[clearedAt]') === 'false' ? alarms.filter((row) => !isCleared(row)) : alarms
    return good({ rows: matches.slice((page - 1) * size, page * size), total: matches.length })
  })
  return { client: createEntityClient(fakeClient(server.fetch), getEntity('alarm')), requests: server.requests }
}

const many = (count: number, clearedAt: number | null): Row[] =>
  Array.from({ length: count }, (_, number) =>
    createAlarm(number, number % 2 === 0 ? 'unconfirmed' : 'confirmed', clearedAt),
  )

test('a fault that is confirmed and still there is active, one that is over and not confirmed is not', async () => {
  const { client, requests } = withAlarms([
    createAlarm(1, 'confirmed', null),
    createAlarm(2, 'shelved', null),
    createAlarm(3, 'unconfirmed', 500),
  ])
  const { rows, isCut } = await readActiveAlarms(client, 'street', {})
  expect([[...getDevices(rows)], isCut]).toEqual([['street/pole-1', 'street/pole-2'], false])
  const query = new URL(requests[0]?.url ?? '').searchParams
  expect([requests.length, query.get('project'), query.has('filter[status]')]).toEqual([1, 'street', false])
})

test('all of them are read, page by page, and none of those that are over', async () => {
  const { client, requests } = withAlarms([...many(120, null), createAlarm(900, 'unconfirmed', 500)])
  const { rows, isCut } = await readActiveAlarms(client, undefined, {})
  expect([rows.length, isCut, requests.length]).toEqual([120, false, 3])
})

test('active alarms are read up to the limit, with a note that more exist', async () => {
  const { client } = withAlarms(many(maxActiveAlarms + 1, null))
  const { rows, isCut } = await readActiveAlarms(client, undefined, {})
  expect([rows.length, isCut]).toEqual([maxActiveAlarms, true])
})
