import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { getEntity } from '../../contract/entities.ts'
import { getPermission } from '../../contract/entity/define.ts'
import { EntityToolbar } from '../crud/table/EntityToolbar.tsx'
import type { Notice } from '../stores/session/notices.ts'
import { createAccount, createSuperWithout, openPart } from '../testing/openConsole.tsx'
import { createRow } from '../testing/rows.ts'
import { refusal } from '../testing/serverByRoute.ts'
import { alarmShape } from './shapes.tsx'

const alarm = getEntity('alarm')
const query = { page: 1, pageSize: 10 }
const nothing = (): void => undefined
const createAlarm = (id: string, status: string) => createRow(id, { message: id, status, level: 2 })
const rows = [
  createAlarm('lamp', 'unconfirmed'),
  createAlarm('door', 'confirmed'),
  createAlarm('fan', 'shelved'),
  createAlarm('pump', 'unconfirmed'),
]

async function openSelected({
  account = createAccount('operator'),
  refused = [],
}: {
  readonly account?: ReturnType<typeof createAccount>
  readonly refused?: readonly string[]
} = {}) {
  const opened = await openPart(
    <EntityToolbar shape={{ entity: alarm, ...alarmShape }} query={query} onQuery={nothing} onOpen={nothing} />,
    {
      account,
      answers: {
        'alarm.list': () => ({ rows, total: rows.length }),
        'alarm.confirm': ({ url }) => {
          const id = new URL(url).pathname.split('/')[3] ?? ''
          return refused.includes(id) ? refusal('entity.conflict') : createAlarm(id, 'confirmed')
        },
      },
    },
  )
  const notices: Notice[] = []
  opened.stores.notices.onPost((notice) => notices.push(notice))
  const store = opened.stores.entities.of(alarm)
  await act(async () => {
    store.show(query)
  })
  await waitFor(() => expect(store.rows).toHaveLength(rows.length))
  act(() => store.choose(rows.map(({ id }) => id)))
  const button = await screen.findByRole('button', { name: /^Acknowledge/ })
  const confirmed = () => opened.server.sent('alarm.confirm').map(({ url }) => new URL(url).pathname.split('/')[3])
  return { ...opened, store, button, confirmed, notices }
}

test('selected alarms are acknowledged together, without those that are acknowledged already', async () => {
  const { user, server, store, button, confirmed, notices } = await openSelected()
  expect(button.textContent).toBe('Acknowledge (3)')
  await user.click(button)
  await waitFor(() => expect(notices.map(({ words }) => words.en)).toEqual(['Acknowledge: 3']))
  expect(confirmed()).toEqual(['lamp', 'fan', 'pump'])
  expect(store.chosen).toEqual([])
  await waitFor(() => expect(server.sent('alarm.list').length).toBeGreaterThan(1))
})

test('an alarm that cannot be acknowledged does not stop the others, and is reported', async () => {
  const { user, button, confirmed, notices } = await openSelected({ refused: ['lamp'] })
  await user.click(button)
  await waitFor(() => expect(notices.map(({ words }) => words.en)).toEqual([expect.stringMatching(/^2 of 3 done: /)]))
  expect(confirmed()).toEqual(['lamp', 'fan', 'pump'])
})

test('without the permission no alarm can be acknowledged', async () => {
  const { button } = await openSelected({ account: createSuperWithout(getPermission(alarm, 'confirm')) })
  expect(Reflect.get(button, 'disabled')).toBe(true)
})
