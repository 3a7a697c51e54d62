import { sql } from 'kysely'
import type { EntityFields, EntityValue, EntityValues } from '../../../contract/entity/field.ts'
import { canTransition, readFields, readValues } from '../../../contract/entity/read.ts'
import type { Entity, Row } from '../../../contract/entity/define.ts'
import { getRequiredRole } from '../../../contract/entity/owner.ts'
import { ApiError } from '../../../contract/errors.ts'
import type { EntityTable, StoredRow } from '../../database/entities/entityColumns.ts'
import { creatorColumn } from '../../database/entities/entityColumns.ts'
import { orderChanged } from '../../database/entities/entityPagination.ts'
import {
  deleteRows,
  toEntityRow,
  insertRows,
  readRows,
  titleText,
  updateRows,
} from '../../database/entities/entityRows.ts'
import type { NewRow } from '../../database/entities/entityRows.ts'
import type { Db } from '../../database/index.ts'
import type { RecycleBin } from '../recycleBin/index.ts'
import type { Log } from '../../log.ts'
import { audit } from '../base/audit.ts'
import { checkDictionaries } from './dictionaries.ts'
import { createFault, createInvalidInputError, toDuplicateError } from './validationErrors.ts'
import type { EntityHooks, HookContext, WrittenRow } from './hooks.ts'
import { newId } from './ids.ts'
import { checkOwner, withOwner } from './owner.ts'
import { checkFiles, checkPrivacyChange, getCreator, isVisible } from './privacy.ts'
import { checkReferences, claimExclusive, clearReferences } from './references.ts'
import type { createReading } from './reading.ts'
import { checkUniqueFlag, hasUniqueFlag, findRowsWithFlag, serializeWrites } from './uniqueFlag.ts'
import type { Author, ChangeRequest, EntityService, NewEntityRow } from './types.ts'
import { getAuthorName } from './types.ts'

export interface WritingParts {
  readonly db: Db
  readonly table: EntityTable
  readonly hooks: EntityHooks
  readonly rowsOf: ReturnType<typeof createReading>['rowsOf']
  readonly getService: (name: string) => EntityService
  readonly tables: readonly EntityTable[]
  readonly log: Log
  readonly bin: Pick<RecycleBin, 'put'>
  /** Called with the number of written rows, which triggers table maintenance. */
  readonly onWrite: (rows: number) => void
}

