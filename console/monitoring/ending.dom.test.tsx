import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPart, createSuperWithout } from '../testing/openConsole.tsx'
import { refusal } from '../testing/serverByRoute.ts'
import { BrokerPage } from './BrokerPage.tsx'
import { CacheKeys } from './CacheKeys.tsx'
import { ClearCacheButton } from './ClearCacheButton.tsx'
import { SessionsPage } from './SessionsPage.tsx'

const session = {
  id: 'session-1',
  account: 'bob',
  role: 'operator',
  address: '10.0.0.2',
  signedInAt: 1,
  seenAt: 1,
  expiresAt: 2,
  connections: 1,
  isOwn: false,
}
const client = {
  id: 'client-1',
  clientId: 'gateway-1',
  account: 'bob',
  kind: 'gateway',
  address: '10.0.0.2',
  connectedAt: 1,
  filterCount: 0,
  filters: [],
  received: 0,
  delivered: 0,
  waitingBytes: 0,
  conflated: 0,
}
const broker = {
  rows: [client],
  total: 1,
  external: 'none',
  connections: 1,
  receivedPerSecond: 0,
  deliveredPerSecond: 0,
  received: 0,
  delivered: 0,
  waitingBytes: 0,
  conflated: 0,
  retained: 0,
  retainedBytes: 0,
  waitingPoints: 0,
  committedPoints: 0,
  failedPoints: 0,
  refused: 0,
  malformed: 0,
  leftOut: 0,
  throttled: 0,
  cut: 0,
}
const key = {
  id: 'key-1',
  key: 'ann',
  about: { kind: 'none' },
  at: null,
  expiresAt: null,
  isExpired: false,
  bytes: null,
}
const done = async (): Promise<void> => undefined

/** Destructive actions: button, confirmation button and route. */
const endings = [
  ['a session', () => <SessionsPage />, 'Sign out bob', 'Sign out', 'monitor.endSession'],
  ['a connection', () => <BrokerPage />, 'Disconnect gateway-1', 'Disconnect', 'monitor.disconnect'],
  [
    'a cache',
    () => <ClearCacheButton name="sessions" onCleared={done} />,
    'Clear Sessions',
    'Clear',
    'monitor.clearCache',
  ],
  [
    'a key of a cache',
    () => <CacheKeys name="sessions" isClearable />,
    'Remove ann',
    'Remove',
    'monitor.removeCacheKey',
  ],
] as const
const permissions = {
  'monitor.endSession': 'system:session:end',
  'monitor.disconnect': 'platform:broker:disconnect',
  'monitor.clearCache': 'system:monitor:clear',
  'monitor.removeCacheKey': 'system:monitor:clear',
} as const
const answers = {
  'monitor.sessions': () => ({
    rows: [session, { ...session, id: 'session-2', account: 'ann', isOwn: true }],
    total: 2,
  }),
  'monitor.broker': () => broker,
  'monitor.cacheKeys': () => ({ rows: [key], total: 1 }),
}

test.each(endings)('%s is ended only after it was confirmed', async (_, page, named, confirmLabel, route) => {
  const { server, user } = await openPart(page(), {
    account: createSuperWithout(),
    answers: { ...answers, [route]: () => ({ cleared: 1 }) },
  })
  await user.click(await screen.findByRole('button', { name: named }))
  const confirm = await screen.findByRole('button', { name: confirmLabel })
  expect(server.writes()).toEqual([])
  await user.click(confirm)
  await expect.poll(() => server.writes()).toEqual([route])
})

test.each(endings)(
  '%s is not offered to be ended without the permission',
  async (_, page, named, _confirmLabel, route) => {
    await openPart(page(), { account: createSuperWithout(permissions[route]), answers })
    if (route !== 'monitor.clearCache')
      await screen.findByText(
        route === 'monitor.endSession' ? 'bob' : route === 'monitor.disconnect' ? 'gateway-1' : 'ann',
      )
    expect(screen.queryByRole('button', { name: named })).toBeNull()
  },
)

test.each(endings)('a refusal to end %s is shown', async (_, page, named, confirmLabel, route) => {
  const { user } = await openPart(page(), {
    account: createSuperWithout(),
    answers: { ...answers, [route]: () => refusal('access.denied') },
  })
  await user.click(await screen.findByRole('button', { name: named }))
  await user.click(await screen.findByRole('button', { name: confirmLabel }))
  expect((await screen.findByRole('alert')).textContent).toContain('No permission')
})

test('the own session cannot be ended, nor a key of a cache that is kept nowhere else be removed', async () => {
  await openPart(
    <>
      <SessionsPage />
      <CacheKeys name="newest" isClearable={false} />
    </>,
    { account: createSuperWithout(), answers },
  )
  await screen.findByRole('button', { name: 'Sign out bob' })
  await screen.findByText('Cannot be cleared: this data exists only in memory.', { exact: false })
  expect([
    screen.queryByRole('button', { name: 'Sign out ann' }),
    screen.queryByRole('button', { name: 'Remove ann' }),
    screen.queryByRole('button', { name: 'Clear Latest values' }),
  ]).toEqual([null, null, null])
})
