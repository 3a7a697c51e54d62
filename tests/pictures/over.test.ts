import { mkdirSync, writeFileSync } from 'node:fs'
import { PNG } from 'pngjs'
import { makeComponent, newDrawing, ranksBetween, writeDrawing } from '@mimic/engine/document'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { openStagePage, type StagePageHost } from '../support/browser/stagePage.ts'

let host: StagePageHost
beforeAll(async () => {
  host = await openStagePage('?alpha')
})
afterEach(async () => {
  await host.page.evaluate(() => {
    window.stagePage.close()
  })
})
afterAll(async () => {
  await host.close()
})

/**
 * A half-transparent white page, a rotated one, and a half-transparent red rectangle over both and beyond, on green.
 */
function drawingFile(): string {
  mkdirSync('tests/.output/over', { recursive: true })
  writeFileSync('tests/.output/over/page.html', '<!doctype html><title>White</title>')
  const page = {
    type: 'web-page',
    width: 100,
    height: 100,
    opacity: 0.5,
    props: { url: '/tests/.output/over/page.html', borderWidth: 0 },
  } as const
  const ranks = ranksBetween(null, null, 3)
  const parts = [
    { ...page, x: 100, y: 100 },
    { ...page, x: 300, y: 100, angleDeg: 45 },
    { type: 'rect', x: 50, y: 110, width: 400, height: 60, props: { backgroundColor: '#ff000080', borderWidth: 0 } },
  ]
  const components = parts.map((part, index) => makeComponent({ ...part, rank: ranks[index] ?? '' }))
  return writeDrawing({
    ...newDrawing('Over'),
    layer: { ...newDrawing().layer, backColor: '#00ff00', width: 1600, height: 900 },
    components,
  })
}

/** Opens the drawing fitted to the screen and waits for both of its pages. */
async function openDrawing(): Promise<void> {
  await host.page.evaluate((text) => window.stagePage.open(text, true), drawingFile())
  await host.shoot()
  const pages = () =>
    Promise.all(
      host.page
        .frames()
        .slice(1)
        .map((frame) => frame.evaluate(() => `${document.title} ${document.readyState}`)),
    )
  await expect.poll(pages, { timeout: 30_000 }).toEqual(['White complete', 'White complete'])
}

type Colour = readonly number[]

/**
 * Returns a function for the screen colour at a place of the fitted drawing, which has a margin of 2 % on each side.
 */
async function shown(): Promise<(x: number, y: number) => Colour> {
  const { data, width } = PNG.sync.read(Buffer.from(await host.shoot()))
  return (x, y) => {
    const from = 4 * (Math.round(18 + y * scale) * width + Math.round(32 + x * scale))
    return [...data.subarray(from, from + 3)]
  }
}
const scale = 0.96

it('paints components above an element once, with transparency on both, beside it and at its edges', async () => {
  await openDrawing()
  const at = await shown()
  const seen = {
    beside: at(70, 140),
    page: at(150, 140),
    pageAlone: at(150, 185),
    besideTurned: at(285, 115),
    turned: at(350, 140),
  }
  const expected = {
    beside: [128, 127, 0],
    page: [192, 127, 64],
    pageAlone: [128, 255, 128],
    besideTurned: [128, 127, 0],
    turned: [192, 127, 64],
  }
  expect(farthest(Object.values(seen).flat(), Object.values(expected).flat())).toBeLessThanOrEqual(3)
  // Green and white have the same green level, so along a line across both, red reduces it by half exactly once.
  const greens = Array.from({ length: 380 }, (_, step) => at(60 + step, 140)[1] ?? 0)
  expect(
    farthest(
      greens,
      greens.map(() => 127),
    ),
  ).toBeLessThanOrEqual(3)
}, 60_000)

it('leaves no trace above the former position of an element that moved just outside the view', async () => {
  await openDrawing()
  await host.shoot()
  await host.page.evaluate((by) => window.stagePage.moveBy(by, 0), -300)
  const at = await shown()
  const seen = { formerPage: at(170, 140), turned: at(350 - 300 / scale, 140) }
  const expected = { formerPage: [0, 255, 0], turned: [192, 127, 64] }
  expect(farthest(Object.values(seen).flat(), Object.values(expected).flat())).toBeLessThanOrEqual(3)
}, 60_000)

const farthest = (one: Colour, other: Colour): number =>
  Math.max(...one.map((value, at) => Math.abs(value - (other[at] ?? 0))))