/** Write operations of an entity service. Each write runs with its checks and audit entry in one transaction. */
export function createWriting({
  db,
  table,
  hooks,
  rowsOf: toRows,
  getService: serviceOf,
  tables,
  log,
  bin,
  onWrite: wrote,
}: WritingParts) {
  const { entity } = table
  const { lifecycle } = entity
  const toAuditObject = (id: string): string => `${entity.name}/${id}`
  const createContext = (
    tx: Db,
    author: Author,
    project: string,
    effects: PendingEffects,
    overwrite = false,
    alongside: readonly EntityValues[] = [],
  ): HookContext => ({
    tx,
    author,
    entity,
    project,
    overwrite,
    otherRows: alongside,
    afterCommit: (callback) => effects.afterCommit.push(callback),
  })

  /** Runs a write, maps unique violations to field errors and notifies listeners after the commit. */
  const write = async <T>(work: (tx: Db, effects: PendingEffects) => Promise<T>): Promise<T> => {
    const { done, effects } = await db
      .transaction()
      .execute(async (tx) => {
        // Create it per attempt, because the transaction may be retried.
        const pending = newPendingEffects()
        return { done: await work(tx, pending), effects: pending }
      })
      .catch((cause: unknown) => {
        throw toDuplicateError(cause, table)
      })
    await notify(effects)
    return done
  }

  const notify = async ({ written: effects, afterCommit: kept }: PendingEffects): Promise<void> => {
    for (const callback of kept) callback()
    wrote(effects.length)
    // Invalidate again: others may have read before the commit.
    if (effects.some(({ action }) => action === 'create' || action === 'remove')) orderChanged(table)
    else if (effects.length > 0) orderChanged(table, [...effects.flatMap(changedColumns), 'updated_at'])
    for (const written of effects) {
      try {
        await hooks.afterWrite?.(written)
      } catch (cause) {
        log.error('post-write action failed', { entity: entity.name, row: written.id, action: written.action, cause })
      }
    }
  }

  const changedColumns = ({ before = {}, after = {} }: WrittenRow): string[] =>
    table.columns.filter(({ field }) => !isSame(before[field], after[field])).map(({ name }) => name)

  const checkOpen = (values: EntityValues): void => {
    const state = lifecycle?.states.find(({ value }) => value === values[lifecycle.field])
    if (!state || !lifecycle?.closed?.includes(state.value)) return
    const words = {
      en: `${entity.words.one.en} in state "${state.words.en}" cannot be changed`,
      zh: `${entity.words.one.zh}${state.words.zh}，不可修改`,
    }
    throw new ApiError('entity.state', { problems: [createFault('', 'state', words)] })
  }

  /** Serializes writes that set a flag allowed for only one row per project. */
  const serializeFlagWrites = async (tx: Db, { values }: ChangeRequest): Promise<void> => {
    if (entity.single !== undefined && isRecord(values) && values[entity.single] === true)
      await serializeWrites(tx, table)
  }

  const lockRows = async (
    tx: Db,
    ids: readonly string[],
    author: Author | undefined,
  ): Promise<ReadonlyMap<string, LockedRow>> => {
    const rows = (await readRows(tx, table, ids, 'update')).filter((row) => isVisible(table, row, author))
    const found = new Map(rows.map((row) => [String(row['id']), toLockedRow(row)]))
    if (ids.some((id) => !found.has(id))) throw new ApiError('object.missing')
    return found
  }
  const toLockedRow = (row: StoredRow): LockedRow => {
    const { values, ...frame } = toEntityRow(table, row)
    const creator = row[creatorColumn]
    return { ...frame, project: String(row['project']), creator: typeof creator === 'string' ? creator : null, values }
  }

  const readRow = async (tx: Db, id: string, author: Author): Promise<Row> => {
    const [row] = await toRows(tx, await readRows(tx, table, [id]), author)
    if (!row) throw new ApiError('object.missing')
    return row
  }

  /** Validates a new row and runs its hooks; the caller inserts it. */
  const prepare = async (
    tx: Db,
    author: Author,
    project: string,
    read: EntityValues,
    effects: PendingEffects,
    overwrite = false,
    alongside: readonly EntityValues[] = [read],
  ): Promise<NewRow> => {
    const initial = Object.fromEntries(table.columns.map(({ field }) => [field, entity.fields[field]?.default ?? null]))
    const values = withOwner(entity, author, { ...initial, ...read })
    checkOwner(entity, author, entity.roles.write, getCreator(author) ?? null, values)
    return {
      id: newId(),
      project,
      values: {
        ...values,
        ...(await hooks.beforeCreate?.(createContext(tx, author, project, effects, overwrite, alongside), values)),
      },
    }
  }

  const insert = async (
    tx: Db,
    author: Author,
    rows: readonly NewRow[],
    effects: PendingEffects,
    overwrite = false,
    isAudited = true,
  ): Promise<void> => {
    await checkReferences(tx, author, entity.fields, rows, serviceOf)
    await checkDictionaries(tx, tables, entity.fields, rows)
    await checkFiles(
      tx,
      table,
      author,
      rows.map(({ values }) => ({ after: values })),
    )
    for (const row of rows) await claimExclusive(tx, author, table, row, overwrite, serviceOf)
    await insertRows(tx, table, rows, { at: new Date(), by: getAuthorName(author), creator: getCreator(author) })
    for (const { id, project, values } of rows) {
      if (isAudited)
        await audit(tx, author, {
          object: toAuditObject(id),
          action: 'create',
          content: { ...(project === '' ? {} : { project }), values: maskValues(table, values) },
        })
      effects.written.push({ author, entity, action: 'create', id, project, after: values })
    }
    // If several rows of a project have the flag, the last one wins.
    const newest = new Map(rows.filter(({ values }) => hasUniqueFlag(entity, values)).map((row) => [row.project, row]))
    await clearFlagOnOthers(tx, author, [...newest.values()], effects)
  }

  /** Clears the single-row flag on other rows of the project after it was set. */
  const clearFlagOnOthers = async (
    tx: Db,
    author: Author,
    holders: readonly { readonly id: string; readonly project: string }[],
    effects: PendingEffects,
  ): Promise<void> => {
    const { single } = entity
    if (single === undefined || holders.length === 0) return
    const rows = (await readRows(tx, table, await findRowsWithFlag(tx, table, single, holders), 'update'))
      .map(toLockedRow)
      .filter(({ values }) => hasUniqueFlag(entity, values))
    const cleared = rows.map(({ id, project, values: before }) => ({
      id,
      project,
      before,
      after: { ...before, [single]: false },
    }))
    if (cleared.length === 0) return
    await updateRows(tx, table, [single], cleared, { at: new Date(), by: getAuthorName(author) })
    for (const { id, project, before, after } of cleared) {
      await audit(tx, author, {
        object: toAuditObject(id),
        action: 'update',
        content: differences(table, before, after, new Set([single])),
      })
      effects.written.push({ author, entity, action: 'update', id, project, before, after })
    }
  }

  /** Applies a change to rows and returns the number of changed rows. */
  const change = async (
    tx: Db,
    author: Author,
    rows: readonly LockedRow[],
    { values: input, overwrite = false }: ChangeRequest,
    effects: PendingEffects,
  ): Promise<number> => {
    const record = isRecord(input) ? input : {}
    const secrets = getSecrets(table, record)
    const fields = new Set<string>()
    const singles: { readonly id: string; readonly project: string }[] = []
    const changed: {
      id: string
      after: EntityValues
      secrets: EntityValues
      before: EntityValues
      project: string
      own: Set<string>
    }[] = []
    for (const { id, project, creator, values: before } of rows) {
      checkOwner(entity, author, entity.roles.write, creator, before)
      checkOpen(before)
      // Secrets are never returned to clients; omitting one keeps the stored value.
      const present = {
        ...before,
        ...Object.fromEntries(
          Object.keys(before)
            .filter((name) => entity.fields[name]?.kind === 'secret')
            .map((name) => [name, null]),
        ),
      }
      const read = readValues(entity, input, 'update', present)
      if (read.problems) throw new ApiError('input.invalid', { problems: read.problems })
      const more =
        (await hooks.beforeUpdate?.(
          createContext(tx, author, project, effects, overwrite),
          { id, values: before },
          read.values,
        )) ?? {}
      const afterCommit = Object.fromEntries(
        Object.entries(before).filter(
          ([name]) => entity.fields[name]?.kind === 'secret' && secrets[name] === undefined,
        ),
      )
      const after = { ...read.values, ...afterCommit, ...more }
      const changedFields = new Set(
        table.columns
          .map(({ field }) => field)
          .filter((field) =>
            entity.fields[field]?.kind === 'secret'
              ? secrets[field] !== undefined
              : !isSame(before[field], after[field]),
          ),
      )
      if (hasUniqueFlag(entity, after)) singles.push({ id, project })
      if (changedFields.size === 0) continue
      checkPrivacyChange(table, author, creator, before, after)
      checkOwner(entity, author, entity.roles.write, creator, after)
      for (const field of changedFields) fields.add(field)
      changed.push({ id, after, secrets, before, project, own: changedFields })
    }
    if (changed.length === 0) return 0
    const chosen = changed.filter(({ before, after }) => hasUniqueFlag(entity, after) && !hasUniqueFlag(entity, before))
    if (chosen.length > 0) checkUniqueFlag(entity, singles)
    const referring = Object.fromEntries(Object.entries(entity.fields).filter(([name]) => fields.has(name)))
    await checkReferences(
      tx,
      author,
      referring,
      changed.map(({ project, before, after }) => ({ project, before, values: after })),
      serviceOf,
    )
    await checkDictionaries(
      tx,
      tables,
      referring,
      changed.map(({ before, after }) => ({ before, values: after })),
    )
    await checkFiles(tx, table, author, changed)
    for (const { id, project, after, own: changedFields } of changed) {
      const isExclusive = [...changedFields].some((name) => isExclusiveField(entity.fields, name, after))
      if (isExclusive && changed.length > 1)
        throw createInvalidInputError(
          ...[...changedFields]
            .filter((name) => isExclusiveField(entity.fields, name, after))
            .map((name) => createFault(name, 'exclusive', { en: 'Can be bound only once', zh: '只能由一项数据绑定' })),
        )
      if (isExclusive)
        await claimExclusive(
          tx,
          author,
          table,
          {
            id,
            project,
            values: Object.fromEntries(Object.entries(after).filter(([name]) => changedFields.has(name))),
          },
          overwrite,
          serviceOf,
        )
    }
    await updateRows(
      tx,
      table,
      [...fields].filter((field) => entity.fields[field]?.kind !== 'secret' || secrets[field] !== undefined),
      changed,
      { at: new Date(), by: getAuthorName(author) },
    )
    for (const { id, project, before, after, own: changedFields } of changed) {
      await audit(tx, author, {
        object: toAuditObject(id),
        action: 'update',
        content: differences(table, before, after, changedFields),
      })
      effects.written.push({ author, entity, action: 'update', id, project, before, after })
    }
    await clearFlagOnOthers(tx, author, chosen, effects)
    return changed.length
  }

  const removeRows = async (tx: Db, author: Author, ids: readonly string[], effects: PendingEffects): Promise<void> => {
    const rows = await lockRows(tx, ids, author)
    for (const { creator, values } of rows.values()) checkOwner(entity, author, entity.roles.remove, creator, values)
    for (const { id, project, values } of rows.values())
      await hooks.beforeRemove?.(createContext(tx, author, project, effects), { id, values })
    await clearReferences(tx, author, tables, entity, ids)
    if (entity.recycles) {
      await bin.put(
        tx,
        { name: getAuthorName(author) },
        entity.name,
        [...rows.values()].map(({ id, project, creator, values }) => ({
          object: id,
          project: getOwner(entity, values) ?? (project === '' ? null : project),
          name: titleText(values[entity.title] ?? null, id),
          isPublic: entity.privacy === undefined || values[entity.privacy] !== false,
          creator,
        })),
      )
      orderChanged(table)
    } else await deleteRows(tx, table, ids)
    for (const { id, project, values } of rows.values()) {
      await audit(tx, author, {
        object: toAuditObject(id),
        action: 'remove',
        content: { ...(project === '' ? {} : { project }), values: maskValues(table, values) },
      })
      effects.written.push({ author, entity, action: 'remove', id, project, before: values })
    }
  }

  return {
    prepare,
    insert,
    tell: notify,

    async create(author: Author, { project = '', values: input, overwrite = false }: NewEntityRow): Promise<Row> {
      const read = readValues(entity, input, 'create')
      if (read.problems) throw new ApiError('input.invalid', { problems: read.problems })
      return write(async (tx, effects) => {
        const row = await prepare(tx, author, project, read.values, effects, overwrite)
        await insert(tx, author, [row], effects, overwrite)
        return readRow(tx, row.id, author)
      })
    },

    /** Throws `entity.conflict` if someone wrote since `revision`. */
    update: (author: Author, id: string, revision: number, request: ChangeRequest): Promise<Row> =>
      write(async (tx, effects) => {
        await serializeFlagWrites(tx, request)
        const row = (await lockRows(tx, [id], author)).get(id)
        if (!row) throw new ApiError('object.missing')
        checkOwner(entity, author, entity.roles.write, row.creator, row.values)
        if (row.revision !== revision)
          throw new ApiError('entity.conflict', {
            detail: { revision: row.revision, updatedBy: row.updatedBy, updatedAt: row.updatedAt },
          })
        await change(tx, author, [row], request, effects)
        return readRow(tx, id, author)
      }),

    updateMany: (author: Author, ids: readonly string[], request: ChangeRequest): Promise<{ changed: number }> =>
      write(async (tx, effects) => {
        await serializeFlagWrites(tx, request)
        return {
          changed: await change(
            tx,
            author,
            [...(await lockRows(tx, [...new Set(ids)], author)).values()],
            request,
            effects,
          ),
        }
      }),

    remove: (author: Author, id: string): Promise<void> =>
      write((tx, effects) => removeRows(tx, author, [id], effects)),

    removeMany: (author: Author, ids: readonly string[]): Promise<{ removed: number }> =>
      write(async (tx, effects) => {
        await removeRows(tx, author, [...new Set(ids)], effects)
        return { removed: effects.written.length }
      }),

    /** Throws if the move is not allowed in the row's current state. */
    move: (author: Author, id: string, name: string, input: unknown): Promise<Row> =>
      write(async (tx, effects) => {
        const move = lifecycle && Object.hasOwn(lifecycle.moves, name) ? lifecycle.moves[name] : undefined
        if (!lifecycle || !move) throw new ApiError('object.missing')
        const row = (await lockRows(tx, [id], author)).get(id)
        if (!row) throw new ApiError('object.missing')
        checkOwner(entity, author, getRequiredRole(entity, name), row.creator, row.values)
        const from = row.values[lifecycle.field]
        if (!canTransition(move, from, row.values))
          throw createStateError(from ?? null, lifecycle, move.words, row.updatedBy)
        const read = readFields(move.fields ?? {}, input)
        if (read.problems) throw new ApiError('input.invalid', { problems: read.problems })
        await checkReferences(tx, author, move.fields ?? {}, [{ project: row.project, values: read.values }], serviceOf)
        await checkDictionaries(tx, tables, move.fields ?? {}, [{ values: read.values, before: row.values }])
        const more =
          (await hooks.beforeMove?.(
            createContext(tx, author, row.project, effects),
            { id, values: row.values },
            name,
            read.values,
          )) ?? {}
        const to =
          move.pendingState !== undefined && more[lifecycle.field] === move.pendingState ? move.pendingState : move.to
        const written = {
          ...Object.fromEntries(Object.entries(read.values).filter(([field]) => Object.hasOwn(entity.fields, field))),
          ...more,
          [lifecycle.field]: to,
        }
        const after = { ...row.values, ...written }
        await updateRows(tx, table, Object.keys(written), [{ id, after, secrets: getSecrets(table, written) }], {
          at: new Date(),
          by: getAuthorName(author),
        })
        const mask = maskSecrets(move.fields ?? {}, read.values)
        await sql`insert into entity_event (entity, row_id, at, who, move, "from", "to", "values") values
        (${entity.name}, ${id}, ${new Date()}, ${getAuthorName(author)}, ${name}, ${JSON.stringify(from)}::jsonb, ${JSON.stringify(to)}::jsonb, ${JSON.stringify(mask)}::jsonb)`.execute(
          tx,
        )
        await audit(tx, author, { object: toAuditObject(id), action: name, content: { from, to, values: mask } })
        effects.written.push({ author, entity, action: name, id, project: row.project, before: row.values, after })
        return readRow(tx, id, author)
      }),

    async add(
      author: Author,
      rows: readonly { readonly project?: string; readonly values: EntityValues }[],
      { isAudited = false } = {},
    ): Promise<readonly string[]> {
      return write(async (tx, effects) => {
        const newRows: NewRow[] = []
        const alongside = rows.map(({ values }) => values)
        for (const { project = '', values } of rows)
          newRows.push(await prepare(tx, author, project, values, effects, true, alongside))
        await insert(tx, author, newRows, effects, true, isAudited)
        return newRows.map(({ id }) => id)
      })
    },

    async set(id: string, record: EntityValues | ((present: EntityValues) => EntityValues | null)): Promise<void> {
      await write(async (tx) => {
        const row = (await lockRows(tx, [id], undefined)).get(id)
        if (!row) throw new ApiError('object.missing')
        const values = typeof record === 'function' ? record(row.values) : record
        if (values === null) return
        await updateRows(
          tx,
          table,
          Object.keys(values),
          [{ id, after: { ...row.values, ...values }, secrets: getSecrets(table, values) }],
          { at: new Date(), by: '' },
          false,
        )
      })
    },
  }
}

