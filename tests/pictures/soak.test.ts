import { mkdirSync, writeFileSync } from 'node:fs'
import type { CDPSession } from 'puppeteer'
import { catalog } from '@mimic/engine/catalog'
import { type Animation, type Component, makeComponent, newDrawing, ranksBetween, writeDrawing } from '@mimic/engine/document'
import type { FieldValue } from '@mimic/engine/schema'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { count } from '../support/counts.ts'
import { makeMedia, makeModel } from '../support/media.ts'
import { openStagePage, type StagePageHost } from '../support/stagePage.ts'

const drawings = count({ daily: 40, full: 200 })
/** What may be left of the first rounds: compiled code, glyphs, caches that are bounded. */
const warmUp = drawings / 2
/** Each so many, film, web page and model are waited for: each model is a WebGL context of its own, and takes longer than all the rest. */
const everyPinned = 10
/** Each so many has charts and maps too, which take longest of all to paint. */
const everyWhole = 4
/** Compiled code, and what the browser notes of frames and requests, which is most in the first rounds; a drawing that stayed would be 400 KB. */
const kilobytesADrawing = count({ daily: 30, full: 4 })
/** Where the page finds what drawings show; the server of the page serves the whole repository. */
const served = 'tests/.output/soak'

let host: StagePageHost
beforeAll(async () => { host = await openStagePage() })
afterAll(async () => { await host.close() })

it(`opens, feeds, edits and closes ${drawings} drawings with a flat heap, no object and no GPU object more`, async () => {
  const { page } = host
  const media = await makeMedia(page)
  mkdirSync(served, { recursive: true })
  writeFileSync(`${served}/film.mp4`, media.mp4)
  writeFileSync(`${served}/model.gltf`, makeModel())
  writeFileSync(`${served}/page.html`, '<!doctype html><title>Notes</title><p>Notes of the shift</p>')
  await page.evaluate(({ width, height }) => {
    window.stagePage.countGpu()
    window.stagePage.resize(width, height)
  }, sheet)
  const [whole, plain] = [drawingFile(() => true), drawingFile(({ palette }) => palette !== 'chart')]
  const devtools = await page.createCDPSession()
  const rounds = async (from: number, to: number): Promise<void> => {
    for (let index = from; index < to; index++) await page.evaluate(round, index % everyWhole === 0 ? whole : plain, index % everyPinned === 0)
  }

  await rounds(0, warmUp)
  const before = await left(devtools)
  await rounds(warmUp, drawings)
  const after = await left(devtools)
  expect(after.alive).toBe(0)
  expect(after.gpu).toEqual(before.gpu)
  const aDrawing = (what: 'bytes' | 'objects' | 'nodes' | 'listeners') => (after[what] - before[what]) / (drawings - warmUp)
  process.stdout.write(`of each of the last ${drawings - warmUp} drawings stayed ${aDrawing('objects')} objects, ${aDrawing('nodes')} nodes, ${aDrawing('listeners')} listeners, ${(aDrawing('bytes') / 1024).toFixed(1)} KB\n`)
  expect(aDrawing('objects')).toBeLessThan(1)
  expect(aDrawing('nodes')).toBeLessThan(0.1)
  expect(aDrawing('listeners')).toBeLessThan(0.1)
  expect(aDrawing('bytes') / 1024).toBeLessThanOrEqual(kilobytesADrawing)
}, 8 * 60_000)

/** Runs in the page: opens the drawing, feeds it, with its elements until film and model are there, closes it, and does the same with it in an editor. */
async function round(file: string, isPinned: boolean): Promise<void> {
  const { stagePage } = window
  const tags = await stagePage.open(file, isPinned)
  await stagePage.settled()
  const isThere = () => !isPinned || (document.querySelector('video')?.readyState ?? 0) >= 2 && document.querySelector('[data-pins] > [role="application"] > canvas') !== null
  for (let tick = 1; tick <= 3 || !isThere(); tick++) {
    if (tick > 6000) throw new Error('film or model did not come')
    stagePage.write(tags.map((tag, index) => [tag, (tick * 13 + index) % 100, 0]))
    stagePage.frame(tick * 500)
    if (!isThere()) await new Promise((done) => { setTimeout(done, 10) })
  }
  stagePage.close()
  if (document.querySelector('video, iframe, [data-pins]')) throw new Error('an element stayed')
  stagePage.edit(file)
  stagePage.close()
}

interface Left {
  /** Of the heap of script. */
  readonly bytes: number
  readonly objects: number
  readonly gpu: Readonly<Record<string, number>>
  readonly nodes: number
  readonly listeners: number
  /** Documents, stages, runners, pins and editors. */
  readonly alive: number
}

async function left(devtools: CDPSession): Promise<Left> {
  // What waits for a first collection to be let go of goes with the second.
  await devtools.send('HeapProfiler.collectGarbage')
  await devtools.send('HeapProfiler.collectGarbage')
  const { gpu, alive } = await host.page.evaluate(() => ({ gpu: window.stagePage.gpuObjects(), alive: window.stagePage.alive() }))
  const objects = await countObjects(devtools)
  await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  const { nodes, jsEventListeners } = await devtools.send('Memory.getDOMCounters')
  return { bytes: usedSize, objects, gpu, nodes, listeners: jsEventListeners, alive }
}

/** All objects in the page that script can reach: compiled code is none. */
async function countObjects(devtools: CDPSession): Promise<number> {
  const objectGroup = 'counted'
  const { result: { objectId: prototypeObjectId = '' } } = await devtools.send('Runtime.evaluate', { expression: 'Object.prototype', objectGroup })
  const { objects: { objectId } } = await devtools.send('Runtime.queryObjects', { prototypeObjectId, objectGroup })
  const { result: { value } } = await devtools.send('Runtime.callFunctionOn', { objectId, functionDeclaration: 'function () { return this.length }', returnByValue: true })
  await devtools.send('Runtime.releaseObjectGroup', { objectGroup })
  return Number(value)
}

const sheet = { width: 480, height: 270 }

/** One of every type that is wanted, small: a tag for the opacity of each and for the first number that it shows; what pins has something to show. */
function drawingFile(isWanted: (type: (typeof catalog.list)[number]) => boolean): string {
  const shown: Readonly<Record<string, Readonly<Record<string, FieldValue>>>> = {
    video: { source: 'mp4', url: `/${served}/film.mp4` }, 'web-page': { url: `/${served}/page.html` }, 'scene-3d': { url: `/${served}/model.gltf`, turnsPerMinute: 6 },
  }
  const blink: Animation = { kind: 'blink', periodMs: 1000 }
  const types = catalog.list.filter(isWanted)
  const ranks = ranksBetween(null, null, types.length)
  const components = types.map(({ type, fields, variants }, index): Component => {
    const value = Object.entries(fields).find(([, field]) => field.bindable && field.group === 'value' && field.kind === 'number')?.[0]
    return makeComponent({
      type, rank: ranks[index] ?? '', x: (index % 8) * 60, y: Math.floor(index / 8) * 54, width: 54, height: 48, props: shown[type] ?? variants?.[0]?.props ?? {},
      animation: index % 3 === 0 ? blink : null, extras: index % 3 === 1 ? { shadowLength: 6 } : {},
      bindings: [
        { prop: 'opacity', tag: `works/${type}/opacity`, via: { kind: 'expression', source: 'value / 100' } },
        ...(value === undefined ? [] : [{ prop: value, tag: `works/${type}/value`, via: { kind: 'value' } } as const]),
      ],
    })
  })
  return writeDrawing({ ...newDrawing('Soak'), layer: { ...newDrawing().layer, ...sheet }, components })
}
