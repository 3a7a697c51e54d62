import { expect, test } from 'vitest'
import { NoticeBoard } from '../../stores/session/notices.ts'
import { SessionStore } from '../../stores/session/session.ts'
import { fakeClient, fakeServer, fakeStorage, good } from '../../testing/fakes.ts'
import { interstitialRedirect } from '../pages/guard.ts'
import { signInWithTicket } from './singleSignOn.ts'

const account = {
  id: 'a1',
  name: 'ann',
  role: 'operator',
  projects: [],
  roles: ['operator'],
  permissions: [],
  mustChangePassword: false,
  mustSetSecondStep: false,
}

function arriving(answer: Parameters<typeof fakeServer>[0]) {
  const server = fakeServer(answer)
  const storage = fakeStorage()
  const client = fakeClient(server.fetch, {
    token: () => session.token,
    onUnauthorised: (code) => session.refused(code),
  })
  const session: SessionStore = new SessionStore(client, storage, () => 0)
  const done: string[] = []
  const arrive = (query: string) =>
    signInWithTicket({ session, notices: new NoticeBoard() }, new URLSearchParams(query), () => {
      done.push(`forgot after ${server.requests.length} calls`)
    })
  return { arrive, server, session, storage, done }
}

test('section 2: /single is open without a username', () => {
  expect(
    interstitialRedirect(
      { username: null, mustChangePassword: false, mustSetSecondStep: false },
      '/single',
      '?AppKey=a&Jwt=b',
    ),
  ).toBeNull()
})

test('section 2: /single reads AppKey and Jwt from the query and exchanges them; the query is forgotten before anything is sent', async () => {
  const { arrive, server, session, storage, done } = arriving(() => good({ token: 'secret', expiresAt: 1e12, account }))
  expect(await arrive('AppKey=plant&Jwt=a.b.c')).toBe('/Dmanage')
  expect(server.requests.map(({ method, body, headers }) => [method, body, headers.get('authorization')])).toEqual([
    ['POST', { appKey: 'plant', jwt: 'a.b.c' }, null],
  ])
  expect([session.username, done]).toEqual(['ann', ['forgot after 0 calls']])
  expect(storage.length).toBe(4)
})

test('errors of /single lead to the sign-in page, and nothing of the token is kept', async () => {
  const refused = arriving(() => ({ status: 401, body: { code: 401, msg: '', error: 'session.single' } }))
  expect(await refused.arrive('AppKey=plant&Jwt=a.b.c')).toBe('/login')
  expect([refused.session.isSignedIn, refused.session.ending, refused.storage.length, refused.done]).toEqual([
    false,
    null,
    0,
    ['forgot after 0 calls'],
  ])
  const empty = arriving(() => good(null))
  for (const query of ['', 'AppKey=plant', 'Jwt=a.b.c', 'appkey=plant&jwt=x'])
    expect(await empty.arrive(query)).toBe('/login')
  expect(empty.server.requests).toEqual([])
  const lost = arriving(() => Promise.reject(new TypeError('no network')))
  expect(await lost.arrive('AppKey=plant&Jwt=a.b.c')).toBe('/login')
})
