import { sql } from 'kysely'
import type { ToInstant } from '../../../contract/entity/spreadsheetCells.ts'
import type { EntityValues, Words } from '../../../contract/entity/field.ts'
import type { CellFault, ImportJob } from '../../../contract/entity/routes.ts'
import { toInstant } from '../../../contract/entity/timeZone.ts'
import { ApiError } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { EntityTable, StoredRow } from '../../database/entities/entityColumns.ts'
import { orderChanged } from '../../database/entities/entityPagination.ts'
import { deleteRows, toEntityRow, readRows } from '../../database/entities/entityRows.ts'
import type { NewRow } from '../../database/entities/entityRows.ts'
import type { Db } from '../../database/index.ts'
import type { Log } from '../../log.ts'
import { monotonicNow } from '../../monotonicClock.ts'
import { audit } from '../base/audit.ts'
import { systemContext } from '../base/requestContext.ts'
import { toDuplicateError, getWords } from './validationErrors.ts'
import { newId } from './ids.ts'
import { findReferencedRows, clearReferences } from './references.ts'
import { RowChunks } from './rowChunks.ts'
import { checkSheet } from './spreadsheetValidation.ts'
import type { Author, EntityImports, EntityService } from './types.ts'
import { getAuthorName } from './types.ts'
import type { createWriting } from './writes/index.ts'
import { type PendingEffects, newPendingEffects } from './writes/transaction.ts'

interface Job {
  readonly id: string
  readonly account: string
  readonly project: string
  faults: readonly CellFault[]
  faultCount: number
  readonly total: number
  /** Released once they are written. */
  values: readonly EntityValues[]
  /** Ids of written rows in sheet order. */
  written: string[]
  keptCount: number
  state: ImportJob['state']
  done: number
  isStopping: boolean
  running: Promise<void> | undefined
  lastAccessMs: number
}

const chunkRows = 500
const jobLifetimeMs = 60 * 60 * 1000

export interface ImportParts {
  readonly db: Db
  readonly table: EntityTable
  readonly tables: readonly EntityTable[]
  readonly writing: ReturnType<typeof createWriting>
  readonly getService: (name: string) => EntityService
  readonly log: Log
}

/**
 * Imports rows from a spreadsheet. The sheet is validated completely and then written in chunks, so that other requests
 * are served in between: one long transaction would block the single connection of the embedded database. Written rows
 * are recorded and removed after a stop, a failure or a crash (at the next start), so the result is all rows or none.
 */
