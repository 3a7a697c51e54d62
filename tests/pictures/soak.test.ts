import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openStagePage, type StagePageHost } from '../support/stagePage.ts'

const drawings = 200
/** What may be left of the first rounds: compiled code, glyphs, caches that are bounded. */
const warmUp = 40
const kilobytesADrawing = 8

let host: StagePageHost
beforeAll(async () => { host = await openStagePage() })
afterAll(async () => { await host.close() })

it('opens and closes two hundred drawings with a flat heap and without a GPU object more', async () => {
  const text = readFileSync(resolve(import.meta.dirname, 'soak.json'), 'utf8')
  await host.page.evaluate(() => window.stagePage.countGpu())
  const devtools = await host.page.createCDPSession()
  const heap = async (): Promise<number> => {
    await devtools.send('HeapProfiler.collectGarbage')
    return (await devtools.send('Runtime.getHeapUsage')).usedSize
  }
  const round = () => host.page.evaluate(async (drawing) => {
    await window.stagePage.open(drawing)
    await window.stagePage.settled()
    window.stagePage.frame(1000)
    window.stagePage.close()
  }, text)

  for (let i = 0; i < warmUp; i++) await round()
  const [heapBefore, gpuBefore] = [await heap(), await host.page.evaluate(() => window.stagePage.gpuObjects())]
  for (let i = warmUp; i < drawings; i++) await round()
  const [heapAfter, gpuAfter] = [await heap(), await host.page.evaluate(() => window.stagePage.gpuObjects())]
  expect(gpuAfter).toEqual(gpuBefore)
  expect((heapAfter - heapBefore) / 1024 / (drawings - warmUp)).toBeLessThanOrEqual(kilobytesADrawing)
}, 6 * 60_000)
