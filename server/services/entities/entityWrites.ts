import { sql } from 'kysely'
import type { EntityFields, EntityValue, EntityValues } from '../../../contract/entity/field.ts'
import { mayStart, readFields, readValues } from '../../../contract/entity/read.ts'
import type { Entity, Row } from '../../../contract/entity/define.ts'
import { roleFor } from '../../../contract/entity/owner.ts'
import { ApiError } from '../../../contract/errors.ts'
import type { EntityTable, StoredRow } from '../../database/entityColumns.ts'
import { creatorColumn } from '../../database/entityColumns.ts'
import { orderChanged } from '../../database/entityPagination.ts'
import { deleteRows, frameOf, insertRows, readRows, titleText, updateRows } from '../../database/entityRows.ts'
import type { NewRow } from '../../database/entityRows.ts'
import type { Db } from '../../database/index.ts'
import type { RecycleBin } from '../recycleBin/index.ts'
import type { Log } from '../../log.ts'
import { audit } from '../base/audit.ts'
import { checkDictionaries } from './dictionaries.ts'
import { faultAt, invalid, orDuplicate } from './validationErrors.ts'
import type { EntityHooks, HookContext, Written } from './hooks.ts'
import { newId } from './ids.ts'
import { checkOwner, withOwner } from './owner.ts'
import { checkFiles, checkHiding, creatorOf, isSeen } from './privacy.ts'
import { checkReferences, claimExclusive, clearReferences } from './references.ts'
import type { createReading } from './reading.ts'
import { checkSingle, isSingle, rowsWithFlag, serializeWrites } from './uniqueFlag.ts'
import type { Author, ChangeAsked, EntityService, NewEntityRow } from './types.ts'
import { nameOf } from './types.ts'

export interface WritingParts {
  readonly db: Db
  readonly table: EntityTable
  readonly hooks: EntityHooks
  readonly rowsOf: ReturnType<typeof createReading>['rowsOf']
  readonly serviceOf: (name: string) => EntityService
  readonly tables: readonly EntityTable[]
  readonly log: Log
  readonly bin: Pick<RecycleBin, 'put'>
  /** Called with the number of written rows, which triggers table maintenance. */
  readonly wrote: (rows: number) => void
}

