import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { callEntity, signIn, sqlIn } from '../support/server/api.ts'
import { startJourney, type Journey } from '../support/browser/journey.ts'

const [firstPassword, ownPassword] = ['nine green umbrellas', 'ten loud umbrellas']
let journey: Journey
let admin: string

beforeAll(async () => {
  journey = await startJourney()
  admin = await signIn(journey.server)
  for (const [project, name, number] of [
    ['tunnel', 'Portal', 41],
    ['street', 'Harbour', 42],
  ] as const) {
    const created = await callEntity(journey.server, 'area', 'create', {
      token: admin,
      body: { project, values: { name, number } },
    })
    if (created.status !== 200) throw new Error(created.text)
  }
})
afterEach(({ task }) => journey.review(task.name, task.result?.state === 'fail'))
afterAll(() => journey?.end())

it('an administrator makes a role of a few permissions and an account with it in one project', async () => {
  const tab = await journey.open()
  await tab.goto('/login?from=/stcsrolemage')
  // A password over the maximum length is reported, not truncated.
  await tab.fill('Account', 'admin')
  await tab.fill('Password', 'ten loud umbrellas '.repeat(7))
  await tab.read(/At most 128 characters/)
  await tab.signIn('admin', journey.server.adminPassword)
  await tab.press('Add role')
  await tab.fill('Name', 'Area keeper', 'textbox', 'dialog')
  await tab.fill('Key', 'area-keeper', 'textbox', 'dialog')
  await tab.fill('Search permissions', 'lighting:area', 'textbox', 'dialog')
  for (const permission of ['lighting:area:list', 'lighting:area:edit'])
    await tab.page.locator(`::-p-text(${permission})`).click()
  await tab.read(/2 of \d+/)
  await tab.show('roles-01-role')
  await tab.press('Save', 'button', 'dialog')
  await tab.read(/Added/)

  await tab.goto('/system/accounts')
  await tab.press('Add account')
  await tab.fill('Username', 'keeper', 'textbox', 'dialog')
  await tab.fill('Password', firstPassword, 'textbox', 'dialog')
  await tab.choose('Additional roles', 'Area keeper', 'dialog')
  await tab.press('Add entry (0 of 200) – Projects', 'button', 'dialog')
  await tab.choose('Project 1', 'Tunnel', 'dialog')
  await tab.choose('Role in the project 1', 'Managing user', 'dialog')
  await tab.show('roles-02-account')
  await tab.press('Save', 'button', 'dialog')
  await tab.read(/Added/)
  expect(await sqlIn(journey.server, `select role, must_change from account where name = 'keeper'`)).toEqual([
    { role: 'operator', must_change: true },
  ])
})

it('a user with the role sees its menu, rows and buttons and no others', async () => {
  const tab = await journey.open()
  await tab.goto('/login?from=/qydetail')
  await tab.signIn('keeper', firstPassword)
  await tab.fill('New password, at least 8 characters', ownPassword)
  await tab.fill('Repeat new password', ownPassword)
  await tab.press('Set password')
  await tab.read(/Portal/)
  await tab.show('roles-03-keeper')
  expect(await tab.page.evaluate(() => document.body.innerText)).not.toContain('Harbour')
  const seen = async (role: string, ...names: string[]) =>
    Promise.all(names.map(async (name) => [name, await tab.isSeen(role, name)]))
  expect(await seen('button', 'Edit Portal', 'Add area', 'Delete Portal')).toEqual([
    ['Edit Portal', true],
    ['Add area', false],
    ['Delete Portal', false],
  ])
  expect(await seen('link', 'Areas', 'Accounts', 'Roles')).toEqual([
    ['Areas', true],
    ['Accounts', false],
    ['Roles', false],
  ])
  // Pages missing from the menu are not accessible by URL either.
  await tab.goto('/stcsrolemage')
  await tab.see('button', 'Account keeper')
  expect([
    await tab.isSeen('button', 'Add role'),
    await tab.page.evaluate(() => document.body.innerText.includes('area-keeper')),
  ]).toEqual([false, false])
})
