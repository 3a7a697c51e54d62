import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Entity, Row } from '../../../contract/entity/define.ts'
import type { EntityValues } from '../../../contract/entity/field.ts'
import type { RowEvent } from '../../../contract/entity/routes.ts'
import { ApiError } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { StoredRow } from '../../database/entities/entityColumns.ts'
import { entityTable, sqlName } from '../../database/entities/entityColumns.ts'
import type { Condition } from '../../database/entities/entityLists.ts'
import { toEntityRow, titleText } from '../../database/entities/entityRows.ts'
import type { Db } from '../../database/index.ts'
import type { RequestContext } from '../base/requestContext.ts'
import { likePattern, pageOffset } from '../base/pagination.ts'
import { parseListQuery } from './listQuery.ts'
import { getReferencedIds, readTitles } from './references.ts'
import type { EntityService, ListQuery, PageQuery, RowPage, Titled } from './types.ts'

/** Describes how a server table is read as an entity. */
export interface View {
  readonly entity: Entity
  /** Query with the columns of an entity table including the common ones, plus `_order` as a unique sort key. */
  readonly query: RawBuilder<unknown>
  /** Condition for the rows visible to the caller; undefined: all. */
  getVisibilityCondition?(caller: RequestContext): Condition | undefined
  /** Returns the values visible to the caller. */
  restrictValues?(caller: RequestContext, values: EntityValues): EntityValues
  /** Table with these ids. Its rows are locked while references to them are written. */
  readonly lockTable?: string
}

/** Maximum number of matching rows counted. */
const maxCountedRows = 10_000
const maxOptions = 50