/** Effects to run after the commit. */
export interface PendingEffects {
  readonly written: WrittenRow[]
  readonly afterCommit: (() => void)[]
}

export const newPendingEffects = (): PendingEffects => ({ written: [], afterCommit: [] })

interface LockedRow {
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
function createStateError(
  record: EntityValue,
  {
    states,
  }: {
    readonly states: readonly {
      readonly value: string | number
      readonly words: { readonly en: string; readonly zh: string }
    }[]
  },
  move: { readonly en: string; readonly zh: string },
  by: string,
): ApiError {
  const state = typeof record === 'string' || typeof record === 'number' ? record : ''
  const present = states.find(({ value }) => value === state)?.words ?? { en: String(state), zh: String(state) }
  return new ApiError('entity.state', {
    problems: [
      createFault('', 'state', {
        en: `${move.en}: not allowed in state ${present.en} (last change: ${by})`,
        zh: `${move.zh}：当前状态为“${present.zh}”（最近由 ${by} 修改），无法执行`,
      }),
    ],
    detail: { state, by },
  })
}

/** Secrets in the request: new text, or null to remove an optional one. */
function getSecrets({ entity }: EntityTable, record: Readonly<Record<string, unknown>>): EntityValues {
  return Object.fromEntries(
    Object.entries(entity.fields).flatMap(([name, field]): [string, EntityValue][] => {
      if (field.kind !== 'secret' || !Object.hasOwn(record, name)) return []
      const value = record[name]
      if (typeof value === 'string' && value !== '') return [[name, value]]
      return field.required ? [] : [[name, null]]
    }),
  )
}

function differences(
  { entity }: EntityTable,
  before: EntityValues,
  after: EntityValues,
  fields: ReadonlySet<string>,
): Record<string, unknown> {
  const isHidden = (name: string): boolean =>
    entity.fields[name]?.kind === 'secret' ||
    (name !== entity.privacy && (isPrivate(entity, before) || isPrivate(entity, after)))
  const mask = (name: string, values: EntityValues): unknown => (isHidden(name) ? '***' : (values[name] ?? null))
  return Object.fromEntries([...fields].map((name) => [name, { before: mask(name, before), after: mask(name, after) }]))
}

/** Masks values in the audit log: secrets, and everything in private rows, which the log must not reveal. */
const maskValues = ({ entity }: EntityTable, values: EntityValues): EntityValues =>
  isPrivate(entity, values)
    ? Object.fromEntries(
        Object.entries(values).map(([name, value]) => [
          name,
          name === entity.privacy || value === null ? value : '***',
        ]),
      )
    : maskSecrets(entity.fields, values)
const isPrivate = ({ privacy }: Entity, values: EntityValues): boolean =>
  privacy !== undefined && values[privacy] !== true
const maskSecrets = (fields: EntityFields, values: EntityValues): EntityValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      fields[name]?.kind === 'secret' && value !== null && value !== false ? '***' : value,
    ]),
  )

function isExclusiveField(fields: EntityFields, name: string, values: EntityValues): boolean {
  const field = fields[name]
  const value = values[name]
  return (
    (field?.kind === 'ref' || field?.kind === 'refs') &&
    field.exclusive === true &&
    value !== null &&
    value !== undefined &&
    (!Array.isArray(value) || value.length > 0)
  )
}

/** Owning project of a row shared by all projects. */
function getOwner({ owner }: Entity, values: EntityValues): string | undefined {
  const id = owner === undefined ? null : values[owner]
  return typeof id === 'string' ? id : undefined
}

const isRecord = (input: unknown): input is Readonly<Record<string, unknown>> =>
  typeof input === 'object' && input !== null && !Array.isArray(input)
/** Compares values as JSON. Lists and rows have the same order on both sides. */
const isSame = (a: EntityValue | undefined, b: EntityValue | undefined): boolean =>
  a === b || JSON.stringify(sortKeys(a)) === JSON.stringify(sortKeys(b))
/** Sorts keys, because PostgreSQL returns nested rows with another key order. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value ?? null
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sortKeys(inner)]),
  )
}
