import { resolve } from 'node:path'
import type { Page } from 'puppeteer'
import { createServer } from 'vite'
import { startBrowser } from './browser.ts'

const root = resolve(import.meta.dirname, '../../..')

/** A page with only the engine, served from its sources in a real browser. */
export interface EnginePage {
  readonly page: Page
  /** Exceptions and console errors of the page. */
  readonly failures: readonly string[]
  close(): Promise<void>
}

/** Opens a page by its path from the repository's root. */
export async function openEnginePage(
  path: string,
  viewport: { readonly width: number; readonly height: number },
): Promise<EnginePage> {
  const server = await createServer({
    root,
    configFile: false,
    logLevel: 'error',
    cacheDir: resolve(root, 'node_modules/.vite-engine-page'),
    server: { port: 0, host: '127.0.0.1', hmr: false, watch: null },
    optimizeDeps: { entries: [path] },
  })
  await server.listen()
  const started = await startBrowser()
  const page = await started.browser.newPage()
  await page.setViewport(viewport)
  const failures: string[] = []
  page.on('pageerror', (error) =>
    failures.push(error instanceof Error ? (error.stack ?? error.message) : String(error)),
  )
  page.on('console', (message) => {
    if (message.type() === 'error') failures.push(message.text())
  })
  await page.goto(`${server.resolvedUrls?.local[0] ?? ''}${path}`)
  return {
    page,
    failures,
    close: async () => {
      await started.close()
      await server.close()
    },
  }
}
