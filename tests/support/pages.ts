import type { Page } from 'puppeteer'
import type { EntityPage, Page as ConsolePage } from '../../console/app/page.ts'
import { allPages, isEntityPage } from '../../console/app/pages.ts'
import { fieldsFor } from '../../console/crud/shape.ts'
import { entityOf } from '../../contract/entities.ts'
import { call, signIn } from './api.ts'
import type { StartedServer } from './server.ts'
import type { Tab } from './tab.ts'

/** As a link of the page would: without a load. */
export const goWithin = (page: Page, path: string): Promise<void> => page.evaluate((to) => {
  history.pushState(null, '', to)
  dispatchEvent(new PopStateEvent('popstate', { state: null }))
}, path)

/** Whether anything on the page says that it is still coming. */
export function isLoading(): boolean {
  return document.querySelector('[aria-busy="true"], .ant-skeleton, .ant-spin-spinning') !== null
}

/** Goes there and sees its title pass: a running drawing takes it over as soon as it is open, before who looks now and then has seen it. */
const open = (path: string, title: string, patienceMs: number): Promise<void> => new Promise((done, fail) => {
  const late = setTimeout(() => fail(new Error(`its title is ${document.title}`)), patienceMs)
  const look = (): void => {
    if (document.title !== title) return
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
export async function aDrawing(server: StartedServer, password: string): Promise<string> {
  const { data } = await call(server, 'drawing.list', { token: await signIn(server, 'admin', password) })
  return data.rows[0]?.id ?? ''
}

/** Signs in with what this browser remembers of the person: language, theme, system. */
export async function signInWith(tab: Tab, password: string, { language = 'en-us', theme = 'light', edition = 'street' }: { readonly language?: string; readonly theme?: string; readonly edition?: string } = {}): Promise<void> {
  await tab.goto('/')
  await tab.page.evaluate((kept) => {
    for (const storage of [localStorage, sessionStorage]) for (const [key, value] of Object.entries(kept)) storage.setItem(key, value)
  }, { language, theme, edition })
  await tab.goto('/')
  const [account, secret] = language === 'zh-cn' ? ['账号', '密码'] : ['Account', 'Password']
  await tab.fill(account ?? '', 'admin')
  await tab.fill(secret ?? '', password)
  await tab.page.keyboard.press('Enter')
  await tab.page.waitForFunction(() => location.pathname !== '/login')
}
