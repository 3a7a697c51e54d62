import { transfer } from 'comlink'
import type { WorkbookRead } from './read.ts'
import { readWorkbook } from './read.ts'
import type { Sheet } from './write.ts'
import { writeWorkbook } from './write.ts'

export type { ReadSheet, WorkbookFault, WorkbookRead } from './read.ts'
export type { Sheet, SheetCell } from './write.ts'

/** API of the worker, called through Comlink. */
export interface SpreadsheetApi {
  /** Returns the rows of the first sheet, or the reason why the file is rejected. */
  read(bytes: Uint8Array): Promise<WorkbookRead>
  /** Returns the workbook as bytes. */
  write(sheets: readonly Sheet[]): Promise<Uint8Array<ArrayBuffer>>
}

export const createSpreadsheet = (): SpreadsheetApi => ({
  read: (bytes) => Promise.resolve(readWorkbook(bytes)),
  write: (sheets) => {
    const bytes = writeWorkbook(sheets)
    return Promise.resolve(transfer(bytes, [bytes.buffer]))
  },
})
