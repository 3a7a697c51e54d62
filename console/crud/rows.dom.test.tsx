import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { getEntity } from '../../contract/entities.ts'
import { getPermission } from '../../contract/entity/define.ts'
import { openPart, createSuperWithout } from '../testing/openConsole.tsx'
import { createRow } from '../testing/rows.ts'
import { refusal } from '../testing/serverByRoute.ts'
import { EntityDetail } from './detail/EntityDetail.tsx'
import { RowActions } from './table/EntityTable.tsx'
import { EntityToolbar } from './table/EntityToolbar.tsx'
import { BulkEditDialog } from './form/BulkEditDialog.tsx'

const nothing = (): void => undefined
const query = { page: 1, pageSize: 10 }
const cabinet = getEntity('cabinet')
const dialogButton = async (name: string) => within(await screen.findByRole('dialog')).getByRole('button', { name })

describe('deleting', () => {
  const row = createRow('cabinet-1', { name: 'East', usage: 2 })
  const openMenu = async (account = createSuperWithout()) => {
    const opened = await openPart(<RowActions shape={{ entity: cabinet }} row={row} onOpen={nothing} />, {
      account,
      answers: { 'cabinet.remove': () => null },
    })
    await opened.user.click(screen.getByRole('button', { name: 'More for East' }))
    return { ...opened, remove: screen.queryByRole('menuitem', { name: 'Delete' }) }
  }

  test('a row is deleted only after it was confirmed', async () => {
    const { server, user, remove } = await openMenu()
    if (remove) await user.click(remove)
    await user.click(await dialogButton('Cancel'))
    expect(server.writes()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'More for East' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    await user.click(await dialogButton('Delete'))
    await expect
      .poll(() => server.sent('cabinet.remove').map(({ url }) => new URL(url).pathname))
      .toEqual(['/api/cabinets/cabinet-1'])
  })

  test('no row is offered for deletion without the permission', async () => {
    const { remove } = await openMenu(createSuperWithout('lighting:cabinet:remove'))
    expect(remove).toBeNull()
    expect(screen.queryByRole('menuitem', { name: 'Disable' })).not.toBeNull()
  })

  test('a row that may not be changed is only looked at', async () => {
    await openMenu(createSuperWithout('lighting:cabinet:edit'))
    expect([
      screen.queryByRole('button', { name: 'Edit East' }),
      screen.queryByRole('button', { name: 'Details of East' }) === null,
    ]).toEqual([null, false])
  })
})

describe('bulk actions on rows', () => {
  async function openChosen(account = createSuperWithout()) {
    const opened = await openPart(
      <EntityToolbar shape={{ entity: cabinet }} query={query} onQuery={nothing} onOpen={nothing} />,
      {
        account,
        answers: {
          'cabinet.list': () => ({
            rows: [createRow('c1', { name: 'East' }), createRow('c2', { name: 'West' })],
            total: 2,
          }),
          'cabinet.removeMany': () => ({ removed: 2 }),
        },
      },
    )
    const store = opened.stores.entities.of(cabinet)
    await act(async () => {
      store.show(query)
    })
    await waitFor(() => expect(store.rows).toHaveLength(2))
    act(() => store.choose(['c1', 'c2']))
    await screen.findByText('2 selected')
    return opened
  }

  test('rows are deleted together only after it was confirmed', async () => {
    const { server, user } = await openChosen()
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    await dialogButton('Delete')
    expect(server.writes()).toEqual([])
    await user.click(await dialogButton('Delete'))
    await expect.poll(() => server.sent('cabinet.removeMany').map(({ body }) => body)).toEqual([{ ids: ['c1', 'c2'] }])
  })

  test.each([
    ['remove', 'Delete', 'Edit selected'],
    ['edit', 'Edit selected', 'Delete'],
  ] as const)('without the permission to %s the button %s is not offered', async (action, missing, other) => {
    await openChosen(createSuperWithout(getPermission(cabinet, action)))
    expect([
      screen.queryByRole('button', { name: missing }),
      screen.queryByRole('button', { name: other }) === null,
    ]).toEqual([null, false])
  })

  test('many rows are changed only in the ticked fields, and taking over a binding of others is asked first', async () => {
    const { server, user, stores } = await openPart(
      <BulkEditDialog shape={{ entity: cabinet }} onClose={nothing} onDone={nothing} />,
      {
        account: createSuperWithout(),
        answers: {
          'cabinet.list': () => ({
            rows: [createRow('c1', { name: 'East' }), createRow('c2', { name: 'West' })],
            total: 2,
          }),
          'cabinet.updateMany': ({ body }) =>
            JSON.stringify(body).includes('"overwrite":true') ? { changed: 2 } : refusal('entity.bound'),
        },
      },
    )
    const store = stores.entities.of(cabinet)
    await act(async () => {
      store.show(query)
    })
    await waitFor(() => expect(store.rows).toHaveLength(2))
    act(() => store.choose(['c1', 'c2']))
    const save = () => screen.getByRole('button', { name: 'Save' })
    expect(Reflect.get(save(), 'disabled')).toBe(true)
    await user.click(screen.getByRole('checkbox', { name: 'Responsible person' }))
    await waitFor(() => expect(Reflect.get(save(), 'disabled')).toBe(false))
    await user.click(save())
    const overwrite = await screen.findByRole('button', { name: 'Overwrite' })
    expect(server.sent('cabinet.updateMany')).toHaveLength(1)
    await user.click(overwrite)
    const sent = { ids: ['c1', 'c2'], values: { responsible: null } }
    await expect
      .poll(() => server.sent('cabinet.updateMany').map(({ body }) => body))
      .toEqual([expect.objectContaining(sent), { ...sent, overwrite: true }])
  })
})

describe('moves of a row', () => {
  test.each<[string, Parameters<typeof createRow>[1], string, string]>([
    ['alarm', { message: 'Lamp out', status: 'unconfirmed' }, 'confirm', 'Acknowledge'],
    ['upgrade', { name: 'May', status: 'waiting' }, 'start', 'Start'],
    ['upgrade', { name: 'May', status: 'running' }, 'stop', 'Stop'],
    ['plugin', { name: 'Broker', status: 'enabled', isPresent: true }, 'disable', 'Disable'],
    ['linkage', { name: 'Night', status: 'disabled' }, 'enable', 'Enable'],
    ['linkage', { name: 'Night', status: 'enabled' }, 'runNow', 'Run once'],
    ['account', { username: 'bob', status: 'enabled' }, 'disable', 'Disable'],
    ['device', { name: 'Pump', status: 3 }, 'disable', 'Disable'],
    ['product', { name: 'Lamp', status: 'draft' }, 'publish', 'Publish'],
    ['job', { name: 'Clean', status: 'running' }, 'runNow', 'Run now'],
  ])('%s %o: %s is made only after it was confirmed', async (name, values, move, words) => {
    const entity = getEntity(name)
    const row = createRow('row-1', values)
    const detail = (
      <EntityDetail shape={{ entity }} row={row} name="Row" onClose={nothing} onOpen={nothing} onMoved={nothing} />
    )
    const { server, user } = await openPart(detail, {
      account: createSuperWithout(),
      answers: { [`${name}.${move}`]: () => row },
    })
    await user.click(screen.getByRole('button', { name: words }))
    const dialog = await waitFor(() => {
      const found = screen.getAllByRole('dialog').find((each) => each.className.includes('ant-modal'))
      if (!found) throw new Error('no dialog')
      return found
    })
    expect(server.writes()).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: words }))
    await expect.poll(() => server.writes()).toEqual([`${name}.${move}`])
  })

  test('a move is not offered without its permission, nor in a state that it does not start from', async () => {
    const entity = getEntity('upgrade')
    const detail = (status: string) => (
      <EntityDetail
        shape={{ entity }}
        row={createRow('row-1', { name: 'May', status })}
        name="Row"
        onClose={nothing}
        onOpen={nothing}
        onMoved={nothing}
      />
    )
    await openPart(
      <>
        {detail('waiting')}
        {detail('running')}
      </>,
      { account: createSuperWithout('platform:upgrade:start', 'platform:upgrade:edit') },
    )
    expect(
      screen
        .queryAllByRole('button')
        .map(({ textContent }) => textContent)
        .filter((text) => text !== ''),
    ).toEqual(['Stop'])
  })
})
