import { expect, test, vi } from 'vitest'
import { entityOf } from '../../contract/entities.ts'
import { createEntityClient } from '../net/entityClient.ts'
import { fakeClient, fakeServer, good } from '../testing/fakes.ts'
import { Overview } from './overview.ts'
import type { ClientOf } from './useOwn.ts'

const refused = { status: 503, body: { code: 503, msg: '', error: 'server.busy' } }

function withServer(isDown: (path: string) => boolean) {
  const server = fakeServer(({ url }) => (isDown(new URL(url).pathname) ? refused : good({ rows: [], total: url.includes('failed') ? 2 : 7 })))
  const client = fakeClient(server.fetch)
  const clientOf: ClientOf = (name) => createEntityClient(client, entityOf(name))
  return { overview: new Overview(clientOf), asked: server.asked }
}

test('a part that does not come is told of, though all others come after it', async () => {
  let down = 'loop'
  const { overview } = withServer((path) => path.includes(down))
  overview.show('street')
  await vi.waitFor(() => expect([Object.keys(overview.counts).toSorted(), overview.openAlarms, overview.freezes]).toEqual([['cabinet', 'pole', 'sensor'], 7, []]))
  expect([overview.failure?.error, overview.counts.pole]).toEqual(['server.busy', { total: 7, installed: 7, failed: 2 }])
  down = 'nothing'
  overview.refresh()
  await vi.waitFor(() => expect(overview.failure).toBeNull())
  expect(overview.counts.loop?.total).toBe(7)
})

test('nothing of the project before is taken once another one is shown', async () => {
  const { overview, asked } = withServer(() => false)
  overview.show('street')
  overview.show('tunnel')
  await vi.waitFor(() => expect(Object.keys(overview.counts)).toHaveLength(4))
  expect(new Set(asked.filter(({ url }) => url.includes('freeze')).map(({ url }) => new URL(url).searchParams.get('project')))).toContain('tunnel')
  expect(overview.failure).toBeNull()
})
