import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import puppeteer, { type Browser } from 'puppeteer'
import { removeDirectory } from './directories.ts'

/**
 * Only what a canvas asks of the GPU is painted by it, in software: letters, boxes and the putting together of a page by it too cost more
 * than half of all that a test took. Some distributions ask for it in the wrapper that they start the browser with.
 */
const flags = [
  '--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist', '--disable-background-networking',
  '--disable-component-update', '--disable-sync', '--no-first-run', '--force-color-profile=srgb', '--disable-lcd-text',
  // The list under the address bar is a web page of its own, loaded for every window: 2 s of computing each.
  '--disable-features=Translate,WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup', '--disable-gpu-rasterization', '--disable-gpu-compositing',
  // A crash of the GPU process blocks WebGL for the page's origin until a person reloads: tests crash it more than once.
  '--disable-domain-blocking-for-3d-apis', '--disable-gpu-process-crash-limit',
]

export interface StartedBrowser {
  readonly browser: Browser
  close(): Promise<void>
}

/** A headless browser with WebGL in software and a profile of its own, removed on close. */
export async function startBrowser(): Promise<StartedBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'mimic-browser-'))
  const browser = await puppeteer.launch({ headless: true, args: flags, userDataDir: profile, protocolTimeout: 120_000 })
  return {
    browser,
    close: async () => {
      await browser.close()
      await removeDirectory(profile)
    },
  }
}
