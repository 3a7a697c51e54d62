import { move, transferableSymbol, valueSymbol } from 'piscina'
import { Refusal } from '../../contract/errors.ts'
import type { TaskMessage, TaskResult } from './messages.ts'
import { tasks } from './tasks.ts'

/** Runs one task in a worker thread. */
export async function runTask({ name, input }: TaskMessage): Promise<unknown> {
  try {
    const task = tasks[name] as (input: unknown) => unknown
    const value = await task(input)
    return move({ [transferableSymbol]: buffersIn(value), [valueSymbol]: { kind: 'value', value } satisfies TaskResult })
  } catch (cause) {
    if (cause instanceof Refusal) return { kind: 'refusal', error: cause.error, problems: cause.problems, detail: cause.detail } satisfies TaskResult
    throw cause
  }
}

/** The memory of the chunks of a sheet, which is transferred instead of copied. */
function buffersIn(value: unknown): ArrayBuffer[] {
  const parsed = value as { readonly value?: { readonly chunks?: readonly Uint8Array<ArrayBuffer>[] } } | null
  return parsed?.value?.chunks?.map(({ buffer }) => buffer) ?? []
}
