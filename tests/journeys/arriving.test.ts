import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { call } from '../support/server/api.ts'
import { startJourney, type Journey } from '../support/browser/journey.ts'

const chosen = 'five green lanterns'
let journey: Journey
let first: string

beforeAll(async () => {
  // First start of a new installation: no password given, with the demo's virtual plant.
  journey = await startJourney({
    moves: true,
    own: { why: 'the first start prints a password', args: [], env: { MIMIC_ADMIN_PASSWORD: '' } },
  })
  first = /account admin, password (\S+)/.exec(journey.output())?.[1] ?? ''
})
afterEach(({ task }) => journey.review(task.name, task.result?.state === 'fail'))
afterAll(() => journey?.end())

it('signs in with the printed password, chooses another, and sees the plant live; language and theme change without a reload', async () => {
  const began = performance.now()
  const tab = await journey.open()
  await tab.goto('/')
  await tab.signIn('admin', 'not the password')
  await tab.read(/Wrong username or password/)
  await tab.show('arriving-01-wrong')
  await tab.signIn('admin', first)

  await tab.see('heading', 'Choose a new password')
  await tab.fill('New password, at least 8 characters', 'short')
  await tab.fill('Repeat new password', 'shorter')
  await tab.press('Set password')
  await tab.read(/At least 8 characters/)
  await tab.read(/The passwords do not match/)
  await tab.show('arriving-02-new-password')
  await tab.fill('New password, at least 8 characters', chosen)
  await tab.fill('Repeat new password', chosen)
  await tab.press('Set password')
  await tab.see('heading', 'Which system do you work with?')
  await tab.show('arriving-02-systems')
  const before = await call(journey.server, 'session.signIn', { body: { account: 'admin', password: first } })
  expect(before.status).toBe(401)
  await tab.press('Street lamps')
  await tab.see('heading', 'Street lamps')
  await tab.show('arriving-02-home')
  await tab.press('Find')
  await tab.fill('Find pages, drawings, devices and accounts by name', 'Configuration centre', 'combobox')
  await tab.page.keyboard.press('Enter')
  await tab.see('heading', 'Configuration centre')

  let loads = 0
  tab.page.on('load', () => {
    loads++
  })
  const light = await ground()
  await tab.press('Dark theme')
  await expect.poll(ground).not.toBe(light)
  await tab.press('中文')
  await tab.see('heading', '组态中心')
  await tab.see('button', '新建图纸')
  await tab.show('arriving-03-chinese-dark')
  expect(loads).toBe(0)
  await tab.page.reload({ waitUntil: 'domcontentloaded' })
  await tab.see('heading', '组态中心')
  expect(await ground()).not.toBe(light)
  await tab.press('English')
  await tab.press('Light theme')
  await tab.see('heading', 'Configuration centre')

  await tab.page.keyboard.down('Control')
  await tab.page.keyboard.press('KeyK')
  await tab.page.keyboard.up('Control')
  await tab.fill('Find pages, drawings, devices and accounts by name', 'reet sect', 'combobox')
  await tab.read(/Street section\s+Street · Drawing/)
  await tab.page.keyboard.press('Enter')
  await tab.see('application', 'Running drawing Street section')
  await tab.read(/^Live$/m)
  console.info(
    `a newcomer sees the plant ${Math.round((journey.server.startMs + performance.now() - began) / 1000)} s after the server was started`,
  )
  await tab.show('arriving-04-live')

  async function ground(): Promise<string> {
    return await tab.page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  }
})