/** Write operations of an entity service. Each write runs with its checks and audit entry in one transaction. */
export function createWriting({ db, table, hooks, rowsOf, serviceOf, tables, log, bin, wrote }: WritingParts) {
  const { entity } = table
  const { lifecycle } = entity
  const objectOf = (id: string): string => `${entity.name}/${id}`
  const contextOf = (tx: Db, author: Author, project: string, told: PendingEffects, overwrite = false, alongside: readonly EntityValues[] = []): HookContext =>
    ({ tx, author, entity, project, overwrite, alongside, onceKept: (then) => told.kept.push(then) })

  /** Runs a write, maps unique violations to field errors and notifies listeners after the commit. */
  const write = async <T>(work: (tx: Db, told: PendingEffects) => Promise<T>): Promise<T> => {
    const { done, told } = await db.transaction().execute(async (tx) => {
      // Create it per attempt, because the transaction may be retried.
      const of = newPendingEffects()
      return { done: await work(tx, of), told: of }
    }).catch((cause: unknown) => {
      throw orDuplicate(cause, table)
    })
    await tell(told)
    return done
  }

  const tell = async ({ written: told, kept }: PendingEffects): Promise<void> => {
    for (const then of kept) then()
    wrote(told.length)
    // Invalidate again: others may have read before the commit.
    if (told.some(({ action }) => action === 'create' || action === 'remove')) orderChanged(table)
    else if (told.length > 0) orderChanged(table, [...told.flatMap(changedColumns), 'updated_at'])
    for (const written of told) {
      try {
        await hooks.afterWrite?.(written)
      } catch (cause) {
        log.error('post-write action failed', { entity: entity.name, row: written.id, action: written.action, cause })
      }
    }
  }

  const changedColumns = ({ before = {}, after = {} }: Written): string[] => table.columns.filter(({ field }) => !isSame(before[field], after[field])).map(({ name }) => name)

  const checkOpen = (values: EntityValues): void => {
    const state = lifecycle?.states.find(({ value }) => value === values[lifecycle.field])
    if (!state || !lifecycle?.closed?.includes(state.value)) return
    const words = { en: `${entity.words.one.en} in state "${state.words.en}" cannot be changed`, zh: `${entity.words.one.zh}${state.words.zh}，不可修改` }
    throw new ApiError('entity.state', { problems: [faultAt('', 'state', words)] })
  }

  /** Serializes writes that set a flag allowed for only one row per project. */
  const choosing = async (tx: Db, { values }: ChangeAsked): Promise<void> => {
    if (entity.single !== undefined && isRecord(values) && values[entity.single] === true) await serializeWrites(tx, table)
  }

  const locked = async (tx: Db, ids: readonly string[], author: Author | undefined): Promise<ReadonlyMap<string, Stored>> => {
    const rows = (await readRows(tx, table, ids, 'update')).filter((row) => isSeen(table, row, author))
    const found = new Map(rows.map((row) => [String(row['id']), storedOf(row)]))
    if (ids.some((id) => !found.has(id))) throw new ApiError('object.missing')
    return found
  }
  const storedOf = (row: StoredRow): Stored => {
    const { values, ...frame } = frameOf(table, row)
    const creator = row[creatorColumn]
    return { ...frame, project: String(row['project']), creator: typeof creator === 'string' ? creator : null, values }
  }

  const whole = async (tx: Db, id: string, author: Author): Promise<Row> => {
    const [row] = await rowsOf(tx, await readRows(tx, table, [id]), author)
    if (!row) throw new ApiError('object.missing')
    return row
  }

  /** Validates a new row and runs its hooks; the caller inserts it. */
  const prepare = async (tx: Db, author: Author, project: string, read: EntityValues, told: PendingEffects, overwrite = false, alongside: readonly EntityValues[] = [read]): Promise<NewRow> => {
    const initial = Object.fromEntries(table.columns.map(({ field }) => [field, entity.fields[field]?.default ?? null]))
    const values = withOwner(entity, author, { ...initial, ...read })
    checkOwner(entity, author, entity.roles.write, creatorOf(author) ?? null, values)
    return { id: newId(), project, values: { ...values, ...await hooks.beforeCreate?.(contextOf(tx, author, project, told, overwrite, alongside), values) } }
  }

  const insert = async (tx: Db, author: Author, rows: readonly NewRow[], told: PendingEffects, overwrite = false, isAudited = true): Promise<void> => {
    await checkReferences(tx, author, entity.fields, rows, serviceOf)
    await checkDictionaries(tx, tables, entity.fields, rows)
    await checkFiles(tx, table, author, rows.map(({ values }) => ({ after: values })))
    for (const row of rows) await claimExclusive(tx, author, table, row, overwrite, serviceOf)
    await insertRows(tx, table, rows, { at: new Date(), by: nameOf(author), creator: creatorOf(author) })
    for (const { id, project, values } of rows) {
      if (isAudited) await audit(tx, author, { object: objectOf(id), action: 'create', content: { ...(project === '' ? {} : { project }), values: masked(table, values) } })
      told.written.push({ author, entity, action: 'create', id, project, after: values })
    }
    // If several rows of a project have the flag, the last one wins.
    const newest = new Map(rows.filter(({ values }) => isSingle(entity, values)).map((row) => [row.project, row]))
    await takeFromOthers(tx, author, [...newest.values()], told)
  }

  /** Clears the single-row flag on other rows of the project after it was set. */
  const takeFromOthers = async (tx: Db, author: Author, holders: readonly { readonly id: string; readonly project: string }[], told: PendingEffects): Promise<void> => {
    const { single } = entity
    if (single === undefined || holders.length === 0) return
    const rows = (await readRows(tx, table, await rowsWithFlag(tx, table, single, holders), 'update')).map(storedOf).filter(({ values }) => isSingle(entity, values))
    const taken = rows.map(({ id, project, values: before }) => ({ id, project, before, after: { ...before, [single]: false } }))
    if (taken.length === 0) return
    await updateRows(tx, table, [single], taken, { at: new Date(), by: nameOf(author) })
    for (const { id, project, before, after } of taken) {
      await audit(tx, author, { object: objectOf(id), action: 'update', content: differences(table, before, after, new Set([single])) })
      told.written.push({ author, entity, action: 'update', id, project, before, after })
    }
  }

  /** Applies a change to rows and returns the number of changed rows. */
  const change = async (tx: Db, author: Author, rows: readonly Stored[], { values: input, overwrite = false }: ChangeAsked, told: PendingEffects): Promise<number> => {
    const given = isRecord(input) ? input : {}
    const secrets = secretsOf(table, given)
    const fields = new Set<string>()
    const singles: { readonly id: string; readonly project: string }[] = []
    const changed: { id: string; after: EntityValues; secrets: EntityValues; before: EntityValues; project: string; own: Set<string> }[] = []
    for (const { id, project, creator, values: before } of rows) {
      checkOwner(entity, author, entity.roles.write, creator, before)
      checkOpen(before)
      // Secrets are never returned to clients; omitting one keeps the stored value.
      const present = { ...before, ...Object.fromEntries(Object.keys(before).filter((name) => entity.fields[name]?.kind === 'secret').map((name) => [name, null])) }
      const read = readValues(entity, input, 'update', present)
      if (read.problems) throw new ApiError('input.invalid', { problems: read.problems })
      const more = await hooks.beforeUpdate?.(contextOf(tx, author, project, told, overwrite), { id, values: before }, read.values) ?? {}
      const kept = Object.fromEntries(Object.entries(before).filter(([name]) => entity.fields[name]?.kind === 'secret' && secrets[name] === undefined))
      const after = { ...read.values, ...kept, ...more }
      const own = new Set(table.columns.map(({ field }) => field).filter((field) =>
        (entity.fields[field]?.kind === 'secret' ? secrets[field] !== undefined : !isSame(before[field], after[field]))))
      if (isSingle(entity, after)) singles.push({ id, project })
      if (own.size === 0) continue
      checkHiding(table, author, creator, before, after)
      checkOwner(entity, author, entity.roles.write, creator, after)
      for (const field of own) fields.add(field)
      changed.push({ id, after, secrets, before, project, own })
    }
    if (changed.length === 0) return 0
    const chosen = changed.filter(({ before, after }) => isSingle(entity, after) && !isSingle(entity, before))
    if (chosen.length > 0) checkSingle(entity, singles)
    const referring = Object.fromEntries(Object.entries(entity.fields).filter(([name]) => fields.has(name)))
    await checkReferences(tx, author, referring, changed.map(({ project, before, after }) => ({ project, before, values: after })), serviceOf)
    await checkDictionaries(tx, tables, referring, changed.map(({ before, after }) => ({ before, values: after })))
    await checkFiles(tx, table, author, changed)
    for (const { id, project, after, own } of changed) {
      const isExclusive = [...own].some((name) => isExclusiveField(entity.fields, name, after))
      if (isExclusive && changed.length > 1) throw invalid(...[...own].filter((name) => isExclusiveField(entity.fields, name, after)).map((name) => faultAt(name, 'exclusive', { en: 'Can be bound only once', zh: '只能由一项数据绑定' })))
      if (isExclusive) await claimExclusive(tx, author, table, { id, project, values: Object.fromEntries(Object.entries(after).filter(([name]) => own.has(name))) }, overwrite, serviceOf)
    }
    await updateRows(tx, table, [...fields].filter((field) => entity.fields[field]?.kind !== 'secret' || secrets[field] !== undefined), changed, { at: new Date(), by: nameOf(author) })
    for (const { id, project, before, after, own } of changed) {
      await audit(tx, author, { object: objectOf(id), action: 'update', content: differences(table, before, after, own) })
      told.written.push({ author, entity, action: 'update', id, project, before, after })
    }
    await takeFromOthers(tx, author, chosen, told)
    return changed.length
  }

  const take = async (tx: Db, author: Author, ids: readonly string[], told: PendingEffects): Promise<void> => {
    const rows = await locked(tx, ids, author)
    for (const { creator, values } of rows.values()) checkOwner(entity, author, entity.roles.remove, creator, values)
    for (const { id, project, values } of rows.values()) await hooks.beforeRemove?.(contextOf(tx, author, project, told), { id, values })
    await clearReferences(tx, author, tables, entity, ids)
    if (entity.recycles) {
      await bin.put(tx, { name: nameOf(author) }, entity.name, [...rows.values()].map(({ id, project, creator, values }) => ({
        object: id, project: ownerOf(entity, values) ?? (project === '' ? null : project), name: titleText(values[entity.title] ?? null, id), isPublic: entity.privacy === undefined || values[entity.privacy] !== false, creator,
      })))
      orderChanged(table)
    } else await deleteRows(tx, table, ids)
    for (const { id, project, values } of rows.values()) {
      await audit(tx, author, { object: objectOf(id), action: 'remove', content: { ...(project === '' ? {} : { project }), values: masked(table, values) } })
      told.written.push({ author, entity, action: 'remove', id, project, before: values })
    }
  }

  return {
    prepare, insert, tell,

    async create(author: Author, { project = '', values: input, overwrite = false }: NewEntityRow): Promise<Row> {
      const read = readValues(entity, input, 'create')
      if (read.problems) throw new ApiError('input.invalid', { problems: read.problems })
      return write(async (tx, told) => {
        const row = await prepare(tx, author, project, read.values, told, overwrite)
        await insert(tx, author, [row], told, overwrite)
        return whole(tx, row.id, author)
      })
    },

    /** Throws `entity.conflict` if someone wrote since `revision`. */
    update: (author: Author, id: string, revision: number, asked: ChangeAsked): Promise<Row> => write(async (tx, told) => {
      await choosing(tx, asked)
      const row = (await locked(tx, [id], author)).get(id)
      if (!row) throw new ApiError('object.missing')
      checkOwner(entity, author, entity.roles.write, row.creator, row.values)
      if (row.revision !== revision) throw new ApiError('entity.conflict', { detail: { revision: row.revision, updatedBy: row.updatedBy, updatedAt: row.updatedAt } })
      await change(tx, author, [row], asked, told)
      return whole(tx, id, author)
    }),

    updateMany: (author: Author, ids: readonly string[], asked: ChangeAsked): Promise<{ changed: number }> => write(async (tx, told) => {
      await choosing(tx, asked)
      return { changed: await change(tx, author, [...(await locked(tx, [...new Set(ids)], author)).values()], asked, told) }
    }),

    remove: (author: Author, id: string): Promise<void> => write((tx, told) => take(tx, author, [id], told)),

    removeMany: (author: Author, ids: readonly string[]): Promise<{ removed: number }> => write(async (tx, told) => {
      await take(tx, author, [...new Set(ids)], told)
      return { removed: told.written.length }
    }),

    /** Throws if the move is not allowed in the row's current state. */
    move: (author: Author, id: string, name: string, input: unknown): Promise<Row> => write(async (tx, told) => {
      const move = lifecycle && Object.hasOwn(lifecycle.moves, name) ? lifecycle.moves[name] : undefined
      if (!lifecycle || !move) throw new ApiError('object.missing')
      const row = (await locked(tx, [id], author)).get(id)
      if (!row) throw new ApiError('object.missing')
      checkOwner(entity, author, roleFor(entity, name), row.creator, row.values)
      const from = row.values[lifecycle.field]
      if (!mayStart(move, from, row.values)) throw stateRefusal(from ?? null, lifecycle, move.words, row.updatedBy)
      const read = readFields(move.fields ?? {}, input)
      if (read.problems) throw new ApiError('input.invalid', { problems: read.problems })
      await checkReferences(tx, author, move.fields ?? {}, [{ project: row.project, values: read.values }], serviceOf)
      await checkDictionaries(tx, tables, move.fields ?? {}, [{ values: read.values, before: row.values }])
      const more = await hooks.beforeMove?.(contextOf(tx, author, row.project, told), { id, values: row.values }, name, read.values) ?? {}
      const to = move.meanwhile !== undefined && more[lifecycle.field] === move.meanwhile ? move.meanwhile : move.to
      const written = { ...Object.fromEntries(Object.entries(read.values).filter(([field]) => Object.hasOwn(entity.fields, field))), ...more, [lifecycle.field]: to }
      const after = { ...row.values, ...written }
      await updateRows(tx, table, Object.keys(written), [{ id, after, secrets: secretsOf(table, written) }], { at: new Date(), by: nameOf(author) })
      const shown = maskedFields(move.fields ?? {}, read.values)
      await sql`insert into entity_event (entity, row_id, at, who, move, "from", "to", "values") values
        (${entity.name}, ${id}, ${new Date()}, ${nameOf(author)}, ${name}, ${JSON.stringify(from)}::jsonb, ${JSON.stringify(to)}::jsonb, ${JSON.stringify(shown)}::jsonb)`.execute(tx)
      await audit(tx, author, { object: objectOf(id), action: name, content: { from, to, values: shown } })
      told.written.push({ author, entity, action: name, id, project: row.project, before: row.values, after })
      return whole(tx, id, author)
    }),

    async add(author: Author, rows: readonly { readonly project?: string; readonly values: EntityValues }[], { isAudited = false } = {}): Promise<readonly string[]> {
      return write(async (tx, told) => {
        const made: NewRow[] = []
        const alongside = rows.map(({ values }) => values)
        for (const { project = '', values } of rows) made.push(await prepare(tx, author, project, values, told, true, alongside))
        await insert(tx, author, made, told, true, isAudited)
        return made.map(({ id }) => id)
      })
    },

    async set(id: string, given: EntityValues | ((present: EntityValues) => EntityValues | null)): Promise<void> {
      await write(async (tx) => {
        const row = (await locked(tx, [id], undefined)).get(id)
        if (!row) throw new ApiError('object.missing')
        const values = typeof given === 'function' ? given(row.values) : given
        if (values === null) return
        await updateRows(tx, table, Object.keys(values), [{ id, after: { ...row.values, ...values }, secrets: secretsOf(table, values) }], { at: new Date(), by: '' }, false)
      })
    },
  }
}

