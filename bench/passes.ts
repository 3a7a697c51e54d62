import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { CDPSession, Page } from 'puppeteer'
import { z } from 'zod'
import type { Bench } from './browser/main.ts'
import { startPlant } from './telemetry/startPlant.ts'
import { pointsPerDevice } from './telemetry/names.ts'

declare const bench: Bench

/** One result: measure, engine and sizes identify it. */
export interface Row {
  readonly measure: string
  readonly engine: string
  readonly n: number
  readonly u: number
  readonly value: number
  readonly unit: string
}

export interface Sizes {
  /** Number of components with changing values. */
  readonly n: number
  /** Changes before each frame. */
  readonly u: number
  /** Components of the large drawing. */
  readonly large: number
  /** Components moved by one command. */
  readonly moved: number
}

/** One visit to a new page with one engine. It can yield several measures, because opening a drawing is expensive. */
export interface Pass {
  readonly measures: readonly string[]
  readonly engines: readonly string[]
  /** Number of new pages. The median of their rows is used. */
  readonly rounds: number
  readonly visit: (page: Page, engine: string, sizes: Sizes) => Promise<Row[]>
}

const all = ['mimic', 'meta2d', 'konva', 'svg', 'pixi', 'floor'] as const
const frameSpan = { durationMs: 3000, warmUpMs: 1000 }
const messagesPerSecond = 1000
const settleMs = 4000
const watchMs = 10_000
const largeSpan = { durationMs: 4000, warmUpMs: 500 }

export const passes: readonly Pass[] = [
  { measures: ['frame-js', 'frame-rate', 'frame-thread'], engines: all, rounds: 3, visit: visitFrames },
  { measures: ['open'], engines: all, rounds: 3, visit: visitOpen },
  { measures: ['heap', 'pan-js', 'zoom-js'], engines: all, rounds: 1, visit: visitLarge },
  { measures: ['command', 'undo'], engines: all, rounds: 1, visit: visitCommands },
  { measures: ['expressions'], engines: ['mimic'], rounds: 3, visit: visitExpressions },
  { measures: ['undo-delete'], engines: ['mimic'], rounds: 3, visit: visitUndoDelete },
  { measures: ['symbols-js'], engines: ['mimic'], rounds: 3, visit: visitSymbols },
  {
    measures: ['instances-open', 'instances-heap', 'instances-move'],
    engines: ['mimic'],
    rounds: 1,
    visit: visitInstances,
  },
  { measures: ['motion-js'], engines: ['mimic'], rounds: 3, visit: visitMotion },
  { measures: ['marquee', 'marquee-release'], engines: ['mimic'], rounds: 3, visit: visitMarquee },
  { measures: ['mapping', 'mapping-cost'], engines: ['mimic'], rounds: 1, visit: visitMapping },
  // Other engines have no built-in path from a broker to the screen.
  {
    measures: ['telemetry', 'telemetry-latency', 'telemetry-arrived', 'telemetry-waiting', 'telemetry-rate'],
    engines: ['mimic'],
    rounds: 1,
    visit: visitTelemetry,
  },
]

async function visitFrames(page: Page, engine: string, { n, u }: Sizes): Promise<Row[]> {
  await page.evaluate(
    async (name, count) => {
      await bench.load(name)
      bench.prepare(count)
      await bench.open('run')
      await bench.goLive(count)
    },
    engine,
    n,
  )
  const before = await page.metrics()
  const { scriptMs, perSecond } = await page.evaluate(
    (count, changes, span) => bench.changeFrames(count, changes, span),
    n,
    u,
    frameSpan,
  )
  const after = await page.metrics()
  const busyShare =
    ((after.TaskDuration ?? 0) - (before.TaskDuration ?? 0)) / ((after.Timestamp ?? 0) - (before.Timestamp ?? 0))
  return [
    { measure: 'frame-js', engine, n, u, value: rounded(percentile(scriptMs, 0.5)), unit: 'ms' },
    { measure: 'frame-rate', engine, n, u, value: rounded(perSecond), unit: 'frames/s' },
    { measure: 'frame-thread', engine, n, u, value: rounded((busyShare * 1000) / perSecond), unit: 'ms' },
  ]
}

