import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { compareWithGolden, measureDifference } from '../support/browser/pictures.ts'
import { openStagePage, type StagePageHost } from '../support/browser/stagePage.ts'

let host: StagePageHost
beforeAll(async () => {
  host = await openStagePage()
})
afterAll(async () => {
  await host.close()
})

/** A browser and a distance field antialias letters differently, and shadows have a different edge profile. */
const writersDiffer = 0.02

it('paints every brush primitive like the golden picture and like the SVG writer', async () => {
  const svg = await host.page.evaluate(() => window.stagePage.openBrush())
  await host.page.evaluate(() => window.stagePage.zoom(1, 800, 450))
  const painted = await host.shoot()
  const written = await host.browser.browser.newPage()
  await written.setViewport({ width: 1600, height: 900 })
  await written.setContent(`<style>body{margin:0}</style>${svg}`)
  const share = await measureDifference(painted, await written.screenshot(), 'tests/.output/brush-svg.png')
  await written.close()
  expect(await compareWithGolden(painted, resolve(import.meta.dirname, 'golden/brush.png'))).toEqual([])
  expect(share).toBeLessThanOrEqual(writersDiffer)
})
