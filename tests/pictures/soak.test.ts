import { mkdirSync, writeFileSync } from 'node:fs'
import type { CDPSession } from 'puppeteer'
import { catalog } from '@mimic/engine/catalog'
import {
  type Animation,
  type Component,
  makeComponent,
  newDrawing,
  ranksBetween,
  writeDrawing,
} from '@mimic/engine/document'
import type { FieldValue } from '@mimic/engine/schema'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { count } from '../support/counts.ts'
import { makeMedia, makeModel } from '../support/browser/media.ts'
import { openStagePage, type StagePageHost } from '../support/browser/stagePage.ts'

const drawings = count({ daily: 40, full: 200 })
/** Rounds before counting: they leave compiled code, glyphs and bounded caches. */
const warmUp = drawings / 2
/** Interval of rounds that wait for film, web page and model. Each model creates a WebGL context and takes longest. */
const everyPinned = 10
/** Interval of rounds with charts and maps, which take longest to paint. */
const everyWhole = 4
/**
 * Allowance for compiled code and the browser's records of frames and requests, mostly from the first rounds. A leaked
 * drawing takes 400 KB.
 */
const kilobytesADrawing = count({ daily: 30, full: 4 })
/** Folder of the drawings' resources. The page's server serves the whole repository. */
const served = 'tests/.output/soak'

let host: StagePageHost
beforeAll(async () => {
  host = await openStagePage()
})
afterAll(async () => {
  await host.close()
})

it(
  `opens, feeds, edits and closes ${drawings} drawings with a flat heap, no object and no GPU object more`,
  { tags: 'full', timeout: 8 * 60_000 },
  async () => {
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
      for (let index = from; index < to; index++)
        await page.evaluate(round, index % everyWhole === 0 ? whole : plain, index % everyPinned === 0)
    }

    await rounds(0, warmUp)
    const before = await left(devtools)
    await rounds(warmUp, drawings)
    const after = await left(devtools)
    expect(after.alive).toBe(0)
    expect(after.gpu).toEqual(before.gpu)
    const aDrawing = (counter: 'bytes' | 'objects' | 'nodes' | 'listeners') =>
      (after[counter] - before[counter]) / (drawings - warmUp)
    process.stdout.write(
      `of each of the last ${drawings - warmUp} drawings stayed ${aDrawing('objects')} objects, ${aDrawing('nodes')} nodes, ${aDrawing('listeners')} listeners, ${(aDrawing('bytes') / 1024).toFixed(1)} KB\n`,
    )
    expect(aDrawing('objects')).toBeLessThan(1)
    expect(aDrawing('nodes')).toBeLessThan(0.1)
    expect(aDrawing('listeners')).toBeLessThan(0.1)
    expect(aDrawing('bytes') / 1024).toBeLessThanOrEqual(kilobytesADrawing)
  },
)

/**
 * Runs in the page: opens the drawing, feeds values, waits for film and model if pinned, closes it, and repeats this in
 * an editor.
 */
async function round(file: string, isPinned: boolean): Promise<void> {
  const { stagePage } = window
  const tags = await stagePage.open(file, isPinned)
  await stagePage.waitUntilPainted()
  const isThere = () =>
    !isPinned ||
    ((document.querySelector('video')?.readyState ?? 0) >= 2 &&
      document.querySelector('[data-pins] > [role="application"] > canvas') !== null)
  for (let tick = 1; tick <= 3 || !isThere(); tick++) {
    if (tick > 6000) throw new Error('film or model did not come')
    stagePage.write(tags.map((tag, index) => [tag, (tick * 13 + index) % 100, 0]))
    stagePage.frame(tick * 500)
    if (!isThere())
      await new Promise((done) => {
        setTimeout(done, 10)
      })
  }
  stagePage.close()
  if (document.querySelector('video, iframe, [data-pins]')) throw new Error('an element stayed')
  stagePage.edit(file)
  stagePage.close()
}

interface Left {
  /** Script heap in bytes. */
  readonly bytes: number
  readonly objects: number
  readonly gpu: Readonly<Record<string, number>>
  readonly nodes: number
  readonly listeners: number
  /** Number of documents, stages, runners, overlays and editors. */
  readonly alive: number
}

async function left(devtools: CDPSession): Promise<Left> {
  // Objects with finalizers are released by the second collection.
  await devtools.send('HeapProfiler.collectGarbage')
  await devtools.send('HeapProfiler.collectGarbage')
  const { gpu, alive } = await host.page.evaluate(() => ({
    gpu: window.stagePage.gpuObjects(),
    alive: window.stagePage.alive(),
  }))
  const objects = await countObjects(devtools)
  await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  const { nodes, jsEventListeners } = await devtools.send('Memory.getDOMCounters')
  return { bytes: usedSize, objects, gpu, nodes, listeners: jsEventListeners, alive }
}

/** Counts all objects reachable by script, without compiled code. */
async function countObjects(devtools: CDPSession): Promise<number> {
  const objectGroup = 'counted'
  const {
    result: { objectId: prototypeObjectId = '' },
  } = await devtools.send('Runtime.evaluate', { expression: 'Object.prototype', objectGroup })
  const {
    objects: { objectId },
  } = await devtools.send('Runtime.queryObjects', { prototypeObjectId, objectGroup })
  const {
    result: { value },
  } = await devtools.send('Runtime.callFunctionOn', {
    objectId,
    functionDeclaration: 'function () { return this.length }',
    returnByValue: true,
  })
  await devtools.send('Runtime.releaseObjectGroup', { objectGroup })
  return Number(value)
}

const sheet = { width: 480, height: 270 }

/**
 * One small component per wanted type, with tags bound to its opacity and its first number property. Pinned types get a
 * resource.
 */
function drawingFile(isWanted: (type: (typeof catalog.list)[number]) => boolean): string {
  const shown: Readonly<Record<string, Readonly<Record<string, FieldValue>>>> = {
    video: { source: 'mp4', url: `/${served}/film.mp4` },
    'web-page': { url: `/${served}/page.html` },
    'scene-3d': { url: `/${served}/model.gltf`, turnsPerMinute: 6 },
  }
  const blink: Animation = { kind: 'blink', periodMs: 1000 }
  const types = catalog.list.filter(isWanted)
  const ranks = ranksBetween(null, null, types.length)
  const components = types.map(({ type, fields, variants }, index): Component => {
    const value = Object.entries(fields).find(
      ([, field]) => field.bindable && field.group === 'value' && field.kind === 'number',
    )?.[0]
    return makeComponent({
      type,
      rank: ranks[index] ?? '',
      x: (index % 8) * 60,
      y: Math.floor(index / 8) * 54,
      width: 54,
      height: 48,
      props: shown[type] ?? variants?.[0]?.props ?? {},
      animation: index % 3 === 0 ? blink : null,
      extras: index % 3 === 1 ? { shadowLength: 6 } : {},
      bindings: [
        { prop: 'opacity', tag: `works/${type}/opacity`, via: { kind: 'expression', source: 'value / 100' } },
        ...(value === undefined ? [] : [{ prop: value, tag: `works/${type}/value`, via: { kind: 'value' } } as const]),
      ],
    })
  })
  return writeDrawing({ ...newDrawing('Soak'), layer: { ...newDrawing().layer, ...sheet }, components })
}
