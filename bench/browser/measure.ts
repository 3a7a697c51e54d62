import type { Engine, EngineKind, Mode } from './engine.ts'
import { firstValues, makeChanges, makeItems, seededRandom } from './workload.ts'

/** Results of a sequence of frames. */
export interface Frames {
  /** Script time of each frame in milliseconds, in order. */
  readonly scriptMs: readonly number[]
  readonly perSecond: number
}

/** Duration of a measurement: long enough for stable results, bounded for slow engines. */
export interface Span {
  readonly durationMs: number
  readonly warmUpMs: number
}

const seed = 20_261_121
const panPixels = 200
const framesARound = 60

/**
 * Starts an engine and opens the drawing. `ms` is the time until the browser has presented the first frame. Waits for
 * the GPU process of a newly started browser first, because otherwise an engine with faster preparation would pay for
 * it.
 */
export async function open(
  kind: EngineKind,
  root: HTMLDivElement,
  text: string,
  mode: Mode,
): Promise<{ engine: Engine; ms: number }> {
  document.createElement('canvas').getContext('webgl2')?.finish()
  await presented()
  const start = performance.now()
  const engine = kind.start(root)
  await engine.open(text, mode)
  await presented()
  return { engine, ms: performance.now() - start }
}

/** Sets a value on every component, so that all are live in the following measurement. */
export async function goLive(engine: Engine, count: number): Promise<void> {
  for (const change of firstValues(count)) engine.set(change)
  engine.flush()
  await presented()
}

/** Sets `changesAFrame` new values before each frame. Generating the values is not timed. */
export function changeFrames(engine: Engine, count: number, changesAFrame: number, span: Span): Promise<Frames> {
  const changes = makeChanges(count, seed)
  let batch = changes(changesAFrame)
  return frames(span, {
    prepare: () => {
      batch = changes(changesAFrame)
    },
    draw() {
      for (const change of batch) engine.set(change)
      engine.flush()
    },
  })
}

/** Pans from side to side at the current zoom. */
export async function panFrames(engine: Engine, span: Span): Promise<Frames> {
  const panned = await frames(span, {
    draw(frame) {
      const angle = (frame / framesARound) * 2 * Math.PI
      engine.pan(Math.round(panPixels * Math.sin(angle)), Math.round((panPixels / 2) * Math.sin(angle / 2)))
      engine.flush()
    },
  })
  engine.pan(0, 0)
  return panned
}

/** Zooms in to factor four and back, so that the level of detail changes. */
export function zoomFrames(engine: Engine, span: Span): Promise<Frames> {
  return frames(span, {
    draw(frame) {
      const angle = (frame / framesARound) * 2 * Math.PI
      engine.zoom(4 ** ((1 - Math.cos(angle)) / 2))
      engine.flush()
    },
  })
}

/** Repeatedly moves a selection and undoes the move if the engine supports it. */
export async function commands(engine: Engine, count: number, moved: number, span: Span) {
  const random = seededRandom(seed)
  engine.select?.([...new Set(Array.from({ length: moved * 2 }, () => Math.floor(random() * count)))].slice(0, moved))
  const moveMs: number[] = []
  const undoMs: number[] = []
  const start = performance.now()
  do {
    await nextFrame()
    moveMs.push(timed(() => engine.move?.(3, 2)))
    await nextFrame()
    if (engine.undo) undoMs.push(timed(() => engine.undo?.()))
  } while (performance.now() - start < span.durationMs)
  return { moveMs, undoMs }
}

/** Returns the drawing file. The items are released once it is written. */
export const written = (kind: EngineKind, count: number): string => kind.write(makeItems(count))

interface Steps {
  readonly prepare?: () => void
  readonly draw: (frame: number) => void
}

function frames({ durationMs, warmUpMs }: Span, { prepare, draw }: Steps): Promise<Frames> {
  return new Promise((resolve, reject) => {
    const scriptMs: number[] = []
    const startedAt = performance.now()
    let counted = 0
    let frame = 0
    const step = () => {
      // Requested first, so that the browser's work for the next frame counts for no engine that also requests one.
      const next = requestAnimationFrame(step)
      try {
        prepare?.()
        const ms = timed(() => draw(frame++))
        const now = performance.now()
        // Counting starts with the first frame after the warm-up, whatever the duration of warm-up frames.
        if (counted === 0 && now - startedAt >= warmUpMs) counted = now
        else if (counted > 0) scriptMs.push(ms)
        if (counted > 0 && now - counted >= durationMs && scriptMs.length > 2) {
          cancelAnimationFrame(next)
          resolve({ scriptMs, perSecond: (scriptMs.length * 1000) / (now - counted) })
        }
      } catch (error) {
        cancelAnimationFrame(next)
        reject(error)
      }
    }
    requestAnimationFrame(step)
  })
}

function timed(work: () => void): number {
  const start = performance.now()
  work()
  return performance.now() - start
}

const nextFrame = () =>
  new Promise<number>((resolve) => {
    requestAnimationFrame(resolve)
  })

/** Waits two frames: the first callback runs before the frame is presented, the second after. */
async function presented(): Promise<void> {
  await nextFrame()
  await nextFrame()
}
