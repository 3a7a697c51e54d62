import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { count } from '../support/counts.ts'
import { measureDifference } from '../support/browser/pictures.ts'
import { openStagePage, type StagePageHost } from '../support/browser/stagePage.ts'

const sample = resolve(import.meta.dirname, '../../public/samples/pump-house.json')

let host: StagePageHost
let before: Uint8Array

beforeAll(async () => {
  host = await openStagePage()
  const { drawing } = JSON.parse(readFileSync(sample, 'utf8')) as { drawing: unknown }
  const needed = await host.open(JSON.stringify(drawing))
  await host.write(needed.map((tag) => [tag, 42, 0] as const))
  before = await host.shoot()
})
afterAll(async () => {
  await host.close()
})

const restorations = () =>
  host.page.evaluate(() => window.stagePage.contexts.filter((state) => state === 'restored').length)

async function awaitRestoration(times: number): Promise<void> {
  await host.page.waitForFunction(
    (expected) => window.stagePage.contexts.filter((state) => state === 'restored').length >= expected,
    { timeout: 20_000, polling: 50 },
    times,
  )
}

const crashes = ['once', 'twice']

it.each(crashes.slice(0, count({ daily: 1, full: crashes.length })))(
  'the picture comes back, equal, when the GPU process crashes %s',
  async () => {
    const restoredBefore = await restorations()
    const session = await host.browser.browser.target().createCDPSession()
    await session.send('Browser.crashGpuProcess')
    await awaitRestoration(restoredBefore + 1)
    const after = await host.shoot()
    expect(await measureDifference(after, before, 'tests/.output/gpu-crash.png')).toBe(0)
  },
)

it('the picture comes back, equal, when only the context is lost', async () => {
  const restoredBefore = await restorations()
  await host.page.evaluate(() => {
    const gl = document.querySelector('canvas')?.getContext('webgl2')
    const extension = gl?.getExtension('WEBGL_lose_context')
    extension?.loseContext()
    setTimeout(() => {
      extension?.restoreContext()
    }, 100)
  })
  await awaitRestoration(restoredBefore + 1)
  expect(await measureDifference(await host.shoot(), before, 'tests/.output/context-loss.png')).toBe(0)
})
