import { makeObservable, observableRef, runInAction } from 'mobx'
import type { Entity } from '../../../contract/entity/define.ts'
import type { Words } from '../../../contract/entity/field.ts'
import type { ImportJob } from '../../../contract/entity/routes.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { TableFormat, WorkbookFault, WorkbookRead } from '../../../workers/spreadsheet/api.ts'
import type { EntityClient } from '../../net/entityClient.ts'
import { CallFailure } from '../../net/failure.ts'
import type { ImportRows } from './sheets.ts'
import { columnWords, importRows } from './sheets.ts'

export type ImportState =
  | {
      readonly kind: 'choose'
      readonly failure: Words | null
      /** The file is kept: its text can be read in an encoding that the user chooses. */
      readonly needsEncoding?: boolean
    }
  | { readonly kind: 'reading' }
  | { readonly kind: 'checking'; readonly count: number }
  | {
      readonly kind: 'checked'
      readonly job: ImportJob
      readonly sheet: ImportRows
      /** How a text file was read; absent for workbooks. */ readonly format?: TableFormat | undefined
    }
  | {
      readonly kind: 'running'
      readonly job: ImportJob
      readonly isStopping: boolean
      /** Reason if the current progress is unavailable. */ readonly failure: Words | null
    }
  | { readonly kind: 'ended'; readonly job: ImportJob }

/** Faulty cell, in the row numbers of the file. */
export interface ImportFault {
  readonly row: number
  readonly column: Words
  /** Content of the cell as text; empty if the cell is empty. */
  readonly value: string
  readonly words: Words
}

export interface ImportOptions {
  readonly entity: Entity
  readonly client: Pick<EntityClient, 'importCheck' | 'importStep'>
  readonly read: (
    bytes: Uint8Array<ArrayBuffer>,
    signal: AbortSignal,
    format: Partial<TableFormat>,
  ) => Promise<WorkbookRead>
  readonly pollMs?: number
}

const noRows: Words = { en: 'There are no rows in the file', zh: '文件中没有数据' }
const tooLarge: Words = {
  en: `The file is too large: up to ${limits.entity.importRows} rows, ${limits.sheet.columns} columns and ${limits.sheet.bytes / 1024 / 1024} MB`,
  zh: `文件过大：最多 ${limits.entity.importRows} 行、${limits.sheet.columns} 列、${limits.sheet.bytes / 1024 / 1024} MB`,
}

const noEncoding: Words = {
  en: 'Unknown character encoding. Choose the encoding of the file.',
  zh: '无法识别文件的字符编码，请选择文件的编码',
}
const openQuote = (line: number): Words => ({
  en: `A quotation mark in line ${line} has no closing one. Close it, or double it if it belongs to the text.`,
  zh: `第 ${line} 行的双引号没有闭合：请补上右引号；如引号属于文字内容，请连写两个`,
})
const faultWords: Readonly<Record<WorkbookFault, Words>> = {
  format: errors['import.format'].words,
  encoding: noEncoding,
  large: tooLarge,
  empty: noRows,
}

/** Message of the specification (section 8), with the missing columns. */
const noTemplate = (missing: readonly Words[]): Words => {
  const { en, zh } = errors['import.format'].words
  if (missing.length === 0) return { en, zh }
  return {
    en: `${en}: ${missing.map((column) => column.en).join(', ')}`,
    zh: `${zh}：${missing.map((column) => column.zh).join('、')}`,
  }
}

/**
 * One import: the file is read here, checked by the server, then started by the user, and can be stopped at any time.
 */
export class ImportRun {
  state: ImportState = { kind: 'choose', failure: null }
  readonly #options: ImportOptions
  #running = new AbortController()
  /** Row numbers in the file, by index of the imported row. */
  #places: readonly number[] = []
  #rows: ImportRows['rows'] = []
  #file: { readonly file: Blob; readonly project: string | undefined } | null = null

  constructor(options: ImportOptions) {
    this.#options = options
    makeObservable(this, { state: observableRef })
  }

