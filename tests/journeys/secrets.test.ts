import { expect, it } from 'vitest'
import { callEntity } from '../support/server/api.ts'
import { shareJourney, type Journey } from '../support/browser/journey.ts'

let journey: Journey
let admin: string

shareJourney({}, (started, token) => {
  journey = started
  admin = token
})

it('a stored secret is kept if its field is empty, and removed on request', async () => {
  const {
    data: { id },
  } = await callEntity(journey.server, 'channel', 'create', {
    token: admin,
    body: {
      values: { name: 'Duty hook', kind: 'webhook', url: 'https://hooks.example.com/in', token: 'very secret word' },
    },
  })
  const hasToken = async (): Promise<unknown> =>
    (await callEntity<Record<string, unknown>>(journey.server, 'channel', 'read', { token: admin, params: { id } }))
      .data['token']

  const tab = await journey.open()
  await tab.goto('/notify/channels')
  await tab.signIn('admin', journey.server.adminPassword)
  await tab.press('Edit Duty hook')
  await tab.read(/Set\. Leave empty to keep it/)
  await tab.press('Remove: Bearer token', 'button', 'dialog')
  await tab.read(/Removed when you save/)
  await tab.show('secrets-01-goes')
  await tab.press('Keep: Bearer token', 'button', 'dialog')
  await tab.fill('Name', 'Hook of the duty')
  await tab.press('Save', 'button', 'dialog')
  await tab.read(/Changes saved/)
  expect(await hasToken()).toBe(true)

  await tab.press('Edit Hook of the duty')
  await tab.press('Remove: Bearer token', 'button', 'dialog')
  await tab.press('Save', 'button', 'dialog')
  await expect.poll(hasToken).toBe(false)
})
