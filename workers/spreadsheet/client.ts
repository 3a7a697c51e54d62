import type { Endpoint } from 'comlink'
import { transfer, wrap } from 'comlink'
import type { Sheet, SpreadsheetApi, WorkbookRead } from './api.ts'

/** What a worker is to this file; tests pass a message port. */
export interface SpreadsheetWorker extends Endpoint {
  terminate(): void
}

export const startSpreadsheetWorker = (): SpreadsheetWorker =>
  new Worker(new URL('./spreadsheet.worker.ts', import.meta.url), { type: 'module', name: 'spreadsheet' })

/** Reads a workbook's first sheet off the page's thread. An abort ends the work at once, and its reason is thrown. */
export const readSheet = async (bytes: Uint8Array<ArrayBuffer>, signal?: AbortSignal, start = startSpreadsheetWorker): Promise<WorkbookRead> =>
  withWorker(start, signal, (api) => api.read(transfer(bytes, [bytes.buffer])))

/** Writes a workbook off the page's thread. */
export const writeSheets = async (sheets: readonly Sheet[], signal?: AbortSignal, start = startSpreadsheetWorker): Promise<Uint8Array<ArrayBuffer>> =>
  withWorker(start, signal, (api) => api.write(sheets))

/** One worker for one piece of work: its memory goes with it, and stopping it is ending it. */
async function withWorker<T>(start: () => SpreadsheetWorker, signal: AbortSignal | undefined, work: (api: SpreadsheetApi) => Promise<T>): Promise<T> {
  signal?.throwIfAborted()
  const worker = start()
  const ended = new Promise<never>((_done, fail) => {
    signal?.addEventListener('abort', () => fail(signal.reason), { once: true })
    // A worker that cannot be loaded says so, and would otherwise never answer.
    worker.addEventListener('error', () => fail(new Error('the spreadsheet worker failed')))
  })
  try {
    return await Promise.race([work(wrap<SpreadsheetApi>(worker)), ended])
  } finally {
    worker.terminate()
  }
}