  /** Reads the chosen file again with another format of its text, for another project if given. */
  async reread(format: Partial<TableFormat>, project = this.#file?.project): Promise<void> {
    if (this.#file) await this.choose(this.#file.file, project, format)
  }

  /**
   * Reads a file and sends it to the server for validation. Writes nothing. `given` sets parts of the format of a text
   * file; the others are detected.
   */
  async choose(file: Blob, project: string | undefined, given: Partial<TableFormat> = {}): Promise<void> {
    const { entity, client, read } = this.#options
    const signal = this.#begin()
    this.#file = { file, project }
    try {
      if (file.size > limits.sheet.bytes) return this.#to(signal, { kind: 'choose', failure: tooLarge })
      this.#to(signal, { kind: 'reading' })
      const found = await read(new Uint8Array(await file.arrayBuffer()), signal, given)
      if (!found.sheet)
        return this.#to(signal, {
          kind: 'choose',
          failure: found.fault === 'quote' ? openQuote(found.line) : faultWords[found.fault],
          ...(found.fault === 'encoding' && { needsEncoding: true }),
        })
      const { sheet, format } = found
      const rows = importRows(entity, sheet, format)
      if (!rows.rows) return this.#to(signal, { kind: 'choose', failure: noTemplate(rows.missing) })
      if (rows.rows.length === 0) return this.#to(signal, { kind: 'choose', failure: noRows })
      this.#to(signal, { kind: 'checking', count: rows.rows.length })
      const job = await client.importCheck(rows.rows, project, {
        signal,
        quiet: true,
        headers: { repeatSubmit: false },
      })
      this.#places = rows.places
      this.#rows = rows.rows
      this.#to(signal, { kind: 'checked', job, sheet: rows, format })
    } catch (thrown) {
      this.#fail(signal, thrown)
    }
  }

  /** Starts writing the checked rows and polls the progress until the import ends. */
  async start(): Promise<void> {
    if (this.state.kind !== 'checked') return
    const { id } = this.state.job
    const signal = this.#begin()
    try {
      await this.#follow(signal, await this.#options.client.importStep(id, 'start', { signal, quiet: true }))
    } catch (thrown) {
      this.#fail(signal, thrown)
    }
  }

  /** Requests a rollback of the written rows. The import has ended when the server reports it. */
  async stop(): Promise<void> {
    if (this.state.kind !== 'running') return
    const { job } = this.state
    const { signal } = this.#running
    this.#to(signal, { kind: 'running', job, isStopping: true, failure: this.state.failure })
    try {
      await this.#options.client.importStep(job.id, 'stop', { quiet: true })
    } catch (thrown) {
      // The import may have ended at the same moment; the next progress request reports it.
      if (!(thrown instanceof CallFailure)) throw thrown
    }
  }

  /** Returns to the file selection and aborts reading and checking. */
  cancel(failure: Words | null = null): void {
    this.#running.abort()
    runInAction(() => {
      this.state = { kind: 'choose', failure }
    })
  }

  /** Aborts all requests. */
  dispose(): void {
    this.#running.abort()
  }

  /** Faulty cells by the row numbers and columns of the file. */
  get faults(): readonly ImportFault[] {
    if (this.state.kind !== 'checked' && this.state.kind !== 'ended') return []
    const { faults } = this.state.job
    return faults.map(({ row, field, words }) => ({
      row: this.#places[row - 1] ?? row + 1,
      column: columnWords(this.#options.entity, field),
      value: String(this.#rows[row - 1]?.[field] ?? ''),
      words,
    }))
  }

  #begin(): AbortSignal {
    this.#running.abort()
    this.#running = new AbortController()
    return this.#running.signal
  }

  async #follow(signal: AbortSignal, first: ImportJob): Promise<void> {
    let job = first
    let failure: Words | null = null
    while (job.state === 'running') {
      const isStopping = this.state.kind === 'running' && this.state.isStopping
      this.#to(signal, { kind: 'running', job, isStopping, failure })
      await pause(this.#options.pollMs ?? limits.entity.importPollMs, signal)
      if (signal.aborted) return
      ;({ job, failure } = await this.#readProgress(signal, job))
    }
    this.#to(signal, { kind: 'ended', job })
  }

  /**
   * Reads the progress. The import continues while the server does not answer, so the last known progress is returned
   * with the failure.
   */
  async #readProgress(
    signal: AbortSignal,
    last: ImportJob,
  ): Promise<{ readonly job: ImportJob; readonly failure: Words | null }> {
    try {
      return { job: await this.#options.client.importStep(last.id, 'read', { signal, quiet: true }), failure: null }
    } catch (thrown) {
      if (thrown instanceof CallFailure && thrown.isUnsure) return { job: last, failure: thrown.words }
      throw thrown
    }
  }

  #to(signal: AbortSignal, state: ImportState): void {
    if (!signal.aborted)
      runInAction(() => {
        this.state = state
      })
  }

  #fail(signal: AbortSignal, thrown: unknown): void {
    if (signal.aborted) return
    if (!(thrown instanceof CallFailure)) throw thrown
    this.#to(signal, { kind: 'choose', failure: thrown.words })
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((done) => {
    const timer = setTimeout(done, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        done()
      },
      { once: true },
    )
  })
