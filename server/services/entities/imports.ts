import { sql } from 'kysely'
import type { Cell } from '../../../contract/entity/cells.ts'
import { isInSheets, readCell } from '../../../contract/entity/cells.ts'
import { formFields } from '../../../contract/entity/define.ts'
import type { EntityField, EntityValue, EntityValues } from '../../../contract/entity/field.ts'
import { readValues } from '../../../contract/entity/read.ts'
import type { CellFault, ImportJob } from '../../../contract/entity/routes.ts'
import { Refusal } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { EntityTable, StoredRow } from '../../database/entityColumns.ts'
import { named } from '../../database/entityColumns.ts'
import { deleteRows, frameOf, readRows } from '../../database/entityRows.ts'
import type { NewRow } from '../../database/entityRows.ts'
import type { Db } from '../../database/index.ts'
import type { Log } from '../../log.ts'
import { audit } from '../audit.ts'
import { takenFaults, takenOr, wordsOf } from './faults.ts'
import type { Written } from './hooks.ts'
import { newId } from './ids.ts'
import type { Author, EntityImports, EntityService } from './types.ts'
import { nameOf } from './types.ts'
import type { createWriting } from './writing.ts'

type SheetRow = Readonly<Record<string, Cell>>

interface Job {
  readonly id: string
  readonly account: string
  readonly project: string
  faults: readonly CellFault[]
  faultCount: number
  readonly total: number
  /** Let go once they are written. */
  values: readonly EntityValues[]
  state: ImportJob['state']
  done: number
  isStopping: boolean
  running: Promise<void> | undefined
  touchedAt: number
}

const chunkRows = 500
const forgetMs = 60 * 60 * 1000
const takenAtOnce = 2_000

export interface ImportParts {
  readonly db: Db
  readonly table: EntityTable
  readonly writing: ReturnType<typeof createWriting>
  readonly serviceOf: (name: string) => EntityService
  readonly log: Log
}

/**
 * Rows from a spreadsheet: checked whole, then written chunk by chunk, so that others are served in between; the embedded
 * database has one connection, which one long transaction would hold from everybody. What is written is noted, and taken away
 * again after a stop, a failure or, at the next start, a crash: in the end there are all rows or none.
 */
