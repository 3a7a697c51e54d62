import { sql } from 'kysely'
import type { ToInstant } from '../../../contract/entity/spreadsheetCells.ts'
import type { EntityValues, Words } from '../../../contract/entity/field.ts'
import type { CellFault, ImportJob } from '../../../contract/entity/routes.ts'
import { toInstant } from '../../../contract/entity/timeZone.ts'
import { ApiError } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { EntityTable, StoredRow } from '../../database/entityColumns.ts'
import { orderChanged } from '../../database/entityPagination.ts'
import { deleteRows, frameOf, readRows } from '../../database/entityRows.ts'
import type { NewRow } from '../../database/entityRows.ts'
import type { Db } from '../../database/index.ts'
import type { Log } from '../../log.ts'
import { monotonicNow } from '../../monotonicClock.ts'
import { audit } from '../base/audit.ts'
import { systemContext } from '../base/requestContext.ts'
import { orDuplicate, wordsOf } from './validationErrors.ts'
import { newId } from './ids.ts'
import { findReferencedRows, clearReferences } from './references.ts'
import { RowChunks } from './rowChunks.ts'
import { checkSheet } from './spreadsheetValidation.ts'
import type { Author, EntityImports, EntityService } from './types.ts'
import { nameOf } from './types.ts'
import type { createWriting, PendingEffects } from './entityWrites.ts'
import { newPendingEffects } from './entityWrites.ts'

interface Job {
  readonly id: string
  readonly account: string
  readonly project: string
  faults: readonly CellFault[]
  faultCount: number
  readonly total: number
  /** Let go once they are written. */
  values: readonly EntityValues[]
  /** The rows written so far, in the sheet's order. */
  written: string[]
  kept: number
  state: ImportJob['state']
  done: number
  isStopping: boolean
  running: Promise<void> | undefined
  touchedMs: number
}

const chunkRows = 500
const forgetMs = 60 * 60 * 1000

export interface ImportParts {
  readonly db: Db
  readonly table: EntityTable
  readonly tables: readonly EntityTable[]
  readonly writing: ReturnType<typeof createWriting>
  readonly serviceOf: (name: string) => EntityService
  readonly log: Log
}

/**
 * Rows from a spreadsheet: checked whole, then written chunk by chunk, so that others are served in between; the embedded
 * database has one connection, which one long transaction would hold from everybody. What is written is noted, and taken away
 * again after a stop, a failure or, at the next start, a crash: in the end there are all rows or none.
 */
export function createImports({ db, table, tables, writing, serviceOf, log }: ImportParts): EntityImports {
  const { entity } = table
  const jobs = new Map<string, Job>()

  const jobOf = (author: Author, id: string): Job => {
    const job = jobs.get(id)
    if (!job || job.account !== accountOf(author)) throw new ApiError('object.missing')
    job.touchedMs = monotonicNow()
    return job
  }

  const forget = (): void => {
    for (const [id, job] of jobs) if (job.running === undefined && monotonicNow() - job.touchedMs > forgetMs) jobs.delete(id)
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
    } catch (cause) {
      const told = orDuplicate(cause, table)
      if (!(told instanceof ApiError)) log.error('an import failed', { entity: entity.name, job: job.id, cause })
      await takeBack(author, job).catch((late: unknown) => log.error('an import could not be taken back and is at the next start', { job: job.id, cause: late }))
      job.state = 'failed'
    } finally {
      job.values = []
      job.written = []
      job.running = undefined
    }
  }

  /** Removes what was written, and tells of it as of every removal; what others refer to by now and must not lose stays, and is told with its row. */
  const takeBack = async (author: Author, job: Job): Promise<void> => {
    const { count, kept } = await undo({ db, table, tables }, author, job.id, (rows) => writing.tell({
      kept: [],
      written: rows.map((row) => {
        const { id, values } = frameOf(table, row)
        return { author, entity, action: 'remove', id, project: job.project, before: values }
      }),
    }))
    job.done = kept.size
    job.kept = kept.size
    const rowOf = new Map(job.written.map((id, index) => [id, index + 1]))
    const told = [...kept].slice(0, limits.entity.importFaults).map(([id, words]) => ({ row: rowOf.get(id) ?? 0, field: entity.title, words }))
    job.faults = [...job.faults, ...told.toSorted((a, b) => a.row - b.row)]
    job.faultCount += kept.size
    if (kept.size > 0) await audit(db, author, { object: entity.name, action: 'import', content: { job: job.id, project: job.project, kept: [...kept.keys()] } })
    if (count > 0) await audit(db, author, { object: entity.name, action: 'remove', content: { job: job.id, project: job.project, rows: count } })
  }

  const writeChunk = async (author: Author, job: Job, from: number): Promise<void> => {
    const chunk = job.values.slice(from, from + chunkRows)
    const told = await db.transaction().execute(async (tx) => {
      const rows = []
      const of = newPendingEffects()
      for (const [index, values] of chunk.entries()) rows.push(await preparedOrTold(tx, author, job, values, of, from + index + 1))
      await writing.insert(tx, author, rows, of, false, false)
      const isLast = from + chunk.length === job.total
      if (from === 0) await audit(tx, author, { object: entity.name, action: 'import', content: { job: job.id, project: job.project, rows: job.total } })
      if (isLast) await sql`delete from entity_import where job = ${job.id}`.execute(tx)
      else await sql`insert into entity_import select ${job.id}, ${entity.name}, unnest(${rows.map(({ id }) => id)}::text[])`.execute(tx)
      return of
    })
    for (const { id, action } of told.written) if (action === 'create') job.written.push(id)
    await writing.tell(told)
    job.done = from + chunk.length
  }

  /** What only the write finds out (a device that speaks for another row) is told with its row, as the check tells the rest. */
  const preparedOrTold = (tx: Db, author: Author, job: Job, values: EntityValues, told: PendingEffects, row: number): Promise<NewRow> =>
    writing.prepare(tx, author, job.project, values, told, false, job.values).catch((cause: unknown) => {
      if (cause instanceof ApiError && cause.problems) {
        job.faults = cause.problems.map((problem) => ({ row, field: problem.path.split('.')[0] ?? problem.path, words: wordsOf(problem) }))
        job.faultCount = job.faults.length
      }
      throw cause
    })

  return {
    async check(author, project = '', rows, zone) {
      forget()
      const account = accountOf(author)
      for (const [id, job] of jobs) {
        if (job.account !== account) continue
        if (job.running) throw new ApiError('import.running')
        jobs.delete(id)
      }
      const sheet = rows instanceof RowChunks ? await rows.read() : rows
      const { values, faults, faultCount } = await checkSheet({ db, table, tables, serviceOf }, author, project, sheet, clockOf(zone, await zoneOf(db, project)))
      const job: Job = {
        id: newId(), account, project, values: faultCount === 0 ? values : [], faults, faultCount, total: sheet.length, state: 'checked', done: 0, isStopping: false, running: undefined, touchedMs: monotonicNow(), written: [], kept: 0,
      }
      jobs.set(job.id, job)
      return shown(entity.name, job)
    },

    projectOf: (id) => jobs.get(id)?.project,

    read: (author, id) => shown(entity.name, jobOf(author, id)),

    start(author, id) {
      const job = jobOf(author, id)
      if (job.state !== 'checked' || job.faultCount > 0) throw new ApiError(job.state === 'running' ? 'import.running' : 'import.state')
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
      } else throw new ApiError('import.state')
      return shown(entity.name, job)
    },
  }
}

