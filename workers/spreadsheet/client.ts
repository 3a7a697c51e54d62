import type { Endpoint } from 'comlink'
import { transfer, wrap } from 'comlink'
import type { Sheet, SpreadsheetApi, TableFormat, WorkbookRead } from './api.ts'

/** The part of a Worker used here. Tests pass a message port. */
export interface SpreadsheetWorker extends Endpoint {
  terminate(): void
}

export const startSpreadsheetWorker = (): SpreadsheetWorker =>
  new Worker(new URL('./spreadsheet.worker.ts', import.meta.url), { type: 'module', name: 'spreadsheet' })

/**
 * Reads the first sheet of a workbook or text table in a worker. `format` sets parts of the format of a text table. Transfers `bytes`. An abort terminates the worker and throws the
 * signal's reason.
 */
export const readSheet = async (
  bytes: Uint8Array<ArrayBuffer>,
  signal?: AbortSignal,
  format: Partial<TableFormat> = {},
  start = startSpreadsheetWorker,
): Promise<WorkbookRead> => withWorker(start, signal, (api) => api.read(transfer(bytes, [bytes.buffer]), format))

/** Writes a workbook in a worker. */
export const writeSheets = async (
  sheets: readonly Sheet[],
  signal?: AbortSignal,
  start = startSpreadsheetWorker,
): Promise<Uint8Array<ArrayBuffer>> => withWorker(start, signal, (api) => api.write(sheets))

/** Starts one worker per task, so that terminating it cancels the task and frees its memory. */
async function withWorker<T>(
  start: () => SpreadsheetWorker,
  signal: AbortSignal | undefined,
  work: (api: SpreadsheetApi) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted()
  const worker = start()
  const ended = new Promise<never>((_done, fail) => {
    signal?.addEventListener('abort', () => fail(signal.reason), { once: true })
    // A worker that fails to load reports an error event and never answers.
    worker.addEventListener('error', () => fail(new Error('the spreadsheet worker failed')))
  })
  try {
    return await Promise.race([work(wrap<SpreadsheetApi>(worker)), ended])
  } finally {
    worker.terminate()
  }
}
