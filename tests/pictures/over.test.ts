import { mkdirSync, writeFileSync } from 'node:fs'
import { PNG } from 'pngjs'
import { makeComponent, newDrawing, ranksBetween, writeDrawing } from '@mimic/engine/document'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openStagePage, type StagePageHost } from '../support/stagePage.ts'

let host: StagePageHost
beforeAll(async () => { host = await openStagePage('?alpha') })
afterAll(async () => { await host.close() })

/** A white page that one half sees through, another that is turned, and over both and beyond a red that one half sees through, on green. */
function drawingFile(): string {
  mkdirSync('tests/.output/over', { recursive: true })
  writeFileSync('tests/.output/over/page.html', '<!doctype html><title>White</title>')
  const page = { type: 'web-page', width: 100, height: 100, opacity: 0.5, props: { url: '/tests/.output/over/page.html', borderWidth: 0 } } as const
  const ranks = ranksBetween(null, null, 3)
  const parts = [
    { ...page, x: 100, y: 100 }, { ...page, x: 300, y: 100, angleDeg: 45 },
    { type: 'rect', x: 50, y: 110, width: 400, height: 60, props: { backgroundColor: '#ff000080', borderWidth: 0 } },
  ]
  const components = parts.map((part, index) => makeComponent({ ...part, rank: ranks[index] ?? '' }))
  return writeDrawing({ ...newDrawing('Over'), layer: { ...newDrawing().layer, backColor: '#00ff00', width: 1600, height: 900 }, components })
}

it('paints once what lies over an element, where both can be seen through, beside it, and at its edges', async () => {
  await host.page.evaluate((text) => window.stagePage.open(text, true), drawingFile())
  await host.page.waitForFunction(() => [...document.querySelectorAll('iframe')].every(({ contentWindow }) => contentWindow !== null))
  await host.shoot()
  const { data, width } = PNG.sync.read(Buffer.from(await host.shoot()))
  /** A fitted drawing has a margin of 2 % on each side. */
  const at = (x: number, y: number): readonly number[] => {
    const from = 4 * (Math.round(18 + y * 0.96) * width + Math.round(32 + x * 0.96))
    return [...data.subarray(from, from + 3)]
  }
  const seen = { beside: at(70, 140), page: at(150, 140), pageAlone: at(150, 185), besideTurned: at(285, 115), turned: at(350, 140) }
  const wanted = { beside: [128, 127, 0], page: [192, 127, 64], pageAlone: [128, 255, 128], besideTurned: [128, 127, 0], turned: [192, 127, 64] }
  expect(farthest(Object.values(seen).flat(), Object.values(wanted).flat())).toBeLessThanOrEqual(3)
  // Green and white have as much green: along a line across both, red takes half of it, once.
  const greens = Array.from({ length: 380 }, (_, step) => at(60 + step, 140)[1] ?? 0)
  expect(farthest(greens, greens.map(() => 127))).toBeLessThanOrEqual(3)
}, 60_000)

const farthest = (one: readonly number[], other: readonly number[]): number => Math.max(...one.map((value, at) => Math.abs(value - (other[at] ?? 0))))