/** Takes away what imports had written when the server ended in their middle. */
export async function undoBrokenImports(db: Db, tables: readonly EntityTable[], log: Log): Promise<void> {
  const { rows } = await sql<{ job: string; entity: string }>`select distinct job, entity from entity_import`.execute(db)
  for (const { job, entity } of rows) {
    const table = tables.find((one) => one.entity.name === entity)
    if (!table) continue
    const projects = new Set<string>()
    const { count, kept } = await undo({ db, table, tables }, systemContext, job, (gone) => {
      for (const row of gone) projects.add(frameOf(table, row).project ?? '')
      return Promise.resolve()
    })
    // Whoever began it finds in the log what became of it: nobody is there to be answered any more.
    await audit(db, systemContext, { object: entity, action: 'remove', content: { job, project: [...projects].join(', '), rows: count, kept: kept.size, cause: 'crash' } })
    if (kept.size > 0) log.warn('rows of a broken import stay, for others refer to them', { entity, job, rows: [...kept.keys()] })
  }
}

interface Undone {
  readonly count: number
  /** The rows that stay, each with who refers to it. */
  readonly kept: ReadonlyMap<string, Words>
}

/** Takes rows back as they are removed by people: references that may be emptied are, and what is referred to otherwise stays. */
async function undo(
  { db, table, tables }: Pick<ImportParts, 'db' | 'table' | 'tables'>, author: Author, job: string, told: (rows: readonly StoredRow[]) => Promise<void> = () => Promise.resolve(),
): Promise<Undone> {
  const kept = new Map<string, Words>()
  for (let count = 0; ;) {
    const gone = await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ id: string }>`select row_id as id from entity_import where job = ${job} limit ${chunkRows}`.execute(tx)
      const ids = rows.map(({ id }) => id)
      if (ids.length === 0) return undefined
      // Locked first: nobody comes to refer to them in between.
      const stored = await readRows(tx, table, ids, 'update')
      const held = await findReferencedRows(tx, tables, table.entity, ids)
      const taken = stored.filter((row) => !held.has(String(row['id'])))
      const free = taken.map((row) => String(row['id']))
      if (free.length > 0) await clearReferences(tx, author, tables, table.entity, free)
      await deleteRows(tx, table, free)
      await sql`delete from entity_import where job = ${job} and row_id = any(${ids}::text[])`.execute(tx)
      return { taken, held }
    })
    if (!gone) return { count, kept }
    for (const [id, words] of gone.held) kept.set(id, words)
    orderChanged(table) // again: others may have looked while they were not gone yet
    count += gone.taken.length
    await told(gone.taken)
  }
}

/** The zone of what a project's people write; UTC where rows are in none. */
async function zoneOf(db: Db, project: string): Promise<string> {
  const row = project === '' ? undefined : await db.selectFrom('project').select('time_zone').where('id', '=', project).executeTakeFirst()
  return row?.time_zone ?? 'UTC'
}

/** By the clock of who wrote the sheet where that is said, but for what is always by the project's. */
const clockOf = (writer: string | undefined, own: string): ToInstant => ({ hour, minute, second, ...day }, isProjects) => toInstant(isProjects ? own : writer ?? own, day, hour * 60 + minute + second / 60)

const accountOf = (author: Author): string => ('session' in author ? author.session.accountId : nameOf(author))

const shown = (entity: string, { id, state, total, done, faults, faultCount, kept }: Job): ImportJob =>
  ({ id, entity, state, total, done, faults, faultCount, ...(kept > 0 ? { kept } : {}) })