export function createImports({ db, table, writing, serviceOf, log }: ImportParts): EntityImports {
  const { entity } = table
  const jobs = new Map<string, Job>()

  const jobOf = (author: Author, id: string): Job => {
    const job = jobs.get(id)
    if (!job || job.account !== accountOf(author)) throw new Refusal('object.missing')
    job.touchedAt = Date.now()
    return job
  }

  const forget = (): void => {
    for (const [id, job] of jobs) if (job.running === undefined && Date.now() - job.touchedAt > forgetMs) jobs.delete(id)
  }

  const write = async (author: Author, job: Job): Promise<void> => {
    try {
      for (let from = 0; from < job.values.length; from += chunkRows) {
        if (job.isStopping) break
        await writeChunk(author, job, from)
      }
      // Asked to stop while the last rows were written: all are there, so it is done.
      if (job.done === job.total) {
        job.state = 'done'
        return
      }
      await takeBack(author, job)
      job.state = 'stopped'
      job.done = 0
    } catch (cause) {
      const told = takenOr(cause, table)
      if (!(told instanceof Refusal)) log.error('an import failed', { entity: entity.name, job: job.id, cause })
      await takeBack(author, job).catch((late: unknown) => log.error('an import could not be taken back and is at the next start', { job: job.id, cause: late }))
      job.state = 'failed'
      job.done = 0
    } finally {
      job.values = []
      job.running = undefined
    }
  }

  /** Removes what was written, and tells of it as of every removal. */
  const takeBack = async (author: Author, job: Job): Promise<void> => {
    const count = await undo(db, table, job.id, (rows) => writing.tell(rows.map((row) => {
      const { id, values } = frameOf(table, row)
      return { author, entity, action: 'remove', id, project: job.project, before: values }
    })))
    if (count > 0) await audit(db, author, { object: entity.name, action: 'remove', content: { job: job.id, project: job.project, rows: count } })
  }

  const writeChunk = async (author: Author, job: Job, from: number): Promise<void> => {
    const told: Written[] = []
    const chunk = job.values.slice(from, from + chunkRows)
    await db.transaction().execute(async (tx) => {
      const rows = []
      for (const [index, values] of chunk.entries()) rows.push(await preparedOrTold(tx, author, job, values, from + index + 1))
      await writing.insert(tx, author, rows, told, false, false)
      const isLast = from + chunk.length === job.total
      if (from === 0) await audit(tx, author, { object: entity.name, action: 'import', content: { job: job.id, project: job.project, rows: job.total } })
      if (isLast) await sql`delete from entity_import where job = ${job.id}`.execute(tx)
      else await sql`insert into entity_import select ${job.id}, ${entity.name}, unnest(${rows.map(({ id }) => id)}::text[])`.execute(tx)
    })
    await writing.tell(told)
    job.done = from + chunk.length
  }

  /** What only the write finds out (a device that speaks for another row) is told with its row, as the check tells the rest. */
  const preparedOrTold = (tx: Db, author: Author, job: Job, values: EntityValues, row: number): Promise<NewRow> =>
    writing.prepare(tx, author, job.project, values).catch((cause: unknown) => {
      if (cause instanceof Refusal && cause.problems) {
        job.faults = cause.problems.map((problem) => ({ row, field: problem.path.split('.')[0] ?? problem.path, words: wordsOf(problem) }))
        job.faultCount = job.faults.length
      }
      throw cause
    })

  return {
    async check(author, project = '', sheet) {
      forget()
      const account = accountOf(author)
      for (const [id, job] of jobs) {
        if (job.account !== account) continue
        if (job.running) throw new Refusal('import.running')
        jobs.delete(id)
      }
      const { values, faults, faultCount } = await checkSheet(db, table, project, sheet, serviceOf)
      const job: Job = {
        id: newId(), account, project, values: faultCount === 0 ? values : [], faults, faultCount, total: sheet.length, state: 'checked', done: 0, isStopping: false, running: undefined, touchedAt: Date.now(),
      }
      jobs.set(job.id, job)
      return shown(entity.name, job)
    },

    projectOf: (id) => jobs.get(id)?.project,

    read: (author, id) => shown(entity.name, jobOf(author, id)),

    start(author, id) {
      const job = jobOf(author, id)
      if (job.state !== 'checked' || job.faultCount > 0) throw new Refusal(job.state === 'running' ? 'import.running' : 'import.state')
      job.state = 'running'
      job.running = write(author, job)
      return Promise.resolve(shown(entity.name, job))
    },

    async stop(author, id) {
      const job = jobOf(author, id)
      if (job.state === 'checked') {
        job.state = 'stopped'
        job.values = []
      } else if (job.state === 'running') {
        job.isStopping = true
        await job.running
      } else throw new Refusal('import.state')
      return shown(entity.name, job)
    },
  }
}

/** Takes away what imports had written when the server ended in their middle. */
export async function undoBrokenImports(db: Db, tables: readonly EntityTable[]): Promise<void> {
  const { rows } = await sql<{ job: string; entity: string }>`select distinct job, entity from entity_import`.execute(db)
  for (const { job, entity } of rows) {
    const table = tables.find((one) => one.entity.name === entity)
    if (table) await undo(db, table, job)
  }
}

/** Returns how many rows were taken back. */
async function undo(db: Db, table: EntityTable, job: string, told: (rows: readonly StoredRow[]) => Promise<void> = () => Promise.resolve()): Promise<number> {
  for (let count = 0; ;) {
    const gone = await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ id: string }>`select row_id as id from entity_import where job = ${job} limit ${takenAtOnce}`.execute(tx)
      const ids = rows.map(({ id }) => id)
      if (ids.length === 0) return undefined
      const stored = await readRows(tx, table, ids)
      await deleteRows(tx, table, ids)
      await sql`delete from entity_import where job = ${job} and row_id = any(${ids}::text[])`.execute(tx)
      return stored
    })
    if (!gone) return count
    count += gone.length
    await told(gone)
  }
}

interface Checked {
  readonly values: readonly EntityValues[]
  readonly faults: readonly CellFault[]
  readonly faultCount: number
}

