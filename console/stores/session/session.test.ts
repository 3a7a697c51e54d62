import { afterEach, expect, test } from 'vitest'
import { TabSync } from '../../net/tabSync.ts'
import { fakeClient, fakeServer, fakeStorage, good } from '../../testing/fakes.ts'
import { SessionStore } from './session.ts'

const account = {
  id: 'a1',
  name: 'ann',
  role: 'manager',
  projects: [{ id: 'street', role: 'manager' }],
  roles: ['manager', 'night'],
  permissions: ['lighting:cabinet:list', 'lighting:cabinet:edit'],
  mustChangePassword: false,
  mustSetSecondStep: false,
}
const signedIn = good({ token: 'secret', expiresAt: 1e12, account })
const stored = { loginstate: 'in', token: 'secret', username: 'ann' }

function sessionWith(answer: Parameters<typeof fakeServer>[0], start: Readonly<Record<string, string>> = {}) {
  const storage = fakeStorage(start)
  const server = fakeServer(answer)
  let nowMs = 0
  const client = fakeClient(server.fetch, {
    token: () => session.token,
    renewal: (refused) => session.renewal(refused),
    onUnauthorised: (code) => session.refused(code),
  })
  const session: SessionStore = new SessionStore(client, storage, () => nowMs)
  return {
    session,
    storage,
    server,
    sleep: (ms: number) => {
      nowMs += ms
    },
  }
}

test('section 4: session storage loginstate equals in when signed in, with token and username', async () => {
  const { session, storage } = sessionWith(() => signedIn)
  await session.signIn('ann', 'pw')
  expect([storage.getItem('loginstate'), storage.getItem('token'), storage.getItem('username')]).toEqual([
    'in',
    'secret',
    'ann',
  ])
  expect(session.isSignedIn).toBe(true)
})

test('a reload restores the stored session and requests its account from the server', async () => {
  const { session, server } = sessionWith(() => good({ expiresAt: 1e12, account }), stored)
  expect([session.isSignedIn, session.account]).toEqual([true, null])
  await session.restore()
  expect(session.account?.name).toBe('ann')
  expect(server.requests[0]?.headers.get('authorization')).toBe('Bearer secret')
})

test('a reload without a server response keeps the confirmed account ID, and work can continue', async () => {
  const first = sessionWith(() => good({ expiresAt: 1e12, account }), stored)
  await first.session.restore()
  const session = new SessionStore(
    fakeClient(fakeServer(() => ({ status: 503, text: '' })).fetch),
    first.storage,
    () => 0,
  )
  await session.restore().catch(() => undefined)
  expect([session.account, session.accountId, session.canContinue]).toEqual([null, 'a1', true])
  session.refused(1)
  expect([session.accountId, session.canContinue, first.storage.getItem('accountId')]).toEqual([null, false, null])
})

test('work cannot go on where a second step is wanted first', async () => {
  const { session } = sessionWith(
    () => good({ expiresAt: 1e12, account: { ...account, mustSetSecondStep: true } }),
    stored,
  )
  await session.restore()
  expect([session.isSignedIn, session.canContinue]).toEqual([true, false])
})

test.each([
  [1, 'expire'],
  [2, 'accounts'],
  [401, null],
])('section 8: 401 with body code %s ends the session and keeps %s', async (code, expected) => {
  const { session, storage } = sessionWith(() => ({ status: 401, body: { code, msg: '' } }), stored)
  await session.restore().catch(() => undefined)
  expect([session.isSignedIn, session.ending, storage.getItem('errorCode')]).toEqual([false, expected, expected])
  expect(storage.getItem('loginstate')).toBeNull()
})

test('section 8: 401 in any other state ends the session too: its storage was cleared under an open page', async () => {
  const { session, storage } = sessionWith(({ method }) =>
    method === 'POST' ? signedIn : { status: 401, body: { code: 1, msg: '' } },
  )
  await session.signIn('ann', 'pw')
  storage.clear()
  await session.verify()
  expect([session.isSignedIn, session.ending, storage.length]).toEqual([false, null, 0])
})