export function createImports({ db, table, tables, writing, getService, log }: ImportParts): EntityImports {
  const { entity } = table
  const jobs = new Map<string, Job>()

  const getJob = (author: Author, id: string): Job => {
    const job = jobs.get(id)
    if (!job || job.account !== getAccountId(author)) throw new ApiError('object.missing')
    job.lastAccessMs = monotonicNow()
    return job
  }

  const removeExpiredJobs = (): void => {
    for (const [id, job] of jobs)
      if (job.running === undefined && monotonicNow() - job.lastAccessMs > jobLifetimeMs) jobs.delete(id)
  }

  const write = async (author: Author, job: Job): Promise<void> => {
    try {
      for (let from = 0; from < job.values.length; from += chunkRows) {
        if (job.isStopping) break
        await writeChunk(author, job, from)
      }
      // The stop was requested during the last chunk, so the import is complete.
      if (job.done === job.total) {
        job.state = 'done'
        return
      }
      await undoJob(author, job)
      job.state = 'stopped'
    } catch (cause) {
      const result = toDuplicateError(cause, table)
      if (!(result instanceof ApiError)) log.error('import failed', { entity: entity.name, job: job.id, cause })
      await undoJob(author, job).catch((undoError: unknown) =>
        log.error('could not roll back an import; retrying at the next start', { job: job.id, cause: undoError }),
      )
      job.state = 'failed'
    } finally {
      job.values = []
      job.written = []
      job.running = undefined
    }
  }

  /** Removes written rows and notifies listeners. Rows referenced by others meanwhile are kept and reported. */
  const undoJob = async (author: Author, job: Job): Promise<void> => {
    const { count, keptRows: notUndone } = await undoImport({ db, table, tables }, author, job.id, (rows) =>
      writing.notify({
        afterCommit: [],
        written: rows.map((row) => {
          const { id, values } = toEntityRow(table, row)
          return { author, entity, action: 'remove', id, project: job.project, before: values }
        }),
      }),
    )
    job.done = notUndone.size
    job.keptCount = notUndone.size
    const rowNumberById = new Map(job.written.map((id, index) => [id, index + 1]))
    const result = [...notUndone]
      .slice(0, limits.entity.importFaults)
      .map(([id, words]) => ({ row: rowNumberById.get(id) ?? 0, field: entity.title, words }))
    job.faults = [...job.faults, ...result.toSorted((a, b) => a.row - b.row)]
    job.faultCount += notUndone.size
    if (notUndone.size > 0)
      await audit(db, author, {
        object: entity.name,
        action: 'import',
        content: { job: job.id, project: job.project, kept: [...notUndone.keys()] },
      })
    if (count > 0)
      await audit(db, author, {
        object: entity.name,
        action: 'remove',
        content: { job: job.id, project: job.project, rows: count },
      })
  }

  const writeChunk = async (author: Author, job: Job, from: number): Promise<void> => {
    const chunk = job.values.slice(from, from + chunkRows)
    const result = await db.transaction().execute(async (tx) => {
      const rows = []
      const pending = newPendingEffects()
      for (const [index, values] of chunk.entries())
        rows.push(await prepareOrReport(tx, author, job, values, pending, from + index + 1))
      await writing.insert(tx, author, rows, pending, false, false)
      const isLast = from + chunk.length === job.total
      if (from === 0)
        await audit(tx, author, {
          object: entity.name,
          action: 'import',
          content: { job: job.id, project: job.project, rows: job.total },
        })
      if (isLast) await sql`delete from entity_import where job = ${job.id}`.execute(tx)
      else
        await sql`insert into entity_import select ${job.id}, ${entity.name}, unnest(${rows.map(({ id }) => id)}::text[])`.execute(
          tx,
        )
      return pending
    })
    for (const { id, action } of result.written) if (action === 'create') job.written.push(id)
    await writing.notify(result)
    job.done = from + chunk.length
  }

  /**
   * Reports problems found only while writing, such as a duplicate binding, with the row number like validation
   * problems.
   */
  const prepareOrReport = (
    tx: Db,
    author: Author,
    job: Job,
    values: EntityValues,
    result: PendingEffects,
    row: number,
  ): Promise<NewRow> =>
    writing.prepare(tx, author, job.project, values, result, false, job.values).catch((cause: unknown) => {
      if (cause instanceof ApiError && cause.problems) {
        job.faults = cause.problems.map((problem) => ({
          row,
          field: problem.path.split('.')[0] ?? problem.path,
          words: getWords(problem),
        }))
        job.faultCount = job.faults.length
      }
      throw cause
    })

  return {
    async check(author, project = '', rows, zone) {
      removeExpiredJobs()
      const account = getAccountId(author)
      for (const [id, job] of jobs) {
        if (job.account !== account) continue
        if (job.running) throw new ApiError('import.running')
        jobs.delete(id)
      }
      const sheet = rows instanceof RowChunks ? await rows.read() : rows
      const { values, faults, faultCount } = await checkSheet(
        { db, table, tables, getService: getService },
        author,
        project,
        sheet,
        createToInstant(zone, await readTimeZone(db, project)),
      )
      const job: Job = {
        id: newId(),
        account,
        project,
        values: faultCount === 0 ? values : [],
        faults,
        faultCount,
        total: sheet.length,
        state: 'checked',
        done: 0,
        isStopping: false,
        running: undefined,
        lastAccessMs: monotonicNow(),
        written: [],
        keptCount: 0,
      }
      jobs.set(job.id, job)
      return toImportJob(entity.name, job)
    },

    findProject: (id) => jobs.get(id)?.project,

    read: (author, id) => toImportJob(entity.name, getJob(author, id)),

    start(author, id) {
      const job = getJob(author, id)
      if (job.state !== 'checked' || job.faultCount > 0)
        throw new ApiError(job.state === 'running' ? 'import.running' : 'import.state')
      job.state = 'running'
      job.running = write(author, job)
      return Promise.resolve(toImportJob(entity.name, job))
    },

    async stop(author, id) {
      const job = getJob(author, id)
      if (job.state === 'checked') {
        job.state = 'stopped'
        job.values = []
      } else if (job.state === 'running') {
        job.isStopping = true
        await job.running
      } else throw new ApiError('import.state')
      return toImportJob(entity.name, job)
    },
  }
}

