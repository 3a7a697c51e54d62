import { transfer } from 'comlink'
import type { WorkbookRead } from './read.ts'
import { readWorkbook } from './read.ts'
import type { Sheet } from './write.ts'
import { writeWorkbook } from './write.ts'

export type { ReadSheet, WorkbookFault, WorkbookRead } from './read.ts'
export type { Sheet, SheetCell } from './write.ts'

/** The worker's only door; spoken over Comlink. */
export interface SpreadsheetApi {
  /** The first sheet's rows, or why this is no workbook that is taken. */
  read(bytes: Uint8Array): Promise<WorkbookRead>
  /** A workbook of these sheets. */
  write(sheets: readonly Sheet[]): Promise<Uint8Array<ArrayBuffer>>
}

export const createSpreadsheet = (): SpreadsheetApi => ({
  read: (bytes) => Promise.resolve(readWorkbook(bytes)),
  write: (sheets) => {
    const bytes = writeWorkbook(sheets)
    return Promise.resolve(transfer(bytes, [bytes.buffer]))
  },
})