test('a wrong password is no ended session', async () => {
  const { session } = sessionWith(() => ({ status: 401, body: { code: 401, msg: '', error: 'session.wrong' } }))
  await expect(session.signIn('ann', 'no')).rejects.toMatchObject({ error: 'session.wrong' })
  expect(session.ending).toBeNull()
})

test('a correct password as a first step signs no user in, and its ticket is not stored', async () => {
  const { session, storage, server } = sessionWith(({ url }) =>
    url.endsWith('/second-step') ? signedIn : good({ ticket: 'step_x', ticketUntil: 1e12 }),
  )
  expect(await session.signIn('ann', 'pw')).toEqual({ ticket: 'step_x', ticketUntil: 1e12 })
  expect([session.isSignedIn, storage.length]).toEqual([false, 0])
  await session.submitCode('step_x', '123456')
  expect([session.isSignedIn, server.requests[1]?.body]).toEqual([true, { ticket: 'step_x', code: '123456' }])
  expect(JSON.stringify([storage.getItem('token'), storage.getItem('username')])).not.toContain('step_')
})

test('signing out ends the local session even if the server is unreachable', async () => {
  const { session, storage } = sessionWith(() => Promise.reject(new TypeError('no network')), stored)
  await session.signOut()
  expect([session.isSignedIn, storage.getItem('token')]).toEqual([false, null])
})

test('activity is reported to the server at most once in five minutes', async () => {
  const { session, server, sleep } = sessionWith(({ method }) =>
    method === 'POST' ? signedIn : good({ expiresAt: 1e12, account }),
  )
  await session.signIn('ann', 'pw')
  for (let minute = 0; minute < 11; minute++) {
    await session.stayAlive()
    sleep(60_000)
  }
  expect(server.requests.filter(({ method }) => method === 'GET')).toHaveLength(2)
})

test('permissions depend on the role of the account in the project', async () => {
  const { session } = sessionWith(() => signedIn)
  const writing = { roles: ['manager', 'super'], scope: 'project' } as const
  expect(session.may(writing, 'street')).toBe(false)
  await session.signIn('ann', 'pw')
  expect([session.may(writing, 'street'), session.may(writing, 'tunnel')]).toEqual([true, false])
})

test('section 5: *:*:* passes every permission check; otherwise an exact match is required', async () => {
  const { session } = sessionWith(() => signedIn)
  expect(session.mayDo('lighting:cabinet:list')).toBe(false)
  await session.signIn('ann', 'pw')
  expect(
    ['lighting:cabinet:list', 'lighting:cabinet', 'lighting:cabinet:*', 'lighting:cabinet:lists', '*:*:*', ''].map(
      (permission) => session.mayDo(permission),
    ),
  ).toEqual([true, false, false, false, false, false])
  const root = sessionWith(() =>
    good({ token: 'secret', expiresAt: 1e12, account: { ...account, role: 'super', permissions: ['*:*:*'] } }),
  ).session
  await root.signIn('ann', 'pw')
  expect([root.mayDo('anything:at:all'), root.mayDoAll(['a:b:c', 'd:e:f'])]).toEqual([true, true])
})

test('section 6: helpers exist for single, any-of and all-of checks, of permissions and of roles', async () => {
  const { session } = sessionWith(() => signedIn)
  await session.signIn('ann', 'pw')
  const [list, edit, remove] = ['lighting:cabinet:list', 'lighting:cabinet:edit', 'lighting:cabinet:remove'] as const
  expect([session.mayDoAny([remove, list]), session.mayDoAny([remove]), session.mayDoAny([])]).toEqual([
    true,
    false,
    false,
  ])
  expect([session.mayDoAll([list, edit]), session.mayDoAll([list, remove]), session.mayDoAll([])]).toEqual([
    true,
    false,
    false,
  ])
  expect([
    session.hasRole('manager'),
    session.hasRole('night'),
    session.hasRole('day'),
    session.hasRole('operator'),
  ]).toEqual([true, true, false, false])
  expect([session.hasAnyRole(['day', 'night']), session.hasAnyRole(['day']), session.hasAnyRole([])]).toEqual([
    true,
    false,
    false,
  ])
  expect([
    session.hasAllRoles(['manager', 'night']),
    session.hasAllRoles(['night', 'day']),
    session.hasAllRoles([]),
  ]).toEqual([true, false, false])
})

