import { expect, test } from 'vitest'
import type { Role } from '../../../contract/access.ts'
import { SessionStore } from '../../stores/session/session.ts'
import { fakeClient, fakeServer, fakeStorage, good } from '../../testing/fakes.ts'
import { getAvailablePages } from './useMenu.ts'

async function pathsFor(rank: Role, inProject: Role): Promise<readonly string[]> {
  const account = {
    id: 'a',
    name: 'ann',
    role: rank,
    projects: [{ id: 'street', role: inProject }],
    roles: [rank],
    permissions: ['*:*:*'],
    mustChangePassword: false,
    mustSetSecondStep: false,
  }
  const session = new SessionStore(
    fakeClient(fakeServer(() => good({ token: 't', expiresAt: 1e12, account })).fetch),
    fakeStorage(),
    () => 0,
  )
  await session.signIn('ann', 'pw')
  return getAvailablePages({ session, preferences: { edition: null } }).all.map(({ path }) => path)
}

test('the menu of a project manager lists project pages but no installation-wide pages', async () => {
  const [own, general] = [await pathsFor('operator', 'manager'), await pathsFor('operator', 'operator')]
  expect([
    own.includes('/map/annotation'),
    own.includes('/system/accounts'),
    general.includes('/map/annotation'),
  ]).toEqual([true, false, false])
})
