import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { allPages } from '../../console/app/pages.ts'
import { editions } from '../../console/stores/preferences.ts'
import { startJourney, type Journey } from '../support/journey.ts'
import type { Tab } from '../support/tab.ts'

const password = 'plain test password'
/** Of the sign-in page, compressed, with its fonts and pictures. */
const firstLoadBytes = 300_000
/** What no person should ever read. */
const unreadable = /\[object Object\]|\bundefined\b|\bNaN\b|Invalid Date/
/** Pages about one thing say which in their address; without it they say what is missing. */
const isAboutOne = ({ group, isBare }: (typeof allPages)[number]): boolean => group === undefined || isBare === true

let journey: Journey

beforeAll(async () => {
  journey = await startJourney({ args: [], env: { MIMIC_ADMIN_PASSWORD: password } })
})
afterEach(({ task }) => journey.review(task.name, task.result?.state === 'fail'))
afterAll(() => journey?.end())

it('the sign-in page comes in 300 KB', async () => {
  const tab = await journey.open()
  const network = await tab.page.createCDPSession()
  await network.send('Network.enable')
  const sizes: number[] = []
  network.on('Network.loadingFinished', ({ encodedDataLength }) => { sizes.push(encodedDataLength) })
  await tab.goto('/')
  await tab.see('button', 'Sign in')
  await tab.page.waitForNetworkIdle({ idleTime: 500 })
  const total = sizes.reduce((sum, size) => sum + size, 0)
  console.info(`the sign-in page: ${Math.round(total / 1000)} KB in ${sizes.length} answers`)
  expect(total).toBeGreaterThan(50_000)
  expect(total).toBeLessThanOrEqual(firstLoadBytes)
  await tab.page.close()
})

describe.each([{ language: 'en-us', theme: 'light', words: 'en' }, { language: 'zh-cn', theme: 'dark', words: 'zh' }] as const)('in $language, $theme', ({ language, theme, words }) => {
  it.each(editions)('every page opens, says its name and fits the window: %s', async (edition) => {
    const tab = await signedIn(edition, language, theme)
    const broken: string[] = []
    const refused: string[] = []
    tab.page.on('response', (response) => { if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`) })
    const own = allPages.filter(({ editions: some }) => (edition === 'street' ? !some || some.includes(edition) : some?.includes(edition)))
    expect(own.length).toBeGreaterThan(0)
    for (const page of own) {
      refused.length = 0
      await go(tab, page.path)
      await expect.poll(() => tab.page.title(), { message: page.path, timeout: 20_000 }).toBe(`${page.words[words]} · Mimic`)
      await expect.poll(() => tab.page.evaluate(isLoading), { message: `${page.path} keeps loading`, timeout: 20_000 }).toBe(false)
      const { text, overflow } = await tab.page.evaluate(() => ({ text: document.body.innerText, overflow: document.documentElement.scrollWidth - window.innerWidth }))
      if (text.trim().length < 20) broken.push(`${page.path} shows nothing`)
      const odd = unreadable.exec(text)
      if (odd) broken.push(`${page.path} says ${odd[0]}`)
      if (overflow > 0) broken.push(`${page.path} is ${overflow} px too wide`)
      const bad = refused.filter((answer) => !isNothingToExport(answer) && (answer.startsWith('5') || !isAboutOne(page)))
      if (bad.length > 0) broken.push(`${page.path} was refused ${bad.join(', ')}`)
      const thrown = tab.failures.splice(0)
      if (thrown.length > 0) broken.push(`${page.path} threw ${thrown.join(', ')}`)
      await tab.show(`visiting-${language}-${edition}-${page.path.replaceAll('/', '_')}`)
    }
    expect(broken).toEqual([])
    await tab.page.close()
  })
})

async function signedIn(edition: string, language: string, theme: string): Promise<Tab> {
  const tab = await journey.open()
  await tab.page.setViewport({ width: 1366, height: 768 })
  await tab.goto('/')
  await tab.page.evaluate((kept) => {
    for (const storage of [localStorage, sessionStorage]) for (const [key, value] of Object.entries(kept)) storage.setItem(key, value)
  }, { language, theme, edition })
  await tab.goto('/')
  const fields = language === 'zh-cn' ? (['账号', '密码'] as const) : (['Account', 'Password'] as const)
  await tab.fill(fields[0], 'admin')
  await tab.fill(fields[1], password)
  await tab.page.keyboard.press('Enter')
  await expect.poll(() => tab.page.evaluate(() => location.pathname), { timeout: 45_000 }).not.toBe('/login')
  return tab
}

/** A map asks for all rows of an entity as an export does; a project without any is answered so. */
const isNothingToExport = (answer: string): boolean => /^409 .*\/export\?/.test(answer)

/** Whether anything on the page says that it is still coming. */
function isLoading(): boolean {
  return document.querySelector('[aria-busy="true"], .ant-skeleton, .ant-spin-spinning') !== null
}

/** As a link of the page would: without a load. */
const go = (tab: Tab, path: string): Promise<void> => tab.page.evaluate((to) => {
  history.pushState(null, '', to)
  dispatchEvent(new PopStateEvent('popstate', { state: null }))
}, path)