test('section 6: the admin role passes every role check', async () => {
  const { session } = sessionWith(() =>
    good({
      token: 'secret',
      expiresAt: 1e12,
      account: { ...account, role: 'super', roles: ['super'], permissions: ['*:*:*'] },
    }),
  )
  await session.signIn('ann', 'pw')
  expect([session.hasRole('night'), session.hasAllRoles(['night', 'day'])]).toEqual([true, true])
})

test('the permission of a route is required as well: an additional role narrows the rights of the base role', async () => {
  const { session } = sessionWith(() => signedIn)
  await session.signIn('ann', 'pw')
  const policy = (permission: string) => ({ roles: ['manager', 'super'], scope: 'project', permission }) as const
  expect([
    session.mayCall(policy('lighting:cabinet:edit'), 'street'),
    session.mayCall(policy('lighting:cabinet:remove'), 'street'),
    session.mayCall(policy('lighting:cabinet:edit'), 'tunnel'),
  ]).toEqual([true, false, false])
  expect([
    session.may(policy('lighting:cabinet:edit'), 'street'),
    session.may(policy('lighting:cabinet:remove'), 'street'),
  ]).toEqual([true, false])
})

test('section 8: auto-logout after long inactivity is detected without user interaction', async () => {
  let isOver = false
  const { session, server, sleep } = sessionWith(({ method }) =>
    method === 'POST'
      ? signedIn
      : isOver
        ? { status: 401, body: { code: 1, msg: '', error: 'session.expired' } }
        : good({ expiresAt: 1e12, account }),
  )
  await session.signIn('ann', 'pw')
  sleep(29 * 60_000)
  await session.checkExpired()
  expect([server.requests.length, session.isSignedIn]).toEqual([1, true])
  isOver = true
  sleep(2 * 60_000)
  await session.checkExpired()
  expect([session.isSignedIn, session.ending]).toEqual([false, 'expire'])
})

const renewedTo = (token: string) => good({ token, renewInMs: 600_000, expiresAt: 1e12, account })
const bearers = (requests: readonly { url: string; headers: Headers }[]) =>
  requests.filter(({ url }) => !url.endsWith('/renew')).map(({ headers }) => headers.get('authorization'))
const expired = { status: 401, body: { code: 1, msg: '', error: 'session.expired' } }

test('the token is renewed when its time comes, once for all that ask at that moment, and the screens see nothing of it', async () => {
  const { session, server, sleep, storage } = sessionWith(({ url, method }) =>
    url.endsWith('/renew')
      ? renewedTo('second')
      : method === 'POST'
        ? renewedTo('first')
        : good({ expiresAt: 1e12, account }),
  )
  await session.signIn('ann', 'pw')
  const before = session.account
  sleep(599_000)
  expect(session.renewal()).toBeNull()
  sleep(1_000)
  await Promise.all([session.verify(), session.verify(), session.verify()])
  const renewals = server.requests.filter(({ url }) => url.endsWith('/renew'))
  expect(renewals.map(({ body, headers }) => [body, headers.get('authorization')])).toEqual([
    [{ token: 'first' }, null],
  ])
  expect(bearers(server.requests).slice(1)).toEqual(['Bearer second', 'Bearer second', 'Bearer second'])
  expect([session.token, storage.getItem('token'), session.account?.name]).toEqual(['second', 'second', before?.name])
})

test('a reloaded tab still knows when its token is to be renewed', async () => {
  const { session, server } = sessionWith(
    ({ url }) => (url.endsWith('/renew') ? renewedTo('second') : good({ expiresAt: 1e12, account })),
    { ...stored, tokenRenewAt: '-1' },
  )
  await session.restore()
  expect(bearers(server.requests)).toEqual(['Bearer second'])
})

test('a call that is refused because the token ran out meanwhile is asked once more with the next one', async () => {
  const { session, server } = sessionWith(({ url, method, headers }) => {
    if (url.endsWith('/renew')) return renewedTo('second')
    if (method === 'POST' && !url.endsWith('/password')) return renewedTo('first')
    return headers.get('authorization') === 'Bearer second' ? renewedTo('third') : expired
  })
  await session.signIn('ann', 'pw')
  await session.changePassword('pw', 'next')
  expect([session.isSignedIn, session.token, bearers(server.requests).slice(1)]).toEqual([
    true,
    'third',
    ['Bearer first', 'Bearer second'],
  ])
})

