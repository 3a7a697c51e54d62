import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import type { BrowserContext, Page } from 'puppeteer'
import { afterAll, afterEach, beforeAll, TestRunner } from 'vitest'
import { fromNewAddress, signIn } from '../server/api.ts'
import { type RunningServer, type ServerOptions, startServer, type StartedServer } from '../server/server.ts'
import { joinBrowser, joinServer } from '../shared/client.ts'
import type { SharedPlant } from '../shared/plants.ts'
import { Tab } from './tab.ts'

const root = resolve(import.meta.dirname, '../../..')
const viewport = { width: 1360, height: 850 }
/** Maximum number of contexts kept for reuse. */
const maxIdle = 2
const clearedStorage = 'local_storage,indexeddb,cache_storage,service_workers'

export interface JourneyOptions {
  /** The shared server to use. Default: `still`. */
  readonly plant?: SharedPlant
  /** A server for this file only, and the reason. */
  readonly own?: ServerOptions & { readonly why: string }
  /** Enables animations. Default: reduced motion, so that nothing waits for animations. */
  readonly moves?: boolean
}

/** The built console in a real browser against a real server. All files share the browser, most share the server. */
export interface Journey {
  readonly server: RunningServer
  /**
   * Opens a tab, in a context without cookies and stored data unless one is given. Tabs opened within a test are closed after it, because a
   * running drawing keeps rendering; tabs opened before the tests remain.
   */
  open(context?: BrowserContext): Promise<Tab>
  /** Returns the tab opened by `act`. */
  opened(from: Tab, act: () => Promise<void>): Promise<Tab>
  /** Keeps a tab opened by a test for the following tests. */
  keepOpen(tab: Tab): void
  /** Returns the output of this file's own server. */
  output(): string
  /** Stops this file's own server: `killed` as in a power failure, `frozen` with open connections. */
  stopServer(how: 'killed' | 'frozen'): Promise<void>
  /** Restarts it with the same data and ports. */
  restartServer(how: 'killed' | 'frozen'): Promise<void>
  /** After each test: saves screenshots of all tabs if it failed, closes its tabs, and throws errors of the pages. */
  review(name: string, hasFailed: boolean): Promise<void>
  /** Closes this file's tabs and stops its own server. */
  end(): Promise<void>
}

/**
 * Shares one journey between all tests of a file. `begun` receives it before the first test, with an administrator
 * token for API calls.
 */
export function shareJourney(options: JourneyOptions, onStart: (journey: Journey, admin: string) => void): void {
  let journey: Journey | undefined
  beforeAll(async () => {
    journey = await startJourney(options)
    onStart(journey, await signIn(journey.server))
  })
  afterEach(({ task }) => journey?.review(task.name, task.result?.state === 'fail'))
  afterAll(() => journey?.end())
}

/** Builds the console if it is outdated, once per process. */
let built: Promise<unknown> | undefined
function buildConsole(): Promise<unknown> {
  return (built ??= promisify(execFile)(process.execPath, [resolve(root, 'scripts/freshConsole.mjs')], { cwd: root }))
}

/** Removes what earlier tabs of the page's context stored, except cached responses. */
async function clearData(page: Page, origin: string): Promise<void> {
  const context = page.browserContext()
  await context.deleteCookie(...(await context.cookies()))
  const session = await page.createCDPSession()
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: clearedStorage })
  if (context.id !== undefined)
    await session.send('Browser.setDownloadBehavior', { behavior: 'default', browserContextId: context.id })
  await session.detach()
}

export async function startJourney({ plant, own: ownOptions, moves }: JourneyOptions = {}): Promise<Journey> {
  await buildConsole()
  const [first, browser] = await Promise.all([ownOptions && startServer(ownOptions), joinBrowser()])
  const shared = first ?? (await joinServer(plant))
  let own = first
  const ownServer = (): StartedServer => {
    if (!own) throw new Error('the server is shared: a journey that controls its server needs one of its own')
    return own
  }
  let isFrozen = false
  const thaw = (): void => {
    if (isFrozen) process.kill(ownServer().pid, 'SIGCONT')
    isFrozen = false
  }
  const tabs: Tab[] = []
  const contexts = new Set<BrowserContext>()
  const contextsOfTest = new Set<BrowserContext>()
  // Contexts of closed tabs, also of earlier files: reuse saves loading and compiling the console's scripts again.
  const idle = browser.browserContexts().filter((context) => context !== browser.defaultBrowserContext())
  const close = async (closing: ReadonlySet<BrowserContext>): Promise<void> => {
    for (const context of closing) {
      contexts.delete(context)
      if (idle.length >= maxIdle) await context.close()
      else {
        for (const page of await context.pages()) await page.close()
        idle.push(context)
      }
    }
  }
  const take = async (tab: Tab): Promise<Tab> => {
    tabs.push(tab)
    await tab.page.setViewport(viewport)
    return tab
  }
  const takeContext = async (): Promise<BrowserContext> => {
    const context = idle.pop() ?? (await browser.createBrowserContext())
    contexts.add(context)
    if (TestRunner.getCurrentTest()) contextsOfTest.add(context)
    return context
  }
  return {
    get server() {
      return own ?? shared
    },
    async open(existing) {
      const page = await (existing ?? (await takeContext())).newPage()
      if (!existing) await clearData(page, (own ?? shared).httpUrl)
      if (!own) await page.setExtraHTTPHeaders(fromNewAddress())
      if (!moves) await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }])
      return take(new Tab(page, (own ?? shared).httpUrl))
    },
    async opened(from, act) {
      const popup = new Promise<Tab>((done, fail) => {
        from.page.once('popup', (page) =>
          page ? done(new Tab(page, (own ?? shared).httpUrl)) : fail(new Error('the new tab closed at once')),
        )
      })
      await act()
      return take(await popup)
    },
    keepOpen: (tab) => void contextsOfTest.delete(tab.page.browserContext()),
    output: () => ownServer().output(),
    async stopServer(how) {
      if (how === 'killed') return await ownServer().kill('SIGKILL')
      process.kill(ownServer().pid, 'SIGSTOP')
      isFrozen = true
    },
    async restartServer(how) {
      if (how === 'frozen') return thaw()
      const { httpUrl, mqttUrl, dataDir } = ownServer()
      const ports = { MIMIC_HTTP_PORT: new URL(httpUrl).port, MIMIC_MQTT_PORT: new URL(mqttUrl).port }
      own = await startServer({ ...ownOptions, dataDir, env: { ...ownOptions?.env, ...ports } })
    },
    async review(name, hasFailed) {
      const open = hasFailed ? tabs.filter(({ page }) => !page.isClosed()) : []
      for (const [index, tab] of open.entries()) {
        await tab.front()
        await tab
          .saveScreenshot(`failed-${name.replaceAll(/\W+/g, '-').slice(0, 60)}-${index}`)
          .catch((cause: unknown) => console.warn(cause))
      }
      const thrown = tabs.flatMap((tab) => tab.failures.splice(0))
      await close(contextsOfTest)
      contextsOfTest.clear()
      if (thrown.length > 0) throw new Error(`the pages threw:\n${thrown.join('\n')}`)
    },
    async end() {
      thaw()
      await close(contexts)
      await browser.disconnect()
      if (own !== first) await own?.stop()
      await first?.stop()
    },
  }
}
