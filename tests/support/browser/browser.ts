import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import puppeteer, { type Browser } from 'puppeteer'
import { removeDirectory } from '../directories.ts'

/**
 * Restricts software GPU rendering to canvases: rasterizing and compositing pages with it took more than half of the
 * test time. Some distributions enable it in their browser wrapper.
 */
const flags = [
  '--no-sandbox',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--force-color-profile=srgb',
  '--disable-lcd-text',
  // The suggestion list of the address bar is a separate web page per window: 2 s of CPU time each.
  // Two pages exchange WebRTC streams without multicast DNS.
  '--disable-features=Translate,WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,WebRtcHideLocalIpsWithMdns',
  '--disable-gpu-rasterization',
  '--disable-gpu-compositing',
  // After a GPU process crash the browser blocks WebGL for the origin until a user reloads; tests crash it more than
  // once.
  '--disable-domain-blocking-for-3d-apis',
  '--disable-gpu-process-crash-limit',
]

export interface StartedBrowser {
  readonly browser: Browser
  close(): Promise<void>
}

/** Starts a headless browser with software WebGL and a temporary profile, removed on close. */
export async function startBrowser(): Promise<StartedBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'mimic-browser-'))
  const browser = await puppeteer.launch({
    headless: true,
    args: flags,
    userDataDir: profile,
    protocolTimeout: 120_000,
  })
  return {
    browser,
    close: async () => {
      await browser.close()
      await removeDirectory(profile)
    },
  }
}
