import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openEnginePage, type EnginePage } from '../support/browser/enginePage.ts'

let host: EnginePage

beforeAll(async () => {
  host = await openEnginePage('engine/examples/minimal/index.html', { width: 640, height: 400 })
})
afterAll(async () => {
  await host.close()
})

const label = (name: string) =>
  host.page.waitForFunction(
    (start) =>
      [...document.querySelectorAll('[role=img]')]
        .map((element) => element.getAttribute('aria-label') ?? '')
        .find((text) => text.startsWith(start) && !text.endsWith('stale value')),
    { timeout: 60_000, polling: 50 },
    `${name}, `,
  )

it('shows a live drawing and describes it as text', async () => {
  const first = await (await label('Tank 1')).jsonValue()
  expect(first).toMatch(/^Tank 1, \d+%(, (above|below) the limit)?$/)
  const before = PNG.sync.read(Buffer.from(await host.page.screenshot()))
  await host.page.waitForFunction(
    (old) =>
      !document.querySelector(`[aria-label="${CSS.escape(old ?? '')}"]`) &&
      document.querySelectorAll('[role=img]').length === 3,
    { timeout: 20_000, polling: 50 },
    first,
  )
  // The picture changes with the words. One percent of a tank changes only little.
  const changed = async (): Promise<number> => {
    const now = PNG.sync.read(Buffer.from(await host.page.screenshot()))
    return pixelmatch(before.data, now.data, undefined, before.width, before.height, { threshold: 0.1 })
  }
  await expect.poll(changed, { timeout: 30_000 }).toBeGreaterThan(200)
  expect(await (await label('State')).jsonValue()).toMatch(/^State, (empty|filling|full)$/)
  expect(host.failures).toEqual([])
})
