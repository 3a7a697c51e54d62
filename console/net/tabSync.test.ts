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
  return { tabs, heard: received, line }
}

/** BroadcastChannel has no target origin. */
// oxlint-disable-next-line unicorn/require-post-message-target-origin
const post = (line: BroadcastChannel, message: unknown): void => line.postMessage(message)

const ann = { token: 'a', username: 'ann', renewAt: 7 }
const bob = { token: 'b', username: 'bob', renewAt: null }

test('a new tab is of the person in whose tab was worked last, whoever else is signed in', async () => {
  const [first, second] = [openTab(ann), openTab(bob)]
  const found = (): Promise<SharedSession | null> => openTab(null).tabs.requestSession()
  first.tabs.markUsed()
  await expect.poll(found).toEqual(ann)
  second.tabs.markUsed()
  await expect.poll(found).toEqual(bob)
  first.tabs.markUsed()
  await expect.poll(found).toEqual(ann)
})

test('a tab that nobody has worked in yet hands its session on too', async () => {
  openTab(null)
  openTab(ann)
  expect(await openTab(null).tabs.requestSession()).toEqual(ann)
})

test('who asks for somebody is given nobody else, though it was worked in that tab last', async () => {
  openTab(ann)
  openTab(bob).tabs.markUsed()
  const isAnn = ({ username }: SharedSession): boolean => username === 'ann'
  await expect.poll(() => openTab(null).tabs.requestSession(isAnn)).toEqual(ann)
})

test('where nobody is signed in, nobody is found, and the wait has an end', async () => {
  openTab(null)
  expect(await openTab(null).tabs.requestSession()).toBeNull()
  expect(await new TabSync(null).requestSession()).toBeNull()
})

test('only who asked is answered, and an answer that comes late is heard still', async () => {
  const [bystander, asker, sleeper] = [openTab(null), openTab(null), openTab(null)]
  const asked = new Promise<unknown>((done) => sleeper.line.addEventListener('message', ({ data }) => done(data)))
  expect(await asker.tabs.requestSession()).toBeNull()
  const { by }: { readonly by?: unknown } = Object(await asked)
  post(sleeper.line, { kind: 'answered', to: by, session: ann, isLast: true })
  await expect.poll(() => asker.heard).toEqual([['opened', ann]])
  expect(bystander.heard).toEqual([])
})

test('what is no message, or half of one, is passed by', async () => {
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
  await expect.poll(() => tab.heard).toEqual([['signedOut', 'ann']])
})
