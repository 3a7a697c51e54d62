import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ServerAlarm } from '../../contract/routes.ts'
import { openPart, createSuperWithout } from '../testing/openConsole.tsx'
import { refusal } from '../testing/serverByRoute.ts'
import { ServerAlarmList } from './ServerAlarmList.tsx'

const alarm = (id: string, more: Partial<ServerAlarm>): ServerAlarm => ({
  id,
  kind: 'diskFull',
  detail: 'New data is refused ¦ 不再保存新数据',
  raisedAt: 1_700_000_000_000,
  lastAt: 1_700_000_000_000,
  clearedAt: null,
  count: 1,
  confirmedBy: null,
  confirmedAt: null,
  ...more,
})
const openList = (answer: () => unknown) =>
  openPart(<ServerAlarmList />, { account: createSuperWithout(), answers: { 'monitor.alarms': answer } })

test('open alarms and those that ended are listed with level, details and end', async () => {
  await openList(() => [
    alarm('a', {}),
    alarm('b', { kind: 'clockJumped', detail: 'Set back by 90 s ¦ 向后跳变 90 秒', count: 3 }),
    alarm('c', { kind: 'backupFailed', clearedAt: 1_700_000_100_000 }),
  ])
  const rows = await screen.findAllByRole('row')
  const texts = rows.map((row) =>
    within(row)
      .queryAllByRole('cell')
      .map(({ textContent }) => textContent),
  )
  expect(texts.slice(-3)).toEqual([
    ['Disk full', 'High', 'New data is refused', expect.stringMatching(/\d/), 'Open'],
    ['System clock changed', 'Medium', 'Set back by 90 s (3 times)', expect.stringMatching(/\d/), 'Open'],
    ['Backup failed', 'Medium', 'New data is refused', expect.stringMatching(/\d/), expect.stringMatching(/\d/)],
  ])
  expect(screen.queryByText('No open server alarms')).toBeNull()
})

test('a server without alarms has a text in place of the list', async () => {
  await openList(() => [])
  expect(await screen.findByText('No open server alarms')).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
})

test('a list that fails to load shows the reason', async () => {
  await openList(() => refusal('storage.unreachable'))
  expect((await screen.findByRole('status')).textContent).toMatch(
    /Could not load the server alarms: The server cannot reach its database/,
  )
})
