import { join } from 'node:path'
import type { HTTPRequest } from 'puppeteer'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { startJourney, type Journey } from '../support/browser/journey.ts'
import { navigateInside, signInWith } from '../support/browser/pages.ts'
import { adminPassword as password } from '../support/server/server.ts'
import type { Tab } from '../support/browser/tab.ts'

const pollOptions = { timeout: 40_000, interval: 100 }
const picture = join(import.meta.dirname, '../pictures/golden/pump-house-live.png')
const form = '.ant-drawer'

let journey: Journey
let tab: Tab
/** The test holds and releases uploads, so that it does not depend on network speed. */
let heldRequests: HTTPRequest[] = []
let isHolding = true

beforeAll(async () => {
  journey = await startJourney({
    own: { why: 'its sign-in page has a QR code', env: { MIMIC_QRCODE: 'https://phones.example/install?site=7' } },
  })
  tab = await journey.open()
  await tab.page.setRequestInterception(true)
  tab.page.on('request', (request) => {
    if (isHolding && request.method() === 'POST' && request.url().includes('/upload')) heldRequests.push(request)
    else void request.continue()
  })
  await signInWith(tab, password)
})
afterEach(({ task }) => journey.review(task.name, task.result?.state === 'fail'))
afterAll(() => journey?.end())

it('an upload in progress blocks saving and closing, Esc in its control cancels only the upload, and completed uploads are saved', async () => {
  await navigateInside(tab.page, '/scada/gallery')
  await tab.press('Add gallery picture')
  await tab.fill('Name', 'Held back', 'textbox', 'dialog')
  // Simulates the file selection of the system dialog.
  const choose = async (): Promise<void> => {
    const input = await tab.page.waitForSelector('.ant-drawer input[type="file"]')
    if (!input) throw new Error('there is nothing to choose a file with')
    await input.uploadFile(picture)
  }
  await choose()
  await expect.poll(() => heldRequests.length, pollOptions).toBe(1)
  await tab.press('Save', 'button', 'dialog')
  await tab.read(/Uploading…, please wait/)
  await tab.press('Cancel', 'button', 'dialog')
  await tab.read(/Leave without saving\?/)
  await tab.press('Keep editing')
  await tab.read(/Leave without saving\?/, 'gone')
  await tab.page.focus(`${form} .files-uploading button`)
  await tab.page.keyboard.press('Escape')
  await tab.read(/The upload was stopped/)
  expect(await tab.page.$(`${form} .files-uploading`)).toBeNull()
  await tab.see('button', 'Save', 'dialog')
  await tab.read(/Leave without saving\?/, 'gone')

  heldRequests = []
  await choose()
  await expect.poll(() => heldRequests.length, pollOptions).toBe(1)
  isHolding = false
  await heldRequests[0]?.continue()
  await expect.poll(() => tab.page.$(`${form} .files-uploading`), pollOptions).toBeNull()
  await tab.press('Save', 'button', 'dialog')
  await tab.read(/Held back/)
})

it('the sign-in page shows the configured phone link as a readable QR code and as text', { tags: 'full' }, async () => {
  const other = await journey.open()
  await other.goto('/login')
  await other.read(/https:\/\/phones\.example\/install\?site=7/)
  for (const theme of ['light', 'dark'] as const) {
    await other.page.evaluate((savedTheme) => localStorage.setItem('theme', savedTheme), theme)
    await other.goto('/login')
    await other.read(/https:\/\/phones\.example/)
    await other.show(`attaching-code-${theme}`)
    // Black on white in both themes, so that phones can read it, with the QR version for a text of this length.
    expect(await other.page.evaluate(codeOn)).toEqual({ modules: 29 + 4, colors: ['#000000', '#ffffff'], isSeen: true })
  }
  await other.page.close()
})

/** Returns width in modules including margin, and colours of the drawn code. */
function codeOn(): { modules: number; colors: readonly string[]; isSeen: boolean } | null {
  const code = document.querySelector('.sign-in-code svg')
  if (!code) return null
  const box = code.getBoundingClientRect()
  const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
  return {
    modules: Number(code.getAttribute('viewBox')?.split(' ')[2]),
    colors: [...new Set([...code.querySelectorAll('path')].map((path) => path.getAttribute('fill') ?? ''))].toSorted(),
    isSeen: box.width >= 100 && box.bottom <= innerHeight && code.contains(top),
  }
}