/** Removes rows of imports interrupted by a server stop. */
export async function undoBrokenImports(db: Db, tables: readonly EntityTable[], log: Log): Promise<void> {
  const { rows } = await sql<{ job: string; entity: string }>`select distinct job, entity from entity_import`.execute(
    db,
  )
  for (const { job, entity } of rows) {
    const table = tables.find((one) => one.entity.name === entity)
    if (!table) continue
    const projects = new Set<string>()
    const { count, keptRows: notUndone } = await undoImport({ db, table, tables }, systemContext, job, (removed) => {
      for (const row of removed) projects.add(toEntityRow(table, row).project ?? '')
      return Promise.resolve()
    })
    // Recorded in the audit log, because no request is left to return the result to.
    await audit(db, systemContext, {
      object: entity,
      action: 'remove',
      content: { job, project: [...projects].join(', '), rows: count, kept: notUndone.size, cause: 'crash' },
    })
    if (notUndone.size > 0)
      log.warn('rows of an aborted import were kept because they are in use', {
        entity,
        job,
        rows: [...notUndone.keys()],
      })
  }
}

interface UndoResult {
  readonly count: number
  /** Rows that were kept, each with its referrer. */
  readonly keptRows: ReadonlyMap<string, Words>
}

/**
 * Removes imported rows by the rules for deletion: clearable references are cleared, other referenced rows are kept.
 */
async function undoImport(
  { db, table, tables }: Pick<ImportParts, 'db' | 'table' | 'tables'>,
  author: Author,
  job: string,
  result: (rows: readonly StoredRow[]) => Promise<void> = () => Promise.resolve(),
): Promise<UndoResult> {
  const retained = new Map<string, Words>()
  for (let count = 0; ;) {
    const removed = await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{
        id: string
      }>`select row_id as id from entity_import where job = ${job} limit ${chunkRows}`.execute(tx)
      const ids = rows.map(({ id }) => id)
      if (ids.length === 0) return undefined
      // Lock the rows first, so that no new reference appears in between.
      const stored = await readRows(tx, table, ids, 'update')
      const referenced = await findReferencedRows(tx, tables, table.entity, ids)
      const deletable = stored.filter((row) => !referenced.has(String(row['id'])))
      const deletableIds = deletable.map((row) => String(row['id']))
      if (deletableIds.length > 0) await clearReferences(tx, author, tables, table.entity, deletableIds)
      await deleteRows(tx, table, deletableIds)
      await sql`delete from entity_import where job = ${job} and row_id = any(${ids}::text[])`.execute(tx)
      return { taken: deletable, held: referenced }
    })
    if (!removed) return { count, keptRows: retained }
    for (const [id, words] of removed.held) retained.set(id, words)
    orderChanged(table) // Invalidate again: others may have read before the commit.
    count += removed.taken.length
    await result(removed.taken)
  }
}

/** Time zone of a project; UTC for rows without a project. */
async function readTimeZone(db: Db, project: string): Promise<string> {
  const row =
    project === ''
      ? undefined
      : await db.selectFrom('project').select('time_zone').where('id', '=', project).executeTakeFirst()
  return row?.time_zone ?? 'UTC'
}

/**
 * Converts local times with the zone of the sheet's author if given, except for fields that always use the project's
 * zone.
 */
const createToInstant =
  (authorZone: string | undefined, projectZone: string): ToInstant =>
  ({ hour, minute, second, ...day }, isProjects) =>
    toInstant(isProjects ? projectZone : (authorZone ?? projectZone), day, hour * 60 + minute + second / 60)

const getAccountId = (author: Author): string =>
  'session' in author ? author.session.accountId : getAuthorName(author)

const toImportJob = (entity: string, { id, state, total, done, faults, faultCount, keptCount }: Job): ImportJob => ({
  id,
  entity,
  state,
  total,
  done,
  faults,
  faultCount,
  ...(keptCount > 0 ? { kept: keptCount } : {}),
})