test.each([
  [1, 'expire'],
  [2, 'accounts'],
])('section 8: a renewal that is refused with body code %s ends the session and keeps %s', async (code, expected) => {
  const { session, sleep } = sessionWith(({ url, method }) =>
    url.endsWith('/renew')
      ? { status: 401, body: { code, msg: '' } }
      : method === 'POST'
        ? renewedTo('first')
        : expired,
  )
  await session.signIn('ann', 'pw')
  sleep(31 * 60_000)
  await session.verify()
  expect([session.isSignedIn, session.ending]).toEqual([false, expected])
})

test('a failed renewal request does not sign the user out', async () => {
  let isThere = false
  const { session, sleep } = sessionWith(({ url, method }) => {
    if (url.endsWith('/renew')) return isThere ? renewedTo('second') : Promise.reject(new TypeError('no network'))
    return method === 'POST'
      ? renewedTo('first')
      : session.token === 'second'
        ? good({ expiresAt: 1e12, account })
        : expired
  })
  await session.signIn('ann', 'pw')
  sleep(20 * 60_000)
  await session.verify()
  expect([session.isSignedIn, session.token]).toEqual([true, 'first'])
  isThere = true
  await session.verify()
  expect([session.isSignedIn, session.token]).toEqual([true, 'second'])
})

test('no renewal is requested without renewal data: the token lasts as long as the session', async () => {
  const { session, server, sleep } = sessionWith(({ method }) => (method === 'POST' ? signedIn : expired))
  await session.signIn('ann', 'pw')
  sleep(29 * 60_000)
  await session.verify()
  expect(server.requests.map(({ method }) => method)).toEqual(['POST', 'GET'])
  expect([session.isSignedIn, session.ending]).toEqual([false, 'expire'])
})

const lines: BroadcastChannel[] = []
afterEach(() => {
  for (const line of lines.splice(0)) line.close()
})

/** A tab among others. The server assigns a token to the account whose name it starts with. */
function openTab(start: Readonly<Record<string, string>> = {}) {
  const line = new BroadcastChannel('sessions of a test')
  lines.push(line)
  const storage = fakeStorage(start)
  const server = fakeServer(({ method, body, headers }) => {
    if (method === 'DELETE') return { status: 503, body: { code: 503, msg: '' } }
    const name = String(
      (method === 'POST' ? Object(body).account : undefined) ??
        headers.get('authorization')?.slice('Bearer '.length).split(' ')[0],
    )
    return good({ token: `${name} anew`, expiresAt: 1e12, account: { ...account, name } })
  })
  const client = fakeClient(server.fetch, {
    token: () => session.token,
    onUnauthorised: (code) => session.refused(code),
  })
  const session: SessionStore = new SessionStore(client, storage, () => 0, new TabSync(line))
  return { session, storage, asked: server.requests }
}
const ann = { loginstate: 'in', token: 'ann at first', username: 'ann' }

test('a new tab takes over the session of an open tab and requests its account from the server', async () => {
  openTab(ann)
  const { session, storage } = openTab()
  await session.join()
  await session.restore()
  expect([
    session.account?.name,
    session.token,
    storage.getItem('token'),
    storage.getItem('loginstate'),
    session.takeoverCount,
  ]).toEqual(['ann', 'ann at first', 'ann at first', 'in', 0])
})

test('a sign-in reaches signed-out tabs and tabs of the same account only', async () => {
  const [own, bob, empty, signing] = [
    openTab(ann),
    openTab({ loginstate: 'in', token: 'bob at first', username: 'bob' }),
    openTab(),
    openTab(),
  ]
  await signing.session.signIn('ann', 'pw')
  await expect.poll(() => [own, empty].map(({ session }) => session.token)).toEqual(['ann anew', 'ann anew'])
  expect([empty.session.takeoverCount, own.session.takeoverCount, bob.session.token]).toEqual([1, 0, 'bob at first'])
})

