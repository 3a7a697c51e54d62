import { canary } from './hostileScripts.ts'
import { addressHost } from './hostileRows.ts'
import type { Tab } from '../browser/tab.ts'

/**
 * Security violations of a page: executed code, opened windows, external requests, and blocks by the content security
 * policy.
 */
export interface CanaryWatch {
  readonly reached: string[]
  readonly violations: string[]
}

/** Watches a tab from its next load. `isRightHost`: external hosts that rows or drawings may request. */
export async function watchCanary(
  { page }: Tab,
  ownUrl: string,
  isRightHost: (host: string) => boolean = () => false,
): Promise<CanaryWatch> {
  const reached: string[] = []
  const violations: string[] = []
  const own = new URL(ownUrl).hostname
  // These hosts do not exist. Failing immediately avoids DNS timeouts.
  const network = await page.createCDPSession()
  await network.send('Network.enable')
  await network.send('Network.setBlockedURLs', { urls: [canary.host, addressHost].map((host) => `*://${host}/*`) })
  await page.exposeFunction(canary.call, (n: unknown) => {
    reached.push(`ran ${String(n)}`)
  })
  await page.exposeFunction('policyStopped', (directive: string, blocked: string, sample: string) => {
    if (!URL.canParse(blocked) || !isRightHost(new URL(blocked).hostname))
      violations.push(`${directive}: ${blocked} ${sample}`)
  })
  await page.evaluateOnNewDocument(() => {
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample, sourceFile }) => {
      const stopped: unknown = Reflect.get(globalThis, 'policyStopped')
      if (typeof stopped === 'function') stopped(effectiveDirective, blockedURI, `${sample} ${sourceFile ?? ''}`)
    })
  })
  page.on('dialog', (dialog) => {
    reached.push(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('popup', () => {
    reached.push('a window')
  })
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    if (protocol.startsWith('http') && hostname !== own && !isRightHost(hostname))
      reached.push(`a request of ${request.url()}`)
  })
  page.on('framenavigated', (frame) => {
    const url = frame.url()
    if (/^(?:data|javascript|file):/i.test(url)) reached.push(`a frame at ${url.slice(0, 200)}`)
  })
  return { reached, violations }
}
