import { transfer } from 'comlink'
import type { TableFormat } from './delimited.ts'
import type { WorkbookRead } from './read.ts'
import { readTable } from './read.ts'
import type { Sheet } from './write.ts'
import { writeWorkbook } from './write.ts'

export type { TableFormat } from './delimited.ts'
export type { ReadSheet, WorkbookFault, WorkbookRead } from './read.ts'
export type { Sheet, SheetCell } from './write.ts'

/** API of the worker, called through Comlink. */
export interface SpreadsheetApi {
  /** Returns the rows of the first sheet, or the reason why the file is rejected. */
  read(bytes: Uint8Array, format?: Partial<TableFormat>): Promise<WorkbookRead>
  /** Returns the workbook as bytes. */
  write(sheets: readonly Sheet[]): Promise<Uint8Array<ArrayBuffer>>
}

export const createSpreadsheet = (): SpreadsheetApi => ({
  read: (bytes, format) => Promise.resolve(readTable(bytes, format)),
  write: (sheets) => {
    const bytes = writeWorkbook(sheets)
    return Promise.resolve(transfer(bytes, [bytes.buffer]))
  },
})
