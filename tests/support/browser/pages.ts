import type { Page } from 'puppeteer'
import type { EntityPage, Page as ConsolePage } from '../../../console/app/pages/page.ts'
import { allPages, isEntityPage } from '../../../console/app/pages/pages.ts'
import { fieldsFor } from '../../../console/crud/config/screenConfig.ts'
import { getEntity } from '../../../contract/entities.ts'
import { call, signIn, type SendRequest } from '../server/api.ts'
import type { RunningServer } from '../server/server.ts'
import type { Tab } from './tab.ts'

/** Navigates like a link, without a reload. */
export const navigateInside = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, path)

/**
 * Opens a page and waits for its title, alone or after the name of the opened object. Observes all title changes,
 * because a running drawing replaces the title quickly.
 */
const open = (path: string, title: string, patienceMs: number): Promise<void> =>
  new Promise((done, fail) => {
    const late = setTimeout(() => fail(new Error(`its title is ${document.title}`)), patienceMs)
    const check = (): void => {
      if (document.title !== title && !document.title.endsWith(` · ${title}`)) return
      observer.disconnect()
      clearTimeout(late)
      done()
    }
    const observer = new MutationObserver(check)
    observer.observe(document.head, { childList: true, subtree: true, characterData: true })
    history.pushState(null, '', path)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
    check()
  })

/** Returns true if no element of the page is loading. */
const isLoaded = (): boolean => document.querySelector('[aria-busy="true"], .ant-skeleton, .ant-spin-spinning') === null

/** Opens a page and waits until it is loaded with all requested data. */
export async function navigateTo(
  tab: Tab,
  { path, words }: ConsolePage,
  language: 'en' | 'zh' = 'en',
  query = '',
): Promise<void> {
  const title = `${words[language]} · Mimic`
  try {
    await tab.page.evaluate(open, `${path}${query}`, title, tab.page.getDefaultTimeout())
    await tab.page.waitForFunction(isLoaded, { polling: 30 })
  } catch (cause) {
    throw new Error(`${path} did not come: ${await tab.state()}`, { cause })
  }
}

/**
 * Returns one page per entity and layout, the one with most content, and every custom screen. Other pages are variants
 * or filters of these.
 */
export function distinctPages(): readonly ConsolePage[] {
  const breadth = ({ shows }: ConsolePage): number =>
    isEntityPage(shows) ? fieldsShown(shows).length - (shows.preset ? 1000 : 0) : 0
  const isSameLayout = ({ shows }: ConsolePage, of: EntityPage): boolean =>
    isEntityPage(shows) && shows.entity === of.entity && shows.more === of.more
  return allPages.filter((page) => {
    const { shows } = page
    if (!isEntityPage(shows)) return true
    const [best] = allPages.filter((each) => isSameLayout(each, shows)).toSorted((a, b) => breadth(b) - breadth(a))
    return best === page
  })
}

/** Returns the fields that an entity's page shows. */
export const fieldsShown = ({ entity, variant, only }: EntityPage): readonly string[] =>
  fieldsFor({ entity: getEntity(entity), ...(variant ? { variant } : {}), ...(only ? { only } : {}) }).map(
    ([name]) => name,
  )

/** Pages about one object identify it in the URL; without it they report that it is missing. */
export const isAboutOne = ({ group, isBare }: ConsolePage): boolean => group === undefined || isBare === true

/** The designer and the runner require a drawing. */
export const getQuery = ({ isBare }: ConsolePage, drawing: string): string => (isBare === true ? `?id=${drawing}` : '')

/** Returns one of the demo's drawings. */
export async function aDrawing(server: RunningServer, password: string): Promise<string> {
  const { data } = await call(server, 'drawing.list', { token: await signIn(server, 'admin', password) })
  return data.rows[0]?.id ?? ''
}

interface StoredPreferences {
  readonly language?: string
  readonly theme?: string
  readonly edition?: string
}

/** A light page without live changes. */
const idlePath = '/help'

/** Signs in with the browser's stored language, theme and edition. */
export async function signInWith(
  tab: Tab,
  password: string,
  { language = 'en-us', theme = 'light', edition = 'street' }: StoredPreferences = {},
): Promise<void> {
  await openSignedIn(tab, idlePath, { password }, { language, theme, edition })
  const page = allPages.find(({ path }) => path === idlePath)
  await tab.page.waitForFunction(
    (title) => document.title === title,
    { polling: 30 },
    `${page?.words[language === 'zh-cn' ? 'zh' : 'en'] ?? ''} · Mimic`,
  )
}

/**
 * Opens a page with an existing session and its renewal cookie, as after a reload. Use it where sign-in is not under
 * test; it avoids loading, typing and waiting.
 */
export async function openSignedIn(
  tab: Tab,
  path: string,
  { name = 'admin', password }: { readonly name?: string; readonly password: string },
  remembered: StoredPreferences = {},
): Promise<void> {
  // Any response of this server works: storage of a tab belongs to an origin.
  await tab.goto('/healthz')
  const { data, status, text } = await call(tab, 'session.signIn', { body: { account: name, password } }, asTab(tab))
  if (status !== 200 || !('token' in data)) throw new Error(`${name} could not sign in: ${text}`)
  const renewal = data.renewInMs === undefined ? {} : { tokenRenewAt: String(Date.now() + data.renewInMs) }
  await tab.page.evaluate(
    (session, preferences) => {
      for (const [key, value] of Object.entries({ ...session, ...preferences })) sessionStorage.setItem(key, value)
      for (const [key, value] of Object.entries(preferences)) localStorage.setItem(key, value)
    },
    { loginstate: 'in', token: data.token, username: data.account.name, ...renewal },
    remembered,
  )
  await tab.goto(path)
}

/** Sends requests as the tab's page, with its cookies. */
const asTab =
  ({ page }: Tab): SendRequest =>
  async (url, init) => {
    const { body, ...rest } = await page.evaluate(
      async (to, by) => {
        const response = await fetch(to, by)
        return { body: await response.text(), status: response.status, headers: [...response.headers] }
      },
      url,
      init,
    )
    return new Response(body, rest)
  }
