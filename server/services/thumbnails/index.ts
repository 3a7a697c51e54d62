import { type ChildProcess, fork } from 'node:child_process'
import { ApiError } from '../../../contract/errors.ts'
import { findProgram } from '../../programs.ts'
import type { Workers } from '../../workerPool/index.ts'
import type { PaintResponse, PaintRequest } from './paint.ts'

/** Time limit in milliseconds for chart layout. Slower drawings get a thumbnail without charts. */
const timeoutMs = 4_000
/** Additional time in milliseconds for the first request of a process, which loads the chart library. */
const startMs = 10_000
const maxMegabytes = 256
const maxPictures = 24
/** Cache limits and the maximum queue length. */
const maxCached = 200
const maxCachedCharacters = 40_000_000
const maxWaiting = 20

/**
 * Thumbnails of drawings as SVG, with charts but without live values. Charts are laid out in a child process that is
 * killed on timeout, so that a drawing cannot block the server. Each is painted once; `mark` changes with the drawing.
 */
export function createThumbnails(workers: Workers) {
  const cache = new Map<string, string>()
  let cachedCharacters = 0
  let waiting = 0
  let painter: ChildProcess | undefined
  let previous: Promise<unknown> = Promise.resolve()

  const store = (mark: string, svg: string): void => {
    cache.set(mark, svg)
    cachedCharacters += svg.length
    for (const [oldest, { length }] of cache) {
      if (cache.size <= maxCached && cachedCharacters <= maxCachedCharacters) break
      cache.delete(oldest)
      cachedCharacters -= length
    }
  }

  const paint = async (drawing: PaintRequest['drawing']): Promise<string | undefined> => {
    const isFresh = painter === undefined
    painter ??= startPainter()
    const svg = await requestPaint(painter, drawing, timeoutMs + (isFresh ? startMs : 0))
    if (svg === undefined) {
      painter.kill('SIGKILL')
      painter = undefined
    }
    return svg
  }

  const paintWithCharts = async (
    mark: string,
    drawing: PaintRequest['drawing'],
    count: number,
    createPlain: () => string,
  ): Promise<string> => {
    if (count === 0 || count > maxPictures || waiting >= maxWaiting) return createPlain()
    waiting++
    const queued = previous.then(() => paint(drawing))
    previous = queued.catch(() => undefined)
    try {
      const svg = (await queued) ?? createPlain()
      store(mark, svg)
      return svg
    } finally {
      waiting--
    }
  }

  return {
    /** Thumbnail of a stored drawing, or of one that `stored` returns. Large ones are painted in the worker pool. */
    async getStoredThumbnail(mark: string, stored: string | (() => Promise<string>)): Promise<string> {
      const cached = cache.get(mark)
      if (cached !== undefined) return cached
      const body = typeof stored === 'string' ? stored : await stored()
      const { problems, value } = await workers.run('drawThumbnail', body, body.length)
      if (problems) throw new ApiError('drawing.invalid', { problems })
      if (value.charts === 0) store(mark, value.svg)
      return paintWithCharts(mark, body, value.charts, () => value.svg)
    },
  }
}

export type Thumbnails = ReturnType<typeof createThumbnails>

/** The child process does not keep the server alive and exits when the IPC channel closes. */
function startPainter(): ChildProcess {
  const program = findProgram('painter')
  const painter = fork(program.path, {
    execArgv: [...program.execArgv, `--max-old-space-size=${maxMegabytes}`],
    serialization: 'advanced',
    stdio: 'ignore',
  })
  painter.unref()
  painter.channel?.unref()
  return painter
}

/** Returns undefined on timeout or if the process exits. */
function requestPaint(
  painter: ChildProcess,
  drawing: PaintRequest['drawing'],
  waitMs: number,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const end = (svg: string | undefined): void => {
      clearTimeout(timer)
      painter.removeAllListeners()
      painter.channel?.unref()
      resolve(svg)
    }
    const timer = setTimeout(() => end(undefined), waitMs)
    painter.channel?.ref()
    painter.once('message', (answer) => end(isPaintResponse(answer) ? answer.svg : undefined))
    painter.once('error', () => end(undefined))
    painter.once('exit', () => end(undefined))
    painter.send({ drawing } satisfies PaintRequest, (error) => {
      if (error) end(undefined)
    })
  })
}

const isPaintResponse = (answer: unknown): answer is PaintResponse =>
  typeof answer === 'object' && answer !== null && 'svg' in answer && typeof answer.svg === 'string'
