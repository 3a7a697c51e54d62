import { availableParallelism } from 'node:os'
import type { Piscina } from 'piscina'
import { ApiError } from '../../contract/errors.ts'
import type { Log } from '../log.ts'
import { findProgram } from '../programs.ts'
import type { TaskMessage, TaskResult } from './messages.ts'
import type { TaskInput, TaskName, TaskOutput } from './tasks.ts'
import { tasks } from './tasks.ts'

/** Smaller inputs run inline, because a worker would take longer. */
export const largeBytes = 64 * 1024

/** At least two, so that a save does not wait for an import. */
const threads = Math.max(2, Math.min(4, availableParallelism() - 1))
const maxWaiting = 32
const idleMs = 60_000
/** Heap limit per thread. Reading the largest valid spreadsheet takes about half of it. */
const memoryMb = 1024
const maxTaskMs = 60_000

export interface Workers {
  /**
   * Runs a task and returns its result. `bytes` is the size of the input and decides whether a worker is used.
   * `transfer`: buffers that are transferred to the worker. Throws the errors of the task, `input.large` if a worker
   * runs out of memory, `server.busy` if too many tasks are queued or the task takes longer than 60 s including its
   * wait.
   */
  run<Name extends TaskName>(
    name: Name,
    input: TaskInput<Name>,
    bytes: number,
    transfer?: readonly ArrayBuffer[],
  ): Promise<TaskOutput<Name>>
  close(): Promise<void>
}

/** Runs every task on the calling thread. */
export const inlineWorkers: Workers = { run: runInline, close: () => Promise.resolve() }

/**
 * Runs large tasks in worker threads, so that they do not block the event loop. Threads start on demand and end when
 * idle.
 */
export function createWorkers(log: Log, options: { readonly memoryMb?: number } = {}): Workers {
  let pool: Promise<Piscina> | undefined
  // Loaded on the first large task to keep the start fast.
  const open = async (): Promise<Piscina> => {
    const { Piscina: Pool } = await import('piscina')
    const program = findProgram('worker')
    const opened = new Pool({
      filename: program.path,
      name: 'runTask',
      execArgv: [...program.execArgv],
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: idleMs,
      maxQueue: maxWaiting,
      resourceLimits: { maxOldGenerationSizeMb: options.memoryMb ?? memoryMb },
    })
    opened.on('error', (cause) => log.error('a worker thread failed', { cause }))
    return opened
  }
  return {
    async run<Name extends TaskName>(
      name: Name,
      input: TaskInput<Name>,
      bytes: number,
      transfer: readonly ArrayBuffer[] = [],
    ): Promise<TaskOutput<Name>> {
      if (bytes < largeBytes) return runInline(name, input)
      const message: TaskMessage = { name, input }
      const result = (await (
        await (pool ??= open())
      )
        .run(message, { transferList: [...transfer], signal: AbortSignal.timeout(maxTaskMs) })
        .catch((cause: unknown) => {
          const refusal = toTaskError(cause)
          if (refusal) log.warn('a worker pool task was terminated', { task: name, bytes, cause })
          throw refusal ?? cause
        })) as TaskResult
      if (result.kind === 'refusal')
        throw new ApiError(result.error, {
          ...(result.problems && { problems: result.problems }),
          ...(result.detail && { detail: result.detail }),
        })
      return result.value as TaskOutput<Name>
    },
    close: async () => {
      await (await pool)?.destroy()
    },
  }
}

async function runInline<Name extends TaskName>(name: Name, input: TaskInput<Name>): Promise<TaskOutput<Name>> {
  const task = tasks[name] as (input: TaskInput<Name>) => TaskOutput<Name> | Promise<TaskOutput<Name>>
  return task(input)
}

function toTaskError(cause: unknown): ApiError | undefined {
  if (!(cause instanceof Error)) return undefined
  if ('code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY') return new ApiError('input.large')
  return cause.name === 'AbortError' || cause.message === 'Task queue is at limit'
    ? new ApiError('server.busy')
    : undefined
}
