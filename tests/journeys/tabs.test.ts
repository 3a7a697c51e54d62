import { type HTTPRequest, TargetType } from 'puppeteer'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { call, makeAccount, signIn, testPassword } from '../support/server/api.ts'
import { startJourney, type Journey } from '../support/browser/journey.ts'
import { aDrawing, signInWith } from '../support/browser/pages.ts'
import { Tab } from '../support/browser/tab.ts'

let journey: Journey
let first: Tab
let drawing: string
let share: string

beforeAll(async () => {
  // Default configuration: a sign-in elsewhere ends the account's session.
  journey = await startJourney({ own: { why: 'an account has one session', env: { MIMIC_SINGLE_SESSION: '' } } })
  drawing = await aDrawing(journey.server, journey.server.adminPassword)
  const admin = await signIn(journey.server)
  const {
    data: { rows },
  } = await call(journey.server, 'drawing.list', { token: admin })
  const project = rows.find(({ id }) => id === drawing)?.project ?? ''
  for (const isWall of [true, false]) {
    await makeAccount(journey.server, admin, {
      username: isWall ? 'wall' : 'ann',
      password: testPassword,
      role: 'operator',
      isWall,
      projects: [{ project, role: 'operator' }],
    })
  }
  share = (
    await call(journey.server, 'share.create', {
      token: admin,
      params: { id: drawing },
      body: { password: null, expiresAt: null },
    })
  ).data.id
  first = await journey.open()
  await signInWith(first, journey.server.adminPassword)
})
afterEach(({ task }) => journey.review(task.name, task.result?.state === 'fail'))
afterAll(() => journey?.end())

const getPath = ({ page }: Tab): string => new URL(page.url()).pathname
/** Returns the tab's stored token. */
const readToken = ({ page }: Tab): Promise<string | null> => page.evaluate(() => sessionStorage.getItem('token'))
const readUsername = ({ page }: Tab): Promise<string | null> => page.evaluate(() => sessionStorage.getItem('username'))
/** Opens another tab of the same browser at this address. */
async function openBeside(path: string, known = first): Promise<Tab> {
  const tab = await journey.open(known.page.browserContext())
  await tab.goto(path)
  return tab
}

/** Reloads a list in each tab, which requires a valid session. */
async function useTabs(tabs: readonly Tab[]): Promise<void> {
  for (const tab of tabs) {
    await tab.front()
    await tab.goto('/system/posts')
    await tab.see('heading', 'Posts')
    await tab.see('button', 'Add post')
    expect(getPath(tab)).toBe('/system/posts')
  }
}

it(
  'a menu entry pressed with the middle button opens in a second tab, signed in at once by the same session',
  { tags: 'full' },
  async () => {
    const entry = await first.page.waitForSelector('.shell-sider a[href]')
    const href = await entry?.evaluate((link) => link.getAttribute('href'))
    const initialPage = first.page
      .browserContext()
      .waitForTarget((target) => target.type() === TargetType.PAGE && target !== first.page.target())
    await entry?.click({ button: 'middle' })
    const page = await (await initialPage).page()
    if (!page) throw new Error('no second tab came')
    const second = new Tab(page, journey.server.httpUrl)
    await second.front()
    await second.see('button', 'Account admin')
    expect(getPath(second)).toBe(href)
    expect(await readToken(second)).toBe(await readToken(first))
    await useTabs([first, second])
    await page.close()
  },
)

it('a drawing opens immediately in a new window', async () => {
  const window = await openBeside(`/scada/topo/fullscreen?id=${drawing}`)
  await window.front()
  await window.see('application', '')
  await window.page.close()
  await first.front()
})

it('the first page of a new tab shows the signed-in account', async () => {
  const second = await openBeside('/')
  await second.press('Continue')
  await second.see('button', 'Account admin')
  await second.page.close()
})

it('a tab reloaded with an expired session continues with the session of another tab', async () => {
  const second = await openBeside('/system/posts')
  await second.see('heading', 'Posts')
  await second.page.evaluate(() => sessionStorage.setItem('token', 'over'))
  await second.page.reload({ waitUntil: 'domcontentloaded' })
  await second.front()
  await second.see('heading', 'Posts')
  expect(await readToken(second)).toBe(await readToken(first))
  await second.page.close()
})

it('tabs that renew their token at the same time stay signed in', { tags: 'full' }, async () => {
  const second = await openBeside('/help')
  await second.see('button', 'Account admin')
  const before = await readToken(first)
  const both = [first, second]
  for (let round = 0; round < 2; round++) {
    for (const { page } of both) await page.evaluate(() => sessionStorage.setItem('tokenRenewAt', '0'))
    await Promise.all(both.map(({ page }) => page.reload({ waitUntil: 'domcontentloaded' })))
    for (const tab of both) {
      await tab.front()
      await tab.see('button', 'Account admin')
    }
  }
  expect(await readToken(first)).not.toBe(before)
  expect(await readToken(second)).not.toBe(before)
  await useTabs(both)
  await second.page.close()
})

it('a session renewal in one tab provides the new token to the other', { tags: 'full' }, async () => {
  const second = await openBeside('/help')
  await second.see('button', 'Account admin')
  await first.page.evaluate(() => sessionStorage.setItem('tokenRenewAt', '0'))
  const before = await readToken(second)
  await first.front()
  await first.page.reload({ waitUntil: 'domcontentloaded' })
  await first.see('button', 'Account admin')
  await expect.poll(() => readToken(second)).not.toBe(before)
  expect(await readToken(second)).toBe(await readToken(first))
  await useTabs([second, first])
  await second.page.close()
})

