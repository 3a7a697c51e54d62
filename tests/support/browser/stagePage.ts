import { resolve } from 'node:path'
import type { Page, ScreenshotClip } from 'puppeteer'
import { createServer, type ViteDevServer } from 'vite'
import { startBrowser, type StartedBrowser } from './browser.ts'
import type { Sent } from '../../pictures/page/page.ts'

const root = resolve(import.meta.dirname, '../../..')

/** A page with only the engine's stage in a real browser, without console or server. */
export interface StagePageHost {
  readonly page: Page
  readonly browser: StartedBrowser
  open(drawing: string): Promise<readonly string[]>
  write(values: readonly Sent[]): Promise<void>
  /** Draws a frame for the given time and takes a screenshot. */
  shoot(nowMs?: number, clip?: ScreenshotClip): Promise<Uint8Array>
  close(): Promise<void>
}

/** `search` is the page's query string. `?alpha`: the canvas has a transparent background. */
export async function openStagePage(search: '' | '?alpha' = ''): Promise<StagePageHost> {
  const server: ViteDevServer = await createServer({
    root,
    configFile: false,
    logLevel: 'error',
    cacheDir: resolve(root, 'node_modules/.vite-stage-page'),
    server: { port: 0, host: '127.0.0.1', hmr: false, watch: null },
    optimizeDeps: { entries: ['tests/pictures/page/index.html'] },
  })
  await server.listen()
  const browser = await startBrowser()
  const page = await browser.browser.newPage()
  await page.setViewport({ width: 1600, height: 900 })
  const failures: string[] = []
  page.on('pageerror', (error) =>
    failures.push(error instanceof Error ? (error.stack ?? error.message) : String(error)),
  )
  const address = server.resolvedUrls?.local[0]
  // Vite transforms the page's modules on the first request, which takes more than the default 30 s on a busy machine.
  await page.goto(`${address}tests/pictures/page/index.html${search}`, { timeout: 120_000 })
  await page
    .waitForFunction('window.stagePage !== undefined', { timeout: 60_000, polling: 100 })
    .catch((error: unknown) => {
      throw new Error(`the page did not start: ${failures.join('\n')}`, { cause: error })
    })
  return {
    page,
    browser,
    open: (drawing) => page.evaluate((text) => window.stagePage.open(text), drawing),
    write: (values) =>
      page.evaluate((sent) => {
        window.stagePage.write(sent)
      }, values),
    shoot: async (nowMs = 1000, clip?: ScreenshotClip) => {
      await page.evaluate((ms) => {
        window.stagePage.frame(ms)
      }, nowMs)
      return await page.screenshot(clip ? { clip, captureBeyondViewport: false } : {})
    },
    close: async () => {
      await browser.close()
      await server.close()
    },
  }
}
