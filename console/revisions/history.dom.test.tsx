import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { DrawingRevision } from '../../contract/routes.ts'
import { createAccount, openPart, project } from '../testing/openConsole.tsx'
import { refusal, type RouteResponses } from '../testing/serverByRoute.ts'
import { HistoryDrawer } from './HistoryDrawer.tsx'
import { useRestore } from './useRestore.ts'

const createRevision = (revision: number, more: Partial<DrawingRevision> = {}): DrawingRevision => ({
  revision,
  name: 'Works',
  components: 3,
  width: 100,
  height: 100,
  bytes: 2048,
  savedAt: 1_790_000_000_000 + revision * 60_000,
  savedBy: 'ann',
  note: '',
  restoredFrom: null,
  ...more,
})
const three = [
  createRevision(3, { restoredFrom: 1 }),
  createRevision(2, { savedBy: 'bob', note: 'Second pump' }),
  createRevision(1),
]

function History({ onRestored }: { readonly onRestored: () => Promise<void> }) {
  const handleRestore = useRestore(onRestored)
  return (
    <HistoryDrawer drawing={{ id: 'd1', name: 'Works', project }} onRestore={handleRestore} onClose={() => undefined} />
  )
}

async function openHistory(answers: RouteResponses, role: 'manager' | 'operator' = 'manager') {
  const restored: string[] = []
  const opened = await openPart(<History onRestored={async () => void restored.push('restored')} />, {
    account: createAccount(role),
    answers: {
      'drawing.revisions': () => ({ rows: three, total: 3 }),
      'drawing.restoreRevision': () => ({
        id: 'd1',
        project,
        name: 'Works',
        revision: 4,
        components: 3,
        width: 100,
        height: 100,
        updatedAt: 0,
        updatedBy: 'ann',
        description: '',
        cover: null,
        floor: null,
        isPublic: true,
        warnings: [],
      }),
      ...answers,
    },
  })
  return {
    ...opened,
    restored,
    row: (revision: number) => screen.findByRole('listitem', { name: `Revision ${revision}` }),
  }
}

const confirmation = async (revision: number): Promise<HTMLElement> => {
  const dialog = (await screen.findAllByText(`Restore revision ${revision}?`))
    .map((title) => title.closest<HTMLElement>('[role="dialog"]'))
    .find((found) => found !== null)
  if (!dialog) throw new Error('the question is in a dialog')
  return dialog
}

test('lists the revisions with author, note, size and where they come from, and offers to restore all but the current one', async () => {
  const { row } = await openHistory({})
  expect((await row(2)).textContent).toContain('bob · 3 components · 2 KB')
  expect((await row(2)).textContent).toContain('Second pump')
  expect((await row(3)).textContent).toContain('Restored from revision 1')
  expect(within(await row(3)).queryByRole('button', { name: /^Restore/ })).toBeNull()
  expect(within(await row(1)).getByRole('button', { name: 'Restore revision 1' })).toBeTruthy()
  expect(
    within(await row(1))
      .getByRole('link', { name: 'Open revision 1 read-only' })
      .getAttribute('href'),
  ).toBe('/scada/topo/fullscreen?id=d1&revision=1')
})

test('restores only after it was confirmed, over the newest revision that the list shows', async () => {
  const { row, server, user, restored } = await openHistory({})
  await user.click(within(await row(1)).getByRole('button', { name: 'Restore revision 1' }))
  const dialog = await confirmation(1)
  expect(server.writes()).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: 'Restore' }))
  await expect.poll(() => restored).toEqual(['restored'])
  const [sent] = server.sent('drawing.restoreRevision')
  expect([new URL(sent?.url ?? '').pathname, sent?.headers.get('if-match')]).toEqual([
    '/api/drawings/d1/revisions/1/restore',
    '"3"',
  ])
  await expect.poll(() => server.sent('drawing.revisions').length).toBe(2)
})

test('a restore after a conflicting save is rejected with a message, and the newest revisions are shown', async () => {
  const { row, server, user, restored, stores } = await openHistory({
    'drawing.restoreRevision': () => refusal('drawing.conflict'),
  })
  const post = vi.spyOn(stores.notices, 'post')
  await user.click(within(await row(2)).getByRole('button', { name: 'Restore revision 2' }))
  await user.click(within(await confirmation(2)).getByRole('button', { name: 'Restore' }))
  await expect
    .poll(() => post.mock.calls.map(([{ words }]) => words.en))
    .toEqual([expect.stringContaining('Nothing was restored')])
  await expect.poll(() => server.sent('drawing.revisions').length).toBe(2)
  expect(restored).toEqual([])
})

test('writes a note', async () => {
  const { row, server, user } = await openHistory({ 'drawing.setRevisionNote': () => createRevision(1) })
  await user.click(within(await row(1)).getByRole('button', { name: 'Note of revision 1' }))
  await user.type(within(await row(1)).getByRole('textbox', { name: 'Note of revision 1' }), 'As delivered')
  await user.click(within(await row(1)).getByRole('button', { name: 'Save' }))
  await expect
    .poll(() => server.sent('drawing.setRevisionNote').map(({ body }) => body))
    .toEqual([{ note: 'As delivered' }])
})

test('a user with read access is offered only to open and download revisions', async () => {
  const { row } = await openHistory({}, 'operator')
  const offered = [...within(await row(1)).getAllByRole('link'), ...within(await row(1)).getAllByRole('button')].map(
    (each) => each.getAttribute('aria-label'),
  )
  expect(offered).toEqual(['Open revision 1 read-only', 'Download revision 1'])
})

test('the page shows that there are no revisions, and offers a retry if the history cannot be loaded', async () => {
  let isDown = true
  const { user } = await openHistory({
    'drawing.revisions': () => (isDown ? refusal('server.busy') : { rows: [], total: 0 }),
  })
  await screen.findByText('Could not load the history')
  isDown = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.getByText('No revisions')).toBeTruthy())
})
