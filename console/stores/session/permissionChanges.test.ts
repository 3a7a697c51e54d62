import { beforeEach, expect, it, vi } from 'vitest'
import type { SignedIn } from '../../../contract/routes.ts'
import { socketCommands } from '../../../contract/socket.ts'
import { socketEvent } from '../../net/socket.ts'
import { fakeClient, fakeServer, fakeStorage, good } from '../../testing/fakes.ts'
import type { Notice } from './notices.ts'
import { NoticeBoard } from './notices.ts'
import { ProjectsStore } from '../projects/projects.ts'
import { notifyPermissionChanges } from './permissionChanges.ts'
import { SessionStore } from './session.ts'

const ann: SignedIn = {
  id: 'a',
  name: 'ann',
  role: 'operator',
  projects: [],
  roles: ['operator'],
  permissions: ['lighting:pole:list'],
  mustChangePassword: false,
  mustSetSecondStep: false,
}
let account: SignedIn
let session: SessionStore
let postedNotices: Notice[]
const events = new EventTarget()

beforeEach(async () => {
  account = ann
  const { fetch } = fakeServer(({ url }) => good(url.includes('session') ? { token: 't', expiresAt: 1, account } : []))
  const client = fakeClient(fetch)
  session = new SessionStore(client, fakeStorage(), () => 0)
  const notices = new NoticeBoard()
  postedNotices = []
  notices.onPost((notice) => postedNotices.push(notice))
  notifyPermissionChanges({ events, session, projects: new ProjectsStore(client, () => null), notices })
  await session.signIn('ann', 'x')
})

const sendCommand = (command: string): boolean =>
  events.dispatchEvent(new CustomEvent(socketEvent, { detail: { command, data: null } }))

it('reports permissions changed by an administrator once, on the server event', async () => {
  account = {
    ...ann,
    permissions: [...ann.permissions, 'lighting:pole:edit'],
    projects: [{ id: 'tunnel', role: 'operator' }],
  }
  sendCommand(socketCommands.sessionChanged)
  await vi.waitFor(() =>
    expect(postedNotices).toEqual([
      expect.objectContaining({
        manner: 'news',
        detail: { en: 'Changed: projects, permissions.', zh: '变更内容：项目、操作权限。' },
      }),
    ]),
  )
  expect(session.mayDo('lighting:pole:edit')).toBe(true)
  await session.verify()
  expect(postedNotices).toHaveLength(1)
})

it('reports nothing without a change, after an account switch or on other events', async () => {
  sendCommand(socketCommands.heartbeat)
  await session.verify()
  account = { ...ann, id: 'b', name: 'bob', role: 'super' }
  await session.signIn('bob', 'x')
  expect(postedNotices).toEqual([])
})
