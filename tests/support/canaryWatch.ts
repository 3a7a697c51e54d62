import { canary } from './hostileScripts.ts'
import { addressHost } from './hostileRows.ts'
import type { Tab } from './tab.ts'

/** What a page did that it was never to do: what ran, opened or was asked for elsewhere, and what the content policy had to stop. */
export interface CanaryWatch {
  readonly reached: string[]
  readonly violations: string[]
}

/** Watches a tab from its next load on. `isRightHost`: of which other sites something may be asked, where a row or a drawing says so. */
export async function watchCanary({ page }: Tab, ownUrl: string, isRightHost: (host: string) => boolean = () => false): Promise<CanaryWatch> {
  const reached: string[] = []
  const violations: string[] = []
  const own = new URL(ownUrl).hostname
  // There are no such hosts: what is asked of them fails at once, and no page waits for a name to be looked up.
  const network = await page.createCDPSession()
  await network.send('Network.enable')
  await network.send('Network.setBlockedURLs', { urls: [canary.host, addressHost].map((host) => `*://${host}/*`) })
  await page.exposeFunction(canary.call, (n: unknown) => { reached.push(`ran ${String(n)}`) })
  await page.exposeFunction('policyStopped', (directive: string, blocked: string, sample: string) => {
    if (!URL.canParse(blocked) || !isRightHost(new URL(blocked).hostname)) violations.push(`${directive}: ${blocked} ${sample}`)
  })
  await page.evaluateOnNewDocument(() => {
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample, sourceFile }) => {
      const tell: unknown = Reflect.get(globalThis, 'policyStopped')
      if (typeof tell === 'function') tell(effectiveDirective, blockedURI, `${sample} ${sourceFile ?? ''}`)
    })
  })
  page.on('dialog', (dialog) => {
    reached.push(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('popup', () => { reached.push('a window') })
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    if (protocol.startsWith('http') && hostname !== own && !isRightHost(hostname)) reached.push(`a request of ${request.url()}`)
  })
  page.on('framenavigated', (frame) => {
    const url = frame.url()
    if (/^(?:data|javascript|file):/i.test(url)) reached.push(`a frame at ${url.slice(0, 200)}`)
  })
  return { reached, violations }
}
