import type { Dialog } from 'puppeteer'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { call, makeAccount, signIn, sqlIn, testPassword } from '../support/server/api.ts'
import type { Journey } from '../support/browser/journey.ts'
import { startJourney } from '../support/browser/journey.ts'
import { computeCode, wrongCode } from '../support/server/secondStep.ts'

let journey: Journey
let admin: string

beforeAll(async () => {
  journey = await startJourney()
  admin = await signIn(journey.server)
})
afterEach(async ({ task }) => await journey?.review(task.name, task.result?.state === 'fail'))
afterAll(async () => {
  // Later test files sign in as operators on the same server.
  await call(journey.server, 'secondStep.setDemand', { token: admin, body: { roles: [] } })
  await journey.end()
})

it(
  'a user enables a second step and signs in by code and recovery code; a role requirement, a reset and disabling work as expected',
  { tags: 'full' },
  async () => {
    await makeAccount(journey.server, admin, {
      username: 'bea',
      password: testPassword,
      role: 'operator',
      projects: [{ project: 'tunnel', role: 'operator' }],
    })
    const tab = await journey.open()
    const stored = () =>
      tab.page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]))
    await tab.goto('/login?from=/profile')
    await tab.signIn('bea', testPassword)
    await tab.press('Set up')
    await tab.see('image', 'QR code for the authenticator app')
    await tab.press('Cannot scan it? Enter the key')
    const secret = await keyOn()
    await tab.show('second-step-01-set-up')
    await tab.fill('Current password', testPassword, 'textbox', 'group')
    await tab.fill('Code', wrongCode(secret))
    await tab.press('Turn on')
    await tab.read(/Invalid or expired code/)
    await tab.fill('Code', computeCode(secret))
    await tab.press('Turn on')
    await tab.read(/Two-step sign-in is on/)
    const codes = await recoveryCodes()
    expect(codes).toHaveLength(10)
    await tab.show('second-step-02-codes')
    // Only its button closes the dialog.
    await tab.page.keyboard.press('Escape')
    await tab.page.mouse.click(5, 300)
    const requests: string[] = []
    const stay = (dialog: Dialog): void => {
      requests.push(dialog.type())
      void dialog.dismiss()
    }
    tab.page.on('dialog', stay)
    await tab.page.evaluate(() => location.reload())
    await expect.poll(() => requests).toEqual(['beforeunload'])
    await tab.page.evaluate(() => history.back())
    expect(await recoveryCodes()).toEqual(codes)
    tab.page.off('dialog', stay)
    await tab.press('I have saved them')
    await tab.read(/Remaining recovery codes/)
    for (const word of [secret, ...codes]) expect(await stored()).not.toContain(word)

    // By keyboard only: the code field has the focus.
    const other = await journey.open()
    await other.goto('/login?from=/profile')
    await other.signIn('bea', testPassword)
    await other.see('heading', 'Two-step sign-in')
    const field = await other.see('textbox', 'Code')
    expect(
      await field.evaluate((input) =>
        input instanceof HTMLInputElement
          ? [input === document.activeElement, input.autocomplete, input.inputMode]
          : [],
      ),
    ).toEqual([true, 'one-time-code', 'numeric'])
    expect(await other.page.evaluate(() => sessionStorage.getItem('token'))).toBeNull()
    await other.page.keyboard.type(wrongCode(secret))
    await other.page.keyboard.press('Enter')
    await other.read(/Invalid or expired code/)
    await other.show('second-step-03-code')
    await other.page.keyboard.type(computeCode(secret, 1))
    await other.page.keyboard.press('Enter')
    await other.read(/Remaining recovery codes/)

    const third = await journey.open()
    await third.goto('/login?from=/profile')
    await third.signIn('bea', testPassword)
    await third.press('Use a recovery code')
    await third.fill('Recovery code', codes[0] ?? '')
    await third.page.keyboard.press('Enter')
    await third.read(/Remaining recovery codes\s+9/)
    await third.press('Turn off')
    await third.fill('Current password', testPassword, 'textbox', 'dialog')
    await third.fill('Code or recovery code', codes[1] ?? '', 'textbox', 'dialog')
    await third.press('Turn off', 'button', 'dialog')
    await third.see('button', 'Set up')

    // An administrator requires it for the role: active users are redirected to the setup and continue afterwards.
    const office = await journey.open()
    await office.goto('/login?from=/stcsrolemage')
    await office.signIn('admin', journey.server.adminPassword)
    await office.press('Two-step sign-in')
    await office.read(/\d+ accounts? without/)
    await office.show('second-step-04-demand')
    await office.press('General user', 'checkbox')
    await office.press('Save')
    await third.front()
    await third.see('heading', 'Set up two-step sign-in')
    await third.show('second-step-05-demanded')
    await third.press('Set up')
    await third.press('Cannot scan it? Enter the key')
    const [again] = (await third.page.evaluate(() => [document.querySelector('details code')?.textContent ?? ''])).map(
      (text) => text.replaceAll(' ', ''),
    )
    await third.fill('Current password', testPassword)
    await third.fill('Code', computeCode(again ?? ''))
    await third.press('Turn on')
    await third.press('I have saved them')
    await third.see('heading', 'My account')
    await third.read(/Required by your role/)

    // Then resets it for a user without codes.
    await office.front()
    await office.goto('/system/accounts')
    await office.press('More for bea')
    await office.press('Reset two-step sign-in', 'menuitem')
    await office.show('second-step-06-reset')
    await office.press('Reset two-step sign-in', 'button', 'dialog')
    await office.read(/Two-step sign-in reset/)
    await third.front()
    await third.see('textbox', 'Account')
    expect(await sqlIn(journey.server, 'select 1 from second_step')).toEqual([])
    expect(
      (await call(journey.server, 'session.signIn', { body: { account: 'bea', password: testPassword } })).data,
    ).toMatchObject({ account: { mustSetSecondStep: true } })

    async function keyOn(): Promise<string> {
      return (await tab.page.evaluate(() => document.querySelector('details code')?.textContent ?? '')).replaceAll(
        ' ',
        '',
      )
    }
    async function recoveryCodes(): Promise<string[]> {
      return await tab.page.evaluate(() =>
        [...document.querySelectorAll('ol code')].map((code) => code.textContent ?? ''),
      )
    }
  },
)