async function visitOpen(page: Page, engine: string, { n }: Sizes): Promise<Row[]> {
  const value = await page.evaluate(
    async (name, count) => {
      await bench.load(name)
      bench.prepare(count)
      return bench.open('run')
    },
    engine,
    n,
  )
  return [{ measure: 'open', engine, n, u: 0, value: rounded(value), unit: 'ms' }]
}

async function visitLarge(page: Page, engine: string, { large }: Sizes): Promise<Row[]> {
  const devtools = await page.createCDPSession()
  const empty = await heapBytes(devtools)
  await page.evaluate(
    async (name, count) => {
      await bench.load(name)
      bench.prepare(count)
      await bench.open('run')
      await bench.goLive(count)
    },
    engine,
    large,
  )
  const heap = (await heapBytes(devtools)) - empty
  await devtools.detach()
  const pan = await page.evaluate((span) => bench.panFrames(span), largeSpan)
  const zoom = await page.evaluate((span) => bench.zoomFrames(span), largeSpan)
  const at = { engine, n: large, u: 0 }
  return [
    { measure: 'heap', ...at, value: rounded(heap / large / 1000), unit: 'KB/component' },
    { measure: 'pan-js', ...at, value: rounded(percentile(pan.scriptMs, 0.95)), unit: 'ms' },
    { measure: 'zoom-js', ...at, value: rounded(percentile(zoom.scriptMs, 0.95)), unit: 'ms' },
  ]
}

async function visitCommands(page: Page, engine: string, { large, moved }: Sizes): Promise<Row[]> {
  const { moveMs, undoMs } = await page.evaluate(
    async (name, count, size, span) => {
      await bench.load(name)
      bench.prepare(count)
      await bench.open('edit')
      return bench.commands(count, size, span)
    },
    engine,
    large,
    moved,
    largeSpan,
  )
  const at = { engine, n: large, u: moved, unit: 'ms' }
  const move = { measure: 'command', ...at, value: rounded(percentile(moveMs, 0.5)) }
  return undoMs.length > 0 ? [move, { measure: 'undo', ...at, value: rounded(percentile(undoMs, 0.5)) }] : [move]
}

async function visitExpressions(page: Page, engine: string): Promise<Row[]> {
  const value = await page.evaluate((span) => bench.expressions(span), frameSpan)
  return [{ measure: 'expressions', engine, n: 0, u: 0, value: rounded(value), unit: 'a second' }]
}

async function visitUndoDelete(page: Page, engine: string, { n }: Sizes): Promise<Row[]> {
  const times = await page.evaluate((count, span) => bench.undoDeletes(count, span), n, frameSpan)
  return [{ measure: 'undo-delete', engine, n, u: n, value: rounded(percentile(times, 0.5)), unit: 'ms' }]
}

const symbolsOnScreen = 2000
const symbolsChanged = 500

async function visitSymbols(page: Page, engine: string): Promise<Row[]> {
  const times = await page.evaluate(
    (count, changed, span) => bench.symbolFrames(count, changed, span),
    symbolsOnScreen,
    symbolsChanged,
    frameSpan,
  )
  return [
    {
      measure: 'symbols-js',
      engine,
      n: symbolsOnScreen,
      u: symbolsChanged,
      value: rounded(percentile(times, 0.5)),
      unit: 'ms',
    },
  ]
}

/** Other engines have no symbols, so instances are compared with plain groups. No browser is needed. */
async function visitInstances(_page: Page, engine: string): Promise<Row[]> {
  const script = fileURLToPath(new URL('engine/symbols.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', '--import', 'tsx', script, '--json'])
  const { count, instances, groups } = z
    .object({ count: z.number(), instances: figures, groups: figures })
    .parse(JSON.parse(stdout))
  const row = (measure: string, key: keyof z.infer<typeof figures>): Row => ({
    measure,
    engine,
    n: count,
    u: 0,
    value: rounded(instances[key] / groups[key]),
    unit: '× plain groups',
  })
  return [row('instances-open', 'openMs'), row('instances-heap', 'heapBytes'), row('instances-move', 'moveMs')]
}