/** Reads every cell and asks what only the table knows: rows referred to, and rows there already. Lets others in between. */
async function checkSheet(db: Db, table: EntityTable, project: string, sheet: readonly SheetRow[], serviceOf: (name: string) => EntityService): Promise<Checked> {
  const { entity } = table
  const fields = formFields(entity, 'create').filter(([, field]) => isInSheets(field))
  const known = new Set(fields.map(([name]) => name))
  if (sheet.some((row) => Object.keys(row).some((name) => !known.has(name)))) throw new Refusal('import.format')
  const resolve = await resolver(db, fields, sheet, project, serviceOf)
  const faults: CellFault[] = []
  let faultCount = 0
  const fault = (row: number, field: string, words: CellFault['words']): void => {
    faultCount++
    if (faults.length < limits.entity.importFaults) faults.push({ row, field, words })
  }
  const values: EntityValues[] = []
  for (const [index, cells] of sheet.entries()) {
    if (index % chunkRows === chunkRows - 1) await new Promise((done) => { setImmediate(done) })
    const read: Record<string, EntityValue> = {}
    let isWrong = false
    for (const [name, field] of fields) {
      if (!Object.hasOwn(cells, name)) continue
      const cell = cells[name]
      if (isBlank(cell)) continue // the default, as in a form
      const one = readCell(field, cell, resolve)
      if (one.words) {
        fault(index + 1, name, one.words)
        isWrong = true
      } else read[name] = one.value
    }
    if (isWrong) continue
    const checked = readValues(entity, read, 'create')
    if (checked.problems) for (const { path, words } of checked.problems) fault(index + 1, path.split('.')[0] ?? path, words)
    else values.push(checked.values)
  }
  if (faultCount === 0) await checkUnique(db, table, project, values, fault)
  return { values, faults, faultCount }
}

async function resolver(
  db: Db, fields: readonly (readonly [string, EntityField])[], sheet: readonly SheetRow[], project: string, serviceOf: (name: string) => EntityService,
): Promise<(to: string, text: string) => string | undefined> {
  const texts = new Map<string, Set<string>>()
  for (const [name, field] of fields) {
    if (field.kind !== 'ref' && field.kind !== 'refs') continue
    const asked = texts.get(field.to) ?? new Set()
    texts.set(field.to, asked)
    // Reading the cell names what it asks for.
    for (const row of sheet) if (!isBlank(row[name])) readCell(field, row[name], (_to, text) => { asked.add(text); return text })
  }
  const found = new Map<string, ReadonlyMap<string, readonly string[]>>()
  for (const [to, asked] of texts) found.set(to, asked.size > 0 ? await serviceOf(to).named(db, [...asked], project) : new Map())
  return (to, text) => {
    const ids = found.get(to)?.get(text) ?? []
    return ids.length === 1 ? ids[0] : undefined
  }
}

async function checkUnique(db: Db, table: EntityTable, project: string, values: readonly EntityValues[], fault: (row: number, field: string, words: CellFault['words']) => void): Promise<void> {
  for (const group of table.entity.unique) {
    const columns = group.map((field) => table.column(field))
    const rowByKey = new Map<string, number>()
    for (const [index, row] of values.entries()) {
      const parts = group.map((field) => row[field] ?? null)
      if (parts.includes(null)) continue
      const key = JSON.stringify(parts)
      if (rowByKey.has(key)) tell(index + 1)
      else rowByKey.set(key, index + 1)
    }
    const asked = [...rowByKey]
    for (let from = 0; from < asked.length; from += takenAtOnce) {
      const some = asked.slice(from, from + takenAtOnce).map(([, row]) => ({
        n: row, ...Object.fromEntries(columns.map(({ field, name, encode }) => [name, encode(values[row - 1]?.[field] ?? null)])),
      }))
      const { rows } = await sql<{ n: number }>`select r.n from json_to_recordset(${JSON.stringify(some)}::json) as r(n int, ${sql.join(columns.map(({ name, sqlType }) => sql`${named(name)} ${sql.raw(sqlType)}`))})
        where exists (select 1 from ${named(table.name)} t where t.project = ${project} and ${sql.join(columns.map(({ name }) => sql`t.${named(name)} = r.${named(name)}`), sql` and `)})`.execute(db)
      for (const { n } of rows) tell(n)
    }
    function tell(row: number): void {
      for (const { path, words } of takenFaults(table.entity, group).slice(0, 1)) fault(row, path, words)
    }
  }
}

const isBlank = (cell: Cell | undefined): boolean => cell === undefined || cell === null || String(cell).trim() === ''

const accountOf = (author: Author): string => ('session' in author ? author.session.accountId : nameOf(author))

const shown = (entity: string, { id, state, total, done, faults, faultCount }: Job): ImportJob => ({ id, entity, state, total, done, faults, faultCount })