/** Read operations of a `custom` entity: lists, filters and titles as for other entities. */
export function createViewReading(db: Db, view: View, getService: (name: string) => EntityService) {
  const { entity } = view
  const table = entityTable(entity, (secret) => secret)
  const title = sqlName(table.column(entity.title).name)

  const where = (conditions: readonly (Condition | undefined)[]): RawBuilder<unknown> => {
    const query = conditions.filter((condition) => condition !== undefined)
    return query.length > 0 ? sql`where ${sql.join(query, sql` and `)}` : sql``
  }
  const getVisibility = (caller: RequestContext | undefined): Condition | undefined =>
    caller ? view.getVisibilityCondition?.(caller) : undefined
  const withIds = (ids: readonly string[]): Condition => sql<boolean>`id = any(${ids}::text[])`

  const select = async (from: Db, rest: RawBuilder<unknown>): Promise<StoredRow[]> =>
    (await sql<StoredRow>`select * from (${view.query}) as v ${rest}`.execute(from)).rows

  const toRows = async (from: Db, stored: readonly StoredRow[], caller: RequestContext | undefined): Promise<Row[]> => {
    const frames = stored.map((row) => {
      const frame = toEntityRow(table, row)
      return caller && view.restrictValues ? { ...frame, values: view.restrictValues(caller, frame.values) } : frame
    })
    const titles = await readTitles(
      from,
      entity.fields,
      frames.map(({ values }) => values),
      getService,
      caller,
    )
    return frames.map(({ values, ...frame }) => {
      const titleEntries = getReferencedIds(entity.fields, values).flatMap((id) =>
        titles[id] === undefined ? [] : [[id, titles[id]] as const],
      )
      return { ...values, ...frame, titles: Object.fromEntries(titleEntries) } as Row // The view's columns match the declared fields.
    })
  }

  const createConditions = (query: ListQuery, caller: RequestContext | undefined) => {
    const { search = '', conditions, sort } = parseListQuery(table, query)
    const words = search.trim()
    const matches =
      words === '' || entity.list.search.length === 0
        ? []
        : [
            sql<boolean>`(${sql.join(
              entity.list.search.map((field) => likePattern(table.column(field).name, words)),
              sql` or `,
            )})`,
          ]
    return { conditions: [...conditions, ...matches, getVisibility(caller)], sort }
  }

  const page = async (
    query: ListQuery,
    limit: number,
    offset: number,
    caller: RequestContext | undefined,
  ): Promise<RowPage> => {
    const {
      conditions,
      sort: { column, descending },
    } = createConditions(query, caller)
    const whereClause = where(conditions)
    const order = descending
      ? sql`${sqlName(column)} desc nulls last, "_order" desc`
      : sql`${sqlName(column)} asc nulls first, "_order" asc`
    const {
      rows: [counted],
    } = await sql<{
      count: string
    }>`select count(*) as count from (select 1 from (${view.query}) as v ${whereClause} limit ${maxCountedRows + 1}) as f`.execute(
      db,
    )
    const stored = await select(db, sql`${whereClause} order by ${order} limit ${limit} offset ${offset}`)
    const total = Number(counted?.count ?? 0)
    return {
      rows: await toRows(db, stored, caller),
      total: Math.min(total, maxCountedRows),
      ...(total > maxCountedRows ? { atLeast: true as const } : {}),
    }
  }

  const titledWhere = async (from: Db, rest: RawBuilder<unknown>): Promise<Titled[]> =>
    (
      await sql<{
        id: string
        title: string | null
      }>`select id, ${title} as title from (${view.query}) as v ${rest}`.execute(from)
    ).rows.map((row) => ({ id: row.id, title: titleText(row.title, row.id), project: '' }))

  const read = async (from: Db, id: string, caller: RequestContext | undefined): Promise<Row> => {
    const [row] = await toRows(from, await select(from, where([withIds([id]), getVisibility(caller)])), caller)
    if (!row) throw new ApiError('object.missing')
    return row
  }

  return {
    /** Also usable within a transaction. */
    readIn: read,

    findProject: async (id: string): Promise<string | undefined> =>
      (await titledWhere(db, where([withIds([id])]))).length > 0 ? '' : undefined,
    findProjects: async (ids: readonly string[]): Promise<ReadonlyMap<string, string>> =>
      new Map((await titledWhere(db, where([withIds(ids)]))).map(({ id }) => [id, ''])),

    list: (query: PageQuery, caller?: RequestContext): Promise<RowPage> =>
      page(query, query.pageSize, pageOffset(query), caller),

    async export(query: ListQuery, caller?: RequestContext): Promise<RowPage> {
      const matches = await page(query, limits.entity.exportRows, 0, caller)
      if (matches.rows.length === 0) throw new ApiError('export.empty')
      return matches
    },

    async options(
      { ids, ...query }: ListQuery & { readonly ids?: readonly string[] | undefined },
      caller?: RequestContext,
    ) {
      const { conditions } = createConditions({ ...query, sort: undefined }, caller)
      const chosen = ids ? [withIds(ids)] : []
      const matches = await titledWhere(
        db,
        sql`${where([...conditions, ...chosen])} order by ${title} limit ${ids ? ids.length : maxOptions}`,
      )
      return matches.map((one) => ({ id: one.id, title: one.title }))
    },

    read: (id: string, caller?: RequestContext): Promise<Row> => read(db, id, caller),

    async events(id: string, caller?: RequestContext): Promise<readonly RowEvent[]> {
      await read(db, id, caller)
      const { rows } = await sql<{
        at: Date
        who: string
        move: string
        from: string | number
        to: string | number
        values: Record<string, unknown>
      }>`
        select at, who, move, "from", "to", "values" from entity_event where entity = ${entity.name} and row_id = ${id} order by id desc limit 1000`.execute(
        db,
      )
      return rows.map((event) => ({ ...event, at: event.at.getTime() }))
    },

    async getTitles(from: Db, ids: readonly string[], lock = false): Promise<ReadonlyMap<string, Titled>> {
      if (lock && view.lockTable !== undefined)
        await sql`select id from ${sqlName(view.lockTable)} where id = any(${ids}::text[]) order by id for key share`.execute(
          from,
        )
      return new Map((await titledWhere(from, where([withIds(ids)]))).map((row) => [row.id, row]))
    },

    async findIds(from: Db, texts: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
      const matches = new Map<string, string[]>()
      const rows = await titledWhere(from, sql`where id = any(${texts}::text[]) or ${title} = any(${texts}::text[])`)
      for (const row of rows)
        for (const text of new Set([row.id, row.title])) matches.set(text, [...(matches.get(text) ?? []), row.id])
      return matches
    },
  }
}

/** Write operations of a read-only entity. All reject with `object.missing`; no route uses them. */
export function readOnlyWriting() {
  const missing = (): Promise<never> => Promise.reject(new ApiError('object.missing'))
  return { create: missing, update: missing, updateMany: missing, remove: missing, removeMany: missing, move: missing }
}
