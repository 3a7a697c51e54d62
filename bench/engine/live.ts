import { TagTable } from '../../engine/bindings/index.ts'
import type { TagBatch } from '../../engine/bindings/index.ts'
import { startTelemetryWorker, TelemetryClient } from '../../workers/telemetry/client.ts'
import { makeItems } from '../browser/workload.ts'
import { pointsPerDevice } from '../telemetry/names.ts'
import { createDrawing, openDrawing, startApplication } from './drawing.ts'

/** Messages received and displayed during the measurement. */
export interface Watched {
  /** Time from a value's source time to the frame after the one that drew it, one entry per displayed message. */
  readonly latenciesMs: readonly number[]
  readonly framesPerSecond: number
  /** Values that reached the page, and values replaced by newer ones before. */
  readonly shownPerSecond: number
  readonly conflatedPerSecond: number
  readonly malformed: number
  readonly largestBatch: number
}

/** A running drawing with values from a broker through the product's own worker. */
export interface Live {
  watch(durationMs: number): Promise<Watched>
}

export async function openLive(root: HTMLElement, count: number, url: string): Promise<Live> {
  const tags = new TagTable()
  const app = await startApplication(root)
  const { stage, runner } = openDrawing(app, createDrawing(makeItems(count)), 'run', tags)
  const needed = runner?.requiredTags ?? []
  let shown = 0
  let largestBatch = 0
  const sink = {
    writeBatch(batch: TagBatch) {
      shown += batch.count
      largestBatch = Math.max(largestBatch, batch.count)
      tags.writeBatch(batch)
    },
    markStale: () => tags.markStale('all'),
  }
  const client = new TelemetryClient({ startWorker: startTelemetryWorker, sink })
  client.watch(
    needed,
    Uint32Array.from(needed, (tag) => tags.indexOf(tag)),
  )
  client.connect({ url, token: 'bench', clientName: 'bench' })

  // A device sends all its points in one message, so one point per device represents the message.
  const seenAt = new Float64Array(Math.ceil(count / pointsPerDevice))
  let latencies: number[] = []
  let frames = 0
  stage.beforeDraw(() => {
    frames++
    const fresh: number[] = []
    for (let device = 0; device < seenAt.length; device++) {
      const at = tags.times[device * pointsPerDevice] ?? 0
      if (at !== seenAt[device]) fresh.push(at)
      seenAt[device] = at
    }
    requestAnimationFrame(() => {
      const now = performance.timeOrigin + performance.now()
      for (const at of fresh) latencies.push(now - at)
    })
  })

  return {
    async watch(durationMs) {
      const before = { shown, frames, conflated: client.link.conflated, at: performance.now() }
      latencies = []
      await new Promise((resolve) => {
        setTimeout(resolve, durationMs)
      })
      const seconds = (performance.now() - before.at) / 1000
      return {
        latenciesMs: latencies,
        framesPerSecond: (frames - before.frames) / seconds,
        shownPerSecond: (shown - before.shown) / seconds,
        conflatedPerSecond: (client.link.conflated - before.conflated) / seconds,
        malformed: client.link.malformed,
        largestBatch,
      }
    },
  }
}
