import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { toCallFailure } from '../../net/failure.ts'
import { errors } from '../../../contract/errors.ts'
import { createAccount, openPart, createSuperWithout } from '../../testing/openConsole.tsx'
import { refusal } from '../../testing/serverByRoute.ts'
import { StorageBanner } from './StorageBanner.tsx'

/** Response of a server that is not ready, with the reasons. */
const notReady = (detail: Readonly<Record<string, string>>) => {
  const answer = refusal('server.busy')
  return Object.assign(answer, { body: { code: 503, msg: '', error: 'server.busy', detail } })
}
const ready = () => Object.assign(refusal('server.busy'), { status: 200, body: { status: 'ok' } })

test.each([
  ['a full disk', { storage: 'full' }, /disk is full/],
  ['a failed write', { storage: 'failed' }, /cannot write its data/],
  ['a database that does not answer', { database: 'does not respond' }, /cannot reach its database/],
])('%s is shown in a separate message, with a link to the server page', async (_name, detail, words) => {
  await openPart(<StorageBanner />, {
    account: createSuperWithout(),
    answers: { 'server.ready': () => notReady(detail) },
  })
  expect((await screen.findByRole('alert')).textContent).toMatch(words)
  expect(screen.getByRole('link', { name: 'Server status' }).getAttribute('href')).toBe('/monitor/server')
})

test('an operator sees the sentence without the way to a page that is closed to operators', async () => {
  await openPart(<StorageBanner />, {
    account: createAccount('operator'),
    answers: { 'server.ready': () => notReady({ storage: 'full' }) },
  })
  await screen.findByRole('alert')
  expect(screen.queryByRole('link')).toBeNull()
})

test('it is not there while the server is ready or only its external broker is away', async () => {
  const { server } = await openPart(<StorageBanner />, {
    answers: { 'server.ready': () => notReady({ broker: 'external broker unreachable' }) },
  })
  await waitFor(() => expect(server.sent('server.ready')).toHaveLength(1))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the banner appears as soon as a request fails and disappears after the next successful check', async () => {
  const { stores } = await openPart(<StorageBanner />, { answers: { 'server.ready': ready } })
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  const { status, code } = errors['storage.full']
  stores.storage.report(toCallFailure(status, { code, msg: '', error: 'storage.full' }))
  expect((await screen.findByRole('alert')).textContent).toMatch(/disk is full/)
  // The next check succeeds.
  const stop = stores.storage.start()
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  stop()
})
