import { afterEach, expect, test } from 'vitest'
import { type SharedSession, TabSync } from './tabSync.ts'

const lines: BroadcastChannel[] = []
afterEach(() => {
  for (const line of lines.splice(0)) line.close()
})

/** Opens a tab that listens on a real BroadcastChannel; `present` is its session. */
function openTab(present: SharedSession | null) {
  const line = new BroadcastChannel('tabs of a test')
  lines.push(line)
  const received: unknown[] = []
  const tabs = new TabSync(line)
  tabs.listen({
    present: () => present,
    opened: (session) => received.push(['opened', session]),
    renewed: (session) => received.push(['renewed', session]),
    signedOut: (username) => received.push(['signedOut', username]),
  })
  return { tabs, received, line }
}

/** BroadcastChannel has no target origin. */
// oxlint-disable-next-line unicorn/require-post-message-target-origin
const post = (line: BroadcastChannel, message: unknown): void => line.postMessage(message)

const ann = { token: 'a', username: 'ann', renewAt: 7 }
const bob = { token: 'b', username: 'bob', renewAt: null }

test('a new tab takes over the session of the most recently used tab, whichever accounts are signed in', async () => {
  const [first, second] = [openTab(ann), openTab(bob)]
  const found = (): Promise<SharedSession | null> => openTab(null).tabs.requestSession()
  first.tabs.markUsed()
  await expect.poll(found).toEqual(ann)
  second.tabs.markUsed()
  await expect.poll(found).toEqual(bob)
  first.tabs.markUsed()
  await expect.poll(found).toEqual(ann)
})

test('a tab that has not been used yet shares its session too', async () => {
  openTab(null)
  openTab(ann)
  expect(await openTab(null).tabs.requestSession()).toEqual(ann)
})

test('a request for a certain account returns only its session, even if another tab was used last', async () => {
  openTab(ann)
  openTab(bob).tabs.markUsed()
  const isAnn = ({ username }: SharedSession): boolean => username === 'ann'
  await expect.poll(() => openTab(null).tabs.requestSession(isAnn)).toEqual(ann)
})

test('a session request without any signed-in tab returns null after a timeout', async () => {
  openTab(null)
  expect(await openTab(null).tabs.requestSession()).toBeNull()
  expect(await new TabSync(null).requestSession()).toBeNull()
})

test('only the requesting tab receives the response, even a late one', async () => {
  const [bystander, requester, sleeper] = [openTab(null), openTab(null), openTab(null)]
  const request = new Promise<unknown>((done) => sleeper.line.addEventListener('message', ({ data }) => done(data)))
  expect(await requester.tabs.requestSession()).toBeNull()
  const { by }: { readonly by?: unknown } = Object(await request)
  post(sleeper.line, { kind: 'answered', to: by, session: ann, isLast: true })
  await expect.poll(() => requester.received).toEqual([['opened', ann]])
  expect(bystander.received).toEqual([])
})

test('invalid and incomplete messages are ignored', async () => {
  const tab = openTab(null)
  const other = openTab(null)
  for (const message of [
    null,
    'opened',
    { kind: 'opened' },
    { kind: 'opened', session: { token: 1, username: 'ann', renewAt: null } },
    { kind: 'renewed', session: { token: 'a' } },
    { kind: 'signedOut' },
    { kind: 'more' },
  ])
    post(other.line, message)
  post(other.line, { kind: 'signedOut', username: 'ann' })
  await expect.poll(() => tab.received).toEqual([['signedOut', 'ann']])
})