test('signing out ends the session in all tabs of the account, even if the server is unreachable, and without a remote sign-out notice', async () => {
  const [own, bob, leaving] = [
    openTab(ann),
    openTab({ loginstate: 'in', token: 'bob at first', username: 'bob' }),
    openTab(ann),
  ]
  await leaving.session.signOut()
  await expect.poll(() => own.session.isSignedIn).toBe(false)
  expect([own.session.ending, own.storage.length, leaving.session.isSignedIn, bob.session.isSignedIn]).toEqual([
    null,
    0,
    false,
    true,
  ])
})

test('switching the account in a tab leaves the session of a wall display in another tab unchanged', async () => {
  const wall = openTab({ loginstate: 'in', token: 'wall at first', username: 'wall' })
  const { session, storage, asked: requests } = openTab()
  await session.join()
  await session.restore()
  expect(session.username).toBe('wall')
  session.leave()
  expect([session.isSignedIn, session.ending, storage.length]).toEqual([false, null, 0])
  await session.signIn('ann', 'pw')
  // A later exchange between tabs proves that earlier messages were delivered.
  const last = openTab()
  await last.session.join()
  expect([wall.session.token, wall.session.username, wall.session.takeoverCount]).toEqual(['wall at first', 'wall', 0])
  expect(requests.map(({ method }) => method)).toEqual(['GET', 'POST'])
})

test('a tab that left its account ignores its sessions in other tabs until it signs in again', async () => {
  const [leaving, received, other] = [openTab(ann), openTab(ann), openTab(ann)]
  leaving.session.leave()
  await other.session.changePassword('pw', 'next')
  await expect.poll(() => received.session.token).toBe(other.session.token)
  // The same holds after sign-out and sign-in: only tabs that were signed out together follow.
  await other.session.signOut()
  await expect.poll(() => received.session.isSignedIn).toBe(false)
  await other.session.signIn('ann', 'pw')
  await expect.poll(() => received.session.username).toBe('ann')
  expect([leaving.session.isSignedIn, leaving.session.takeoverCount, leaving.storage.length]).toEqual([false, 0, 0])
  await leaving.session.signIn('ann', 'pw')
  leaving.session.refused(1)
  await other.session.changePassword('next', 'another')
  await expect.poll(() => [leaving.session.username, leaving.session.takeoverCount]).toEqual(['ann', 1])
})

test('a tab with an expired session only takes over a session of the same account: a wall display never gains the rights of another user', async () => {
  const [over, empty, signing] = [
    openTab({ loginstate: 'in', token: 'wall at first', username: 'wall' }),
    openTab(),
    openTab(),
  ]
  over.session.refused(1)
  await signing.session.signIn('ann', 'pw')
  await expect.poll(() => empty.session.username).toBe('ann')
  expect([over.session.isSignedIn, over.session.ending]).toEqual([false, 'expire'])
  await openTab().session.signIn('wall', 'pw')
  await expect.poll(() => over.session.username).toBe('wall')
  expect([over.session.takeoverCount, empty.session.username]).toEqual([1, 'ann'])
})

test('a reopened tab with an expired session takes over the session of the same account from another tab, and no other', async () => {
  const [back, bobs] = [
    openTab({ ...ann, token: 'ann long ago' }),
    openTab({ loginstate: 'in', token: 'bob long ago', username: 'bob' }),
  ]
  await Promise.all([back.session.join(), bobs.session.join()])
  back.session.refused(1)
  bobs.session.refused(401)
  openTab(ann)
  await Promise.all([back.session.join(), bobs.session.join()])
  expect([back.session.token, back.session.ending, back.session.takeoverCount, bobs.session.isSignedIn]).toEqual([
    'ann at first',
    null,
    1,
    false,
  ])
})

test('another tab that still holds the expired session does not restore it', async () => {
  const [back] = [openTab(ann), openTab(ann)]
  back.session.refused(1)
  await back.session.join()
  expect([back.session.isSignedIn, back.session.ending]).toEqual([false, 'expire'])
})

test('a signed-out tab is not signed in again by a tab with an older session', async () => {
  const { session } = openTab({ ...ann, token: 'ann anew' })
  const other = openTab(ann)
  session.leave()
  await session.join()
  expect([session.isSignedIn, other.session.isSignedIn]).toEqual([false, true])
})
