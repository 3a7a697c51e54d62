import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import type { BrowserContext } from 'puppeteer'
import { afterAll, afterEach, beforeAll, TestRunner } from 'vitest'
import { fromNewAddress, signIn } from './api.ts'
import { type RunningServer, type ServerOptions, startServer, type StartedServer } from './server.ts'
import { joinBrowser, joinServer } from './shared/client.ts'
import type { SharedPlant } from './shared/plants.ts'
import { Tab } from './tab.ts'

const root = resolve(import.meta.dirname, '../..')
const viewport = { width: 1360, height: 850 }

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
   * Opens a tab, in a new browser context unless one is given. Tabs opened within a test are closed after it, because a
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
  /** Closes this file's contexts and stops its own server. */
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

export async function startJourney({ plant, own: ownOptions, moves }: JourneyOptions = {}): Promise<Journey> {
  await promisify(execFile)(process.execPath, [resolve(root, 'scripts/freshConsole.mjs')], { cwd: root })
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
  const close = async (closing: ReadonlySet<BrowserContext>): Promise<void> => {
    for (const context of closing) {
      contexts.delete(context)
      await context.close()
    }
  }
  const take = async (tab: Tab): Promise<Tab> => {
    tabs.push(tab)
    await tab.page.setViewport(viewport)
    return tab
  }
  const newContext = async (): Promise<BrowserContext> => {
    const context = await browser.createBrowserContext()
    contexts.add(context)
    if (TestRunner.getCurrentTest()) contextsOfTest.add(context)
    return context
  }
  return {
    get server() {
      return own ?? shared
    },
    async open(existing) {
      const page = await (existing ?? (await newContext())).newPage()
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
          .keep(`failed-${name.replaceAll(/\W+/g, '-').slice(0, 60)}-${index}`)
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
