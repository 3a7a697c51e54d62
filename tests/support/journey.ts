import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import type { BrowserContext } from 'puppeteer'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { signIn } from './api.ts'
import { startBrowser } from './browser.ts'
import { type ServerOptions, startServer, type StartedServer } from './server.ts'
import { Tab } from './tab.ts'

const root = resolve(import.meta.dirname, '../..')
const viewport = { width: 1360, height: 850 }

export interface JourneyOptions extends ServerOptions {
  /** Whether things move as for most people. Default: as for who asks the system for less motion, so that nothing waits for a movement to end. */
  readonly moves?: boolean
}

/** The built console in a real browser, against the really started server. */
export interface Journey {
  readonly server: StartedServer
  /** A new tab, in a browser of its own (another person, another machine) unless a context is given. */
  open(context?: BrowserContext): Promise<Tab>
  /** The tab that opens while `act` runs. */
  opened(from: Tab, act: () => Promise<void>): Promise<Tab>
  /** Takes the server away: `killed` as by a power cut, `frozen` with its connections left open. */
  takeAway(how: 'killed' | 'frozen'): Promise<void>
  /** Brings it back on the same data and ports. */
  bringBack(how: 'killed' | 'frozen'): Promise<void>
  /** After each test: keeps pictures of all tabs if it failed, and throws what the pages' own code threw. */
  review(name: string, hasFailed: boolean): Promise<void>
  end(): Promise<void>
}

/**
 * One journey for all tests of a file: begun before the first, looked at after each, ended after the last. `begun` is told of it, with the
 * administrator's token for what is asked beside the browser.
 */
export function shareJourney(options: JourneyOptions, begun: (journey: Journey, admin: string) => void): void {
  let journey: Journey | undefined
  beforeAll(async () => {
    journey = await startJourney(options)
    begun(journey, await signIn(journey.server))
  })
  afterEach(({ task }) => journey?.review(task.name, task.result?.state === 'fail'))
  afterAll(() => journey?.end())
}

export async function startJourney(options: JourneyOptions = {}): Promise<Journey> {
  await promisify(execFile)(process.execPath, [resolve(root, 'scripts/freshConsole.mjs')], { cwd: root })
  const [first, started] = await Promise.all([startServer(options), startBrowser()])
  let server = first
  let isFrozen = false
  const thaw = (): void => {
    if (isFrozen) process.kill(server.pid, 'SIGCONT')
    isFrozen = false
  }
  const tabs: Tab[] = []
  const tabOf = (tab: Tab): Tab => {
    tabs.push(tab)
    return tab
  }
  return {
    get server() {
      return server
    },
    async open(given) {
      const context = given ?? await started.browser.createBrowserContext()
      const page = await context.newPage()
      await page.setViewport(viewport)
      if (!options.moves) await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }])
      return tabOf(new Tab(page, server.httpUrl))
    },
    async opened(from, act) {
      const popup = new Promise<Tab>((done, fail) => {
        from.page.once('popup', (page) => (page ? done(new Tab(page, server.httpUrl)) : fail(new Error('the new tab closed at once'))))
      })
      await act()
      const tab = tabOf(await popup)
      await tab.page.setViewport(viewport)
      return tab
    },
    async takeAway(how) {
      if (how === 'killed') return await server.kill('SIGKILL')
      process.kill(server.pid, 'SIGSTOP')
      isFrozen = true
    },
    async bringBack(how) {
      if (how === 'frozen') return thaw()
      const { httpUrl, mqttUrl, dataDir } = server
      const ports = { MIMIC_HTTP_PORT: new URL(httpUrl).port, MIMIC_MQTT_PORT: new URL(mqttUrl).port }
      server = await startServer({ ...options, dataDir, env: { ...options.env, ...ports } })
    },
    async review(name, hasFailed) {
      const open = hasFailed ? tabs.filter(({ page }) => !page.isClosed()) : []
      for (const [index, tab] of open.entries()) {
        await tab.front()
        await tab.keep(`failed-${name.replaceAll(/\W+/g, '-').slice(0, 60)}-${index}`).catch((cause: unknown) => console.warn(cause))
      }
      const thrown = tabs.flatMap((tab) => tab.failures.splice(0))
      if (thrown.length > 0) throw new Error(`the pages threw:\n${thrown.join('\n')}`)
    },
    async end() {
      thaw()
      await started.close()
      if (server !== first) await server.stop()
      await first.stop()
    },
  }
}
