import { type ChildProcess, fork } from 'node:child_process'
import { catalog } from '@mimic/engine/catalog'
import type { Drawing } from '@mimic/engine/document'
import { svgOf } from '@mimic/engine/paint'
import { picturesIn } from '@mimic/engine/pictures'
import { ApiError } from '../../../contract/errors.ts'
import { findProgram } from '../../programs.ts'
import type { Workers } from '../../workerPool/index.ts'
import type { PaintAnswer, PaintAsked } from './paint.ts'

/** Time limit in milliseconds for chart layout. Slower drawings get a thumbnail without charts. */
const longestMs = 4_000
/** Additional time in milliseconds for the first request of a process, which loads the chart library. */
const startMs = 10_000
const mostMegabytes = 256
const mostPictures = 24
/** Cache limits and the maximum queue length. */
const mostKept = 200
const mostKeptCharacters = 40_000_000
const mostWaiting = 20

/**
 * Thumbnails of drawings as SVG, with charts but without live values. Charts are laid out in a child process that is
 * killed on timeout, so that a drawing cannot block the server. Each is painted once; `mark` changes with the drawing.
 */
export function createThumbnails(workers: Workers) {
  const kept = new Map<string, string>()
  let keptCharacters = 0
  let waiting = 0
  let painter: ChildProcess | undefined
  let before: Promise<unknown> = Promise.resolve()

  const keep = (mark: string, svg: string): void => {
    kept.set(mark, svg)
    keptCharacters += svg.length
    for (const [oldest, { length }] of kept) {
      if (kept.size <= mostKept && keptCharacters <= mostKeptCharacters) break
      kept.delete(oldest)
      keptCharacters -= length
    }
  }

  const painted = async (drawing: PaintAsked['drawing']): Promise<string | undefined> => {
    const isFresh = painter === undefined
    painter ??= startPainter()
    const svg = await ask(painter, drawing, longestMs + (isFresh ? startMs : 0))
    if (svg === undefined) {
      painter.kill('SIGKILL')
      painter = undefined
    }
    return svg
  }

  const withCharts = async (mark: string, drawing: PaintAsked['drawing'], count: number, plain: () => string): Promise<string> => {
    if (count === 0 || count > mostPictures || waiting >= mostWaiting) return plain()
    waiting++
    const turn = before.then(() => painted(drawing))
    before = turn.catch(() => undefined)
    try {
      const svg = await turn ?? plain()
      keep(mark, svg)
      return svg
    } finally {
      waiting--
    }
  }

  return {
    async of(mark: string, drawing: Drawing): Promise<string> {
      return kept.get(mark) ?? withCharts(mark, drawing, picturesIn(drawing, catalog).length, () => svgOf(drawing, catalog))
    },

    /** Thumbnail of a stored drawing. Large ones are read and painted in the worker pool. */
    async ofStored(mark: string, body: string): Promise<string> {
      const known = kept.get(mark)
      if (known !== undefined) return known
      const { problems, value } = await workers.run('drawThumbnail', body, body.length)
      if (problems) throw new ApiError('drawing.invalid', { problems })
      if (value.charts === 0) keep(mark, value.svg)
      return withCharts(mark, body, value.charts, () => value.svg)
    },
  }
}

export type Thumbnails = ReturnType<typeof createThumbnails>

/** The child process does not keep the server alive and exits when the IPC channel closes. */
function startPainter(): ChildProcess {
  const program = findProgram('painter')
  const painter = fork(program.path, { execArgv: [...program.execArgv, `--max-old-space-size=${mostMegabytes}`], serialization: 'advanced', stdio: 'ignore' })
  painter.unref()
  painter.channel?.unref()
  return painter
}

/** Returns undefined on timeout or if the process exits. */
function ask(painter: ChildProcess, drawing: PaintAsked['drawing'], waitMs: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const end = (svg: string | undefined): void => {
      clearTimeout(timer)
      painter.removeAllListeners()
      painter.channel?.unref()
      resolve(svg)
    }
    const timer = setTimeout(() => end(undefined), waitMs)
    painter.channel?.ref()
    painter.once('message', (answer) => end(isAnswer(answer) ? answer.svg : undefined))
    painter.once('error', () => end(undefined))
    painter.once('exit', () => end(undefined))
    painter.send({ drawing } satisfies PaintAsked, (failed) => { if (failed) end(undefined) })
  })
}

const isAnswer = (answer: unknown): answer is PaintAnswer => typeof answer === 'object' && answer !== null && 'svg' in answer && typeof answer.svg === 'string'