/** Reads messages in a process of its own: no browser is needed. */
async function visitMapping(_page: Page, engine: string): Promise<Row[]> {
  const script = fileURLToPath(new URL('mapping/mapping.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', script, '--json'])
  const rows = z
    .array(z.object({ name: z.string(), pointsPerSecond: z.number(), cost: z.number() }))
    .parse(JSON.parse(stdout))
  const nested = rows.find(({ name }) => name === 'nested')
  if (!nested) throw new Error('the mapping was not measured')
  const at = { engine, n: 20, u: 0 }
  return [
    { measure: 'mapping', ...at, value: nested.pointsPerSecond, unit: 'points/s' },
    { measure: 'mapping-cost', ...at, value: nested.cost, unit: '× own frame' },
  ]
}

const figures = z.object({ openMs: z.number(), heapBytes: z.number(), moveMs: z.number() })

async function visitMotion(page: Page, engine: string, { n }: Sizes): Promise<Row[]> {
  const times = await page.evaluate((count, span) => bench.motionFrames(count, span), n, frameSpan)
  return [{ measure: 'motion-js', engine, n, u: 0, value: rounded(percentile(times, 0.5)), unit: 'ms' }]
}

async function visitMarquee(page: Page, engine: string, { large }: Sizes): Promise<Row[]> {
  const { stepMs, releaseMs } = await page.evaluate((count, span) => bench.marqueeSteps(count, span), large, frameSpan)
  const at = { engine, n: large, u: 0, unit: 'ms' }
  return [
    { measure: 'marquee', ...at, value: rounded(percentile(stepMs, 0.95)) },
    { measure: 'marquee-release', ...at, value: rounded(percentile(releaseMs, 0.95)) },
  ]
}

async function visitTelemetry(page: Page, engine: string, { n }: Sizes): Promise<Row[]> {
  const plant = await startPlant({ devices: Math.ceil(n / pointsPerDevice), messagesPerSecond })
  try {
    await page.evaluate((count, url) => bench.openLive(count, url), n, plant.url)
    await page.evaluate((ms) => bench.watchLive(ms), settleMs)
    const [before, startPace] = [await page.metrics(), plant.pace()]
    const watched = await page.evaluate((ms) => bench.watchLive(ms), watchMs)
    const [after, endPace] = [await page.metrics(), plant.pace()]
    const seconds = (after.Timestamp ?? 0) - (before.Timestamp ?? 0)
    const busy = ((after.TaskDuration ?? 0) - (before.TaskDuration ?? 0)) / seconds
    const published = ((endPace.published - startPace.published) / (endPace.atMs - startPace.atMs)) * 1000
    const at = { engine, n, u: Math.round(published * pointsPerDevice) }
    return [
      { measure: 'telemetry', ...at, value: rounded(busy * 100), unit: '% busy' },
      { measure: 'telemetry-latency', ...at, value: rounded(percentile(watched.latenciesMs, 0.95)), unit: 'ms p95' },
      {
        measure: 'telemetry-arrived',
        ...at,
        value: rounded(watched.shownPerSecond + watched.conflatedPerSecond),
        unit: 'values/s',
      },
      {
        measure: 'telemetry-waiting',
        ...at,
        value: rounded(plant.maxWaitingBytes() / 1000),
        unit: 'KB at most in the broker',
      },
      { measure: 'telemetry-rate', ...at, value: rounded(watched.framesPerSecond), unit: 'frames/s' },
    ]
  } finally {
    plant.stop()
  }
}

/** Returns script heap, typed arrays and DOM objects in bytes, after a forced garbage collection. */
async function heapBytes(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage')
  await devtools.send('HeapProfiler.collectGarbage')
  const usage: Record<string, number | undefined> = { ...(await devtools.send('Runtime.getHeapUsage')) }
  return (usage.usedSize ?? 0) + (usage.backingStorageSize ?? 0) + (usage.embedderHeapUsedSize ?? 0)
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const rounded = (value: number): number => Number(value.toPrecision(4))