/** Effects to run after the commit. */
export interface PendingEffects {
  readonly written: Written[]
  readonly kept: (() => void)[]
}

export const newPendingEffects = (): PendingEffects => ({ written: [], kept: [] })

interface Stored {
  readonly id: string
  readonly revision: number
  readonly updatedBy: string
  readonly updatedAt: number
  readonly project: string
  /** Account that created the row, if rows may be private. */
  readonly creator: string | null
  readonly values: EntityValues
}

/** Error for a concurrent state change, with the new state and its author. */
function stateRefusal(given: EntityValue, { states }: { readonly states: readonly { readonly value: string | number; readonly words: { readonly en: string; readonly zh: string } }[] }, move: { readonly en: string; readonly zh: string }, by: string): ApiError {
  const state = typeof given === 'string' || typeof given === 'number' ? given : ''
  const present = states.find(({ value }) => value === state)?.words ?? { en: String(state), zh: String(state) }
  return new ApiError('entity.state', {
    problems: [faultAt('', 'state', { en: `${move.en}: not allowed in state ${present.en} (last change: ${by})`, zh: `${move.zh}：当前状态为“${present.zh}”（最近由 ${by} 修改），无法执行` })],
    detail: { state, by },
  })
}

/** Secrets in the request: new text, or null to remove an optional one. */
function secretsOf({ entity }: EntityTable, given: Readonly<Record<string, unknown>>): EntityValues {
  return Object.fromEntries(Object.entries(entity.fields).flatMap(([name, field]): [string, EntityValue][] => {
    if (field.kind !== 'secret' || !Object.hasOwn(given, name)) return []
    const value = given[name]
    if (typeof value === 'string' && value !== '') return [[name, value]]
    return field.required ? [] : [[name, null]]
  }))
}

