import { move, transferableSymbol, valueSymbol } from 'piscina'
import { ApiError } from '../../contract/errors.ts'
import type { SheetBody } from '../http/request/largeBodies.ts'
import type { ViewDrawing } from '../services/drawings/checkDrawing.ts'
import type { TaskMessage, TaskResult } from './messages.ts'
import { tasks } from './tasks.ts'

/** Runs one task in a worker thread. */
export async function runTask({ name, input }: TaskMessage): Promise<unknown> {
  try {
    const task = tasks[name] as (input: unknown) => unknown
    const value = await task(input)
    return move({
      [transferableSymbol]: buffersIn(value),
      [valueSymbol]: { kind: 'value', value } satisfies TaskResult,
    })
  } catch (cause) {
    if (cause instanceof ApiError)
      return {
        kind: 'refusal',
        error: cause.error,
        problems: cause.problems,
        detail: cause.detail,
      } satisfies TaskResult
    throw cause
  }
}

/** Buffers of spreadsheet chunks and drawing texts, which are transferred instead of copied. */
function buffersIn(result: unknown): ArrayBuffer[] {
  const { chunks = [], drawing } = (result as { readonly value?: Partial<SheetBody & ViewDrawing> } | null)?.value ?? {}
  return [...chunks, ...(drawing instanceof Uint8Array ? [drawing] : [])].map(({ buffer }) => buffer)
}
