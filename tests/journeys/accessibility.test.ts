import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { makeAccount, signIn, testPassword } from '../support/server/api.ts'
import { findFaults, shell } from '../support/browser/axe.ts'
import { aDrawing, distinctPages, navigateTo, getQuery, signInWith } from '../support/browser/pages.ts'
import { startJourney, type Journey } from '../support/browser/journey.ts'
import { count } from '../support/counts.ts'
import { computeCode } from '../support/server/secondStep.ts'
import { adminPassword as password } from '../support/server/server.ts'
import type { Tab } from '../support/browser/tab.ts'

/** Rules that depend on theme or language: colours and names. */
const looks = ['cat.color', 'cat.name-role-value', 'cat.text-alternatives', 'cat.forms', 'cat.language']
const maxMs = 10 * 60_000

let journey: Journey

beforeAll(async () => {
  journey = await startJourney({ plant: 'live' })
})
afterEach(({ task }) => journey.review(task.name, task.result?.state === 'fail'))
afterAll(() => journey?.end())

// `visiting.test.ts` checks English and the light theme.
it('every page is accessible in Chinese and the dark theme', { tags: 'full', timeout: maxMs }, async () => {
  const tab = await journey.open()
  await tab.page.setViewport({ width: 1366, height: 768 })
  await tab.goto('/')
  const found = new Map<string, string[]>()
  const [first] = distinctPages().filter(({ isBare }) => !isBare)
  const take = async (where: string): Promise<void> => {
    for (const fault of await findFaults(tab, { only: looks, without: where === first?.path ? [] : shell }))
      found.set(fault, [...(found.get(fault) ?? []), where])
  }
  await tab.page.waitForSelector('input')
  await take('/login')
  await signInWith(tab, password, { theme: 'dark', language: 'zh-cn' })
  const drawing = await aDrawing(journey.server, password)
  for (const page of distinctPages()) {
    const { path } = page
    await navigateTo(tab, page, 'zh', getQuery(page, drawing))
    // The tools are disabled until the drawing is open; during the transition colours are intermediate.
    if (path === '/scada/topo/editor') await tab.page.waitForSelector('.bar-zoom:enabled')
    await take(path)
  }
  expect(
    [...found]
      .map(
        ([fault, where]) =>
          `${fault}\n  on ${where.slice(0, 4).join(', ')}${where.length > 4 ? ` and ${where.length - 4} more` : ''}`,
      )
      .join('\n'),
  ).toBe('')
  await tab.page.close()
})

const themes = ['light', 'dark'] as const

it.each(themes.slice(0, count({ daily: 1, full: themes.length })))(
  'nor out of the second step of a sign-in, from its set-up to its code: %s',
  async (theme) => {
    const name = `step-${theme}`
    await makeAccount(journey.server, await signIn(journey.server, 'admin', password), {
      username: name,
      password: testPassword,
      role: 'operator',
    })
    const found = new Map<string, readonly string[]>()
    const begin = async (path: string): Promise<Tab> => {
      const tab = await journey.open()
      await tab.page.setViewport({ width: 1366, height: 768 })
      await tab.page.emulateMediaFeatures([
        { name: 'prefers-reduced-motion', value: 'reduce' },
        { name: 'prefers-color-scheme', value: theme },
      ])
      await tab.goto(path)
      await tab.signIn(name, testPassword)
      return tab
    }
    const take = async (tab: Tab, where: string) => found.set(where, await findFaults(tab))

    const tab = await begin('/login?from=/profile')
    await tab.press('Set up')
    await tab.see('image', 'QR code for the authenticator app')
    await tab.press('Cannot scan it? Enter the key')
    await take(tab, 'set-up')
    const secret = await tab.page.evaluate(() => document.querySelector('details code')?.textContent ?? '')
    await tab.fill('Current password', testPassword, 'textbox', 'group')
    await tab.fill('Code', computeCode(secret.replaceAll(' ', '')))
    await tab.press('Turn on')
    await tab.see('button', 'I have saved them')
    await take(tab, 'recovery codes')
    await tab.press('I have saved them')
    await tab.press('Turn off')
    await tab.see('textbox', 'Code or recovery code', 'dialog')
    await take(tab, 'turning off')

    const other = await begin('/login')
    await other.see('textbox', 'Code')
    await take(other, 'code')
    await other.press('Use a recovery code')
    await other.see('textbox', 'Recovery code')
    await take(other, 'recovery code')
    expect(Object.fromEntries(found)).toEqual({
      'set-up': [],
      'recovery codes': [],
      'turning off': [],
      code: [],
      'recovery code': [],
    })
  },
)