function differences({ entity }: EntityTable, before: EntityValues, after: EntityValues, fields: ReadonlySet<string>): Record<string, unknown> {
  const isHidden = (name: string): boolean => entity.fields[name]?.kind === 'secret' || (name !== entity.privacy && (isPrivate(entity, before) || isPrivate(entity, after)))
  const shown = (name: string, values: EntityValues): unknown => (isHidden(name) ? '***' : values[name] ?? null)
  return Object.fromEntries([...fields].map((name) => [name, { before: shown(name, before), after: shown(name, after) }]))
}

/** Masks values in the audit log: secrets, and everything in private rows, which the log must not reveal. */
const masked = ({ entity }: EntityTable, values: EntityValues): EntityValues =>
  (isPrivate(entity, values) ? Object.fromEntries(Object.entries(values).map(([name, value]) => [name, name === entity.privacy || value === null ? value : '***'])) : maskedFields(entity.fields, values))
const isPrivate = ({ privacy }: Entity, values: EntityValues): boolean => privacy !== undefined && values[privacy] !== true
const maskedFields = (fields: EntityFields, values: EntityValues): EntityValues =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, fields[name]?.kind === 'secret' && value !== null && value !== false ? '***' : value]))

function isExclusiveField(fields: EntityFields, name: string, values: EntityValues): boolean {
  const field = fields[name]
  const value = values[name]
  return (field?.kind === 'ref' || field?.kind === 'refs') && field.exclusive === true && value !== null && value !== undefined && (!Array.isArray(value) || value.length > 0)
}

/** Owning project of a row shared by all projects. */
function ownerOf({ owner }: Entity, values: EntityValues): string | undefined {
  const id = owner === undefined ? null : values[owner]
  return typeof id === 'string' ? id : undefined
}

const isRecord = (input: unknown): input is Readonly<Record<string, unknown>> => typeof input === 'object' && input !== null && !Array.isArray(input)
/** Compares values as JSON. Lists and rows have the same order on both sides. */
const isSame = (a: EntityValue | undefined, b: EntityValue | undefined): boolean => a === b || JSON.stringify(ordered(a)) === JSON.stringify(ordered(b))
/** Sorts keys, because PostgreSQL returns nested rows with another key order. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered)
  if (typeof value !== 'object' || value === null) return value ?? null
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, inner]) => [key, ordered(inner)]))
}
