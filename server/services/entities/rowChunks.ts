import type { Cell } from '../../../contract/entity/spreadsheetCells.ts'

export type SheetRow = Readonly<Record<string, Cell>>

const rowsPerChunk = 500

/**
 * Rows of a large sheet as chunks of JSON text, validated and written in the worker pool. Parsing a chunk takes a few
 * milliseconds.
 */
export class RowChunks {
  readonly chunks: readonly Uint8Array[]

  constructor(chunks: readonly Uint8Array[]) {
    this.chunks = chunks
  }

  /** Parses all rows and yields to other requests after each chunk. */
  async read(): Promise<SheetRow[]> {
    const rows: SheetRow[] = []
    for (const chunk of this.chunks) {
      for (const row of parseChunk(chunk)) rows.push(row)
      await new Promise((done) => {
        setImmediate(done)
      })
    }
    return rows
  }
}

/** Writes validated rows as chunks, each in its own buffer, so that it can be transferred between threads. */
export function writeChunks(rows: readonly SheetRow[]): Uint8Array<ArrayBuffer>[] {
  const encoder = new TextEncoder()
  return Array.from({ length: Math.ceil(rows.length / rowsPerChunk) }, (_, n) =>
    encoder.encode(JSON.stringify(rows.slice(n * rowsPerChunk, (n + 1) * rowsPerChunk))),
  )
}

const parseChunk = (chunk: Uint8Array): SheetRow[] => JSON.parse(new TextDecoder().decode(chunk)) as SheetRow[]
