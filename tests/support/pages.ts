import type { Page } from 'puppeteer'
import type { EntityPage, Page as ConsolePage } from '../../console/app/page.ts'
import { allPages, isEntityPage } from '../../console/app/pages.ts'
import { fieldsFor } from '../../console/crud/screenConfig.ts'
import { entityOf } from '../../contract/entities.ts'
import { call, signIn, type Ask } from './api.ts'
import type { RunningServer } from './server.ts'
import type { Tab } from './tab.ts'

/** As a link of the page would: without a load. */
export const goWithin = (page: Page, path: string): Promise<void> => page.evaluate((to) => {
  history.pushState(null, '', to)
  dispatchEvent(new PopStateEvent('popstate', { state: null }))
}, path)

/** Goes there and sees its title pass, behind the name of what is open or alone: a running drawing takes it over as soon as it is open, before who looks now and then has seen it. */
const open = (path: string, title: string, patienceMs: number): Promise<void> => new Promise((done, fail) => {
  const late = setTimeout(() => fail(new Error(`its title is ${document.title}`)), patienceMs)
  const look = (): void => {
    if (document.title !== title && !document.title.endsWith(` · ${title}`)) return
    observer.disconnect()
    clearTimeout(late)
    done()
  }
  const observer = new MutationObserver(look)
  observer.observe(document.head, { childList: true, subtree: true, characterData: true })
  history.pushState(null, '', path)
  dispatchEvent(new PopStateEvent('popstate', { state: null }))
  look()
})

/** Whether nothing on the page says that it is still coming. */
const isLoaded = (): boolean => document.querySelector('[aria-busy="true"], .ant-skeleton, .ant-spin-spinning') === null

/** The same, and waits until the page is there and all that it asked for has come. */
export async function goTo(tab: Tab, { path, words }: ConsolePage, language: 'en' | 'zh' = 'en', query = ''): Promise<void> {
  const title = `${words[language]} · Mimic`
  try {
    await tab.page.evaluate(open, `${path}${query}`, title, tab.page.getDefaultTimeout())
    await tab.page.waitForFunction(isLoaded, { polling: 30 })
  } catch (cause) {
    throw new Error(`${path} did not come: ${await tab.state()}`, { cause })
  }
}

/** One page of each look of an entity, the one that shows most of it, and every screen of its own: the other pages are faces and filters of these. */
export function distinctPages(): readonly ConsolePage[] {
  const breadth = ({ shows }: ConsolePage): number => (isEntityPage(shows) ? fieldsShown(shows).length - (shows.preset ? 1000 : 0) : 0)
  const isSameLook = ({ shows }: ConsolePage, of: EntityPage): boolean => isEntityPage(shows) && shows.entity === of.entity && shows.more === of.more
  return allPages.filter((page) => {
    const { shows } = page
    if (!isEntityPage(shows)) return true
    const [best] = allPages.filter((each) => isSameLook(each, shows)).toSorted((a, b) => breadth(b) - breadth(a))
    return best === page
  })
}

/** The fields that an entity's page shows. */
export const fieldsShown = ({ entity, variant, only }: EntityPage): readonly string[] =>
  fieldsFor({ entity: entityOf(entity), ...(variant ? { variant } : {}), ...(only ? { only } : {}) }).map(([name]) => name)

/** Pages about one thing say which in their address; without it they say what is missing. */
export const isAboutOne = ({ group, isBare }: ConsolePage): boolean => group === undefined || isBare === true

/** The designer and the runner are nothing without a drawing. */
export const queryOf = ({ isBare }: ConsolePage, drawing: string): string => (isBare === true ? `?id=${drawing}` : '')

/** One of the demo's drawings. */
export async function aDrawing(server: RunningServer, password: string): Promise<string> {
  const { data } = await call(server, 'drawing.list', { token: await signIn(server, 'admin', password) })
  return data.rows[0]?.id ?? ''
}

interface Remembered {
  readonly language?: string
  readonly theme?: string
  readonly edition?: string
}

/** The lightest page, on which nothing changes by itself. */
const quiet = '/help'

/** Is signed in with what this browser remembers of the person: language, theme, system. */
export async function signInWith(tab: Tab, password: string, { language = 'en-us', theme = 'light', edition = 'street' }: Remembered = {}): Promise<void> {
  await openSignedIn(tab, quiet, { password }, { language, theme, edition })
  const page = allPages.find(({ path }) => path === quiet)
  await tab.page.waitForFunction((title) => document.title === title, { polling: 30 }, `${page?.words[language === 'zh-cn' ? 'zh' : 'en'] ?? ''} · Mimic`)
}

/**
 * Opens a page with a session of its own that the browser has begun already, as after a reload, with the cookie that renews it: for where
 * signing in is not what is tested, which loads a page, types, and waits for another.
 */
export async function openSignedIn(tab: Tab, path: string, { name = 'admin', password }: { readonly name?: string; readonly password: string }, remembered: Remembered = {}): Promise<void> {
  // Any answer of this server will do: what a tab remembers belongs to where it came from.
  await tab.goto('/healthz')
  const { data, status, text } = await call(tab, 'session.signIn', { body: { account: name, password } }, asTab(tab))
  if (status !== 200 || !('token' in data)) throw new Error(`${name} could not sign in: ${text}`)
  const renewal = data.renewInMs === undefined ? {} : { tokenRenewAt: String(Date.now() + data.renewInMs) }
  await tab.page.evaluate((session, kept) => {
    for (const [key, value] of Object.entries({ ...session, ...kept })) sessionStorage.setItem(key, value)
    for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value)
  }, { loginstate: 'in', token: data.token, username: data.account.name, ...renewal }, remembered)
  await tab.goto(path)
}

/** Asks as the page does that is open in a tab, with its cookies. */
const asTab = ({ page }: Tab): Ask => async (url, init) => {
  const { body, ...rest } = await page.evaluate(async (to, by) => {
    const response = await fetch(to, by)
    return { body: await response.text(), status: response.status, headers: [...response.headers] }
  }, url, init)
  return new Response(body, rest)
}