it(
  'a signed-out user is not prompted about unsaved work in a drawing, even before the sign-in page is loaded',
  { tags: 'full' },
  async () => {
    const designer = await openBeside('/help')
    await designer.see('button', 'Account admin')
    // The sign-in page is held while it loads.
    const pending: HTTPRequest[] = []
    await designer.page.setRequestInterception(true)
    const hold = (request: HTTPRequest): void => {
      if (request.url().includes('SignInPage')) pending.push(request)
      else void request.continue()
    }
    designer.page.on('request', hold)
    await designer.goto(`/scada/topo/editor?id=${drawing}`)
    await designer.front()
    await designer.see('application', '')
    await designer.enter('Lamp')
    await designer.read(/unsaved changes/)
    const requests: string[] = []
    designer.page.on('dialog', (dialog) => {
      requests.push(dialog.type())
      void dialog.accept()
    })
    await designer.page.reload({ waitUntil: 'domcontentloaded' })
    await expect.poll(() => requests).toEqual(['beforeunload'])
    // Unsaved work is offered, and is unsaved again after restoring it.
    await designer.press('Restore')
    await designer.read(/unsaved changes/)
    await first.front()
    await first.press('Account admin')
    await first.press('Sign out', 'menuitem')
    await first.see('heading', 'Sign in')
    await expect.poll(() => pending.length).toBeGreaterThan(0)
    expect(getPath(designer)).toBe('/scada/topo/editor')
    await designer.front()
    designer.page.off('request', hold)
    await designer.page.setRequestInterception(false)
    await designer.page.reload({ waitUntil: 'domcontentloaded' })
    await designer.see('heading', 'Sign in')
    expect(requests).toEqual(['beforeunload'])
    await designer.page.close()
    await first.front()
    await first.signIn('admin', journey.server.adminPassword)
    await first.see('button', 'Account admin')
  },
)

it(
  'signing out in one tab signs out all of them, without a word of another place; signing in again brings all of them back',
  { tags: 'full' },
  async () => {
    const second = await openBeside('/system/posts')
    await second.see('heading', 'Posts')
    const third = await openBeside(`/scada/topo/fullscreen?id=${drawing}`)
    await third.see('application', '')
    await second.front()
    await second.press('Account admin')
    await second.press('Sign out', 'menuitem')
    for (const tab of [second, first, third]) {
      await tab.front()
      await tab.see('heading', 'Sign in')
      await tab.read(/ended elsewhere|signed in elsewhere|due to inactivity/i, 'gone')
      expect(await readToken(tab)).toBeNull()
    }
    // A reloaded tab finds no session either.
    await third.page.reload({ waitUntil: 'domcontentloaded' })
    await third.see('heading', 'Sign in')

    await first.front()
    await first.signIn('admin', journey.server.adminPassword)
    await first.see('button', 'Account admin')
    await second.front()
    await second.see('heading', 'Posts')
    await third.front()
    await third.see('application', '')
    await useTabs([first, second, third])
  },
)

it(
  'a sign-in in another tab does not affect a wall display, and an expired wall display does not take over that account',
  { tags: 'full' },
  async () => {
    const wall = await journey.open()
    await wall.goto(`/scada/topo/fullscreen?id=${drawing}`)
    await wall.signIn('wall', testPassword)
    await wall.see('application', '')
    const desk = await openBeside('/', wall)
    await desk.front()
    // A display that is drawing on a busy machine may answer the new tab too late.
    await expect
      .poll(
        async () => {
          if (!(await desk.isSeen('button', 'Use another account'))) await desk.goto('/')
          return desk.isSeen('button', 'Use another account')
        },
        { interval: 2000 },
      )
      .toBe(true)
    await desk.read(/You are signed in as wall\./)
    await desk.press('Use another account')
    await desk.signIn('ann', testPassword)
    await desk.see('button', 'Account ann')
    await wall.front()
    await wall.page.reload({ waitUntil: 'domcontentloaded' })
    await wall.see('application', '')
    expect([await readUsername(wall), await readUsername(desk)]).toEqual(['wall', 'ann'])

    await call(journey.server, 'session.signOut', { token: (await readToken(wall)) ?? '' })
    await wall.front()
    await wall.see('heading', 'Sign in')
    await desk.front()
    await desk.press('Account ann')
    await desk.press('Sign out', 'menuitem')
    await desk.see('heading', 'Sign in')
    const fresh = await openBeside('/login?from=/help', wall)
    await fresh.see('heading', 'Sign in')
    await desk.front()
    await desk.signIn('ann', testPassword)
    await desk.see('button', 'Account ann')
    // The tab without a session was notified of the sign-in by now, and so was the display.
    await fresh.front()
    await fresh.see('button', 'Account ann')
    await wall.front()
    await wall.see('textbox', 'Account')
    expect(await readToken(wall)).toBeNull()
    for (const { page } of [wall, desk, fresh]) await page.close()
  },
)

it(
  'a drawing opened by a share link takes over no session, from tabs signed in before or after',
  { tags: 'full' },
  async () => {
    const path = `/scada/topo/fullscreen?share=${share}`
    const before = await journey.open()
    await before.goto(path)
    await before.see('application', '')
    const desk = await openBeside('/login?from=/help', before)
    const fresh = await openBeside('/login?from=/help', before)
    await desk.front()
    await desk.signIn('ann', testPassword)
    await desk.see('button', 'Account ann')
    await fresh.front()
    await fresh.see('button', 'Account ann')
    const after = await openBeside(path, before)
    await after.front()
    await after.see('application', '')
    for (const tab of [before, after])
      expect([await readToken(tab), await readUsername(tab), getPath(tab)]).toEqual([
        null,
        null,
        '/scada/topo/fullscreen',
      ])
    for (const { page } of [before, desk, fresh, after]) await page.close()
  },
)
