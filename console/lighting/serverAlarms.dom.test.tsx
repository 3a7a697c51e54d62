import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ServerAlarm } from '../../contract/routes.ts'
import { AlarmBell } from '../app/shell/AlarmBell.tsx'
import type { EntityQuery } from '../net/entityClient.ts'
import { createAccount, createSuperWithout, openPart } from '../testing/openConsole.tsx'
import { createServerAlarm } from '../testing/serverAlarms.ts'
import { ServerAlarmRows } from './ServerAlarmRows.tsx'

const createAlarm = (id: string, more: Partial<ServerAlarm> = {}): ServerAlarm => createServerAlarm({ id, ...more })
const confirmed = { confirmedBy: 'ann', confirmedAt: 1_700_000_200_000 } as const
const query: EntityQuery = { page: 1, pageSize: 20 }
const noPlantAlarms = { 'alarm.list': () => ({ rows: [], total: 0 }) }

/** Opens bell and rows on a server with these alarms. */
function open(alarms: readonly ServerAlarm[], shown: EntityQuery = query, account = createSuperWithout()) {
  let stored = alarms
  return openPart(
    <>
      <AlarmBell />
      <ServerAlarmRows query={shown} />
    </>,
    {
      account,
      answers: {
        ...noPlantAlarms,
        'monitor.alarms': () => stored,
        'monitor.acknowledgeAlarms': ({ body }) => {
          const { ids } = body as { ids: readonly string[] }
          stored = stored.map((alarm) => (ids.includes(alarm.id) ? { ...alarm, ...confirmed } : alarm))
          return stored
        },
      },
    },
  )
}
const listRows = () =>
  screen
    .queryAllByRole('row')
    .map((row) =>
      within(row)
        .queryAllByRole('cell')
        .map(({ textContent }) => textContent),
    )
    .filter((cells) => cells.some((text) => text === 'Server'))

test('a severe alarm of the server is shown as a notice until it is acknowledged', async () => {
  const { user } = await open([createAlarm('a'), createAlarm('b', { kind: 'backupOld' })])
  const notice = await screen.findByRole('alert')
  expect(notice.textContent).toContain('Severe alarm of the server: Disk full')
  await user.click(screen.getByRole('button', { name: 'Acknowledge all' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test('alarms of the server are marked in the alarm list, counted by the bell and acknowledged', async () => {
  const { user, server } = await open([
    createAlarm('a'),
    createAlarm('b', { kind: 'databaseRestarted', clearedAt: 1_700_000_100_000, count: 3 }),
    createAlarm('c', { kind: 'backupFailed', clearedAt: 1_700_000_100_000, ...confirmed }),
  ])
  expect(await screen.findByRole('link', { name: /1 active alarm.*1 returned.*2 of the server/ })).toBeTruthy()
  expect(listRows().map(([, level, state, message, fault]) => [level, state, message, fault])).toEqual([
    ['High', 'Unacknowledgedactive', 'New data is rejected', 'Disk full'],
    ['Medium', 'Unacknowledgedreturned to normal', 'New data is rejected (3 times)', 'Database restarted'],
  ])
  const [first] = screen.getAllByRole('button', { name: 'Acknowledge' })
  if (first) await user.click(first)
  await screen.findByRole('link', { name: /^1 returned to normal, unacknowledged; 1 of the server$/ })
  expect(listRows().map(([, , state]) => state)).toEqual(['Acknowledgedactive', 'Unacknowledgedreturned to normal'])
  expect(server.writes()).toHaveLength(1)
})

test('an operator neither sees nor requests them', async () => {
  const { server } = await open([createAlarm('a')], query, createAccount('operator'))
  await screen.findByRole('link', { name: 'No unacknowledged alarms' })
  expect([listRows(), server.sent('monitor.alarms')]).toEqual([[], []])
})

test('without permission to acknowledge there is no button', async () => {
  await open([createAlarm('a')], query, createSuperWithout('system:monitor:acknowledge'))
  await waitFor(() => expect(listRows()).toHaveLength(1))
  expect(screen.queryByRole('button', { name: 'Acknowledge' })).toBeNull()
})
