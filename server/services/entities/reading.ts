import { sql } from 'kysely'
import type { Row } from '../../../contract/entity/define.ts'
import { ApiError } from '../../../contract/errors.ts'
import type { RowEvent } from '../../../contract/entity/routes.ts'
import { limits } from '../../../contract/limits.ts'
import type { EntityTable, StoredRow } from '../../database/entities/entityColumns.ts'
import { sqlName } from '../../database/entities/entityColumns.ts'
import { listRows } from '../../database/entities/entityLists.ts'
import { columnVersion } from '../../database/entities/entityPagination.ts'
import { toEntityRow, readRows, titlesWhere, titleText } from '../../database/entities/entityRows.ts'
import type { Db } from '../../database/index.ts'
import { monotonicNow } from '../../monotonicClock.ts'
import type { RequestContext } from '../base/requestContext.ts'
import type { DeviceNames } from '../base/deviceNames.ts'
import { pageOffset } from '../base/pagination.ts'
import { parseListQuery } from './listQuery.ts'
import { isVisible, visibilityCondition } from './privacy.ts'
import { getDeviceFields, getDevicesAt, getReferencedIds, readTitles } from './references.ts'
import type { Author, EntityService, ListQuery, PageQuery, RowPage, Titled } from './types.ts'

const maxOptions = 50
const titleBatchSize = 5_000
/**
 * Cache time of titles in milliseconds. Writes of this server apply at once, writes of other servers after this time.
 */
const titleCacheMs = 500
const maxCachedTitles = 20_000
const maxCachedProjects = 50_000

/** Read operations of an entity service. */
export function createReading(
  db: Db,
  table: EntityTable,
  getService: (name: string) => EntityService,
  deviceNames: Pick<DeviceNames, 'getNames' | 'searchCondition'>,
) {
  const { entity } = table
  const deviceFields = getDeviceFields(entity.fields)

  /** One query per referenced entity and one for device names, regardless of the number of rows. */
  const toRows = async (from: Db, stored: readonly StoredRow[], reader: Author | undefined): Promise<Row[]> => {
    const frames = stored.map((row) => toEntityRow(table, row))
    const titles = await readTitles(
      from,
      entity.fields,
      frames.map(({ values }) => values),
      getService,
      reader,
    )
    const listDevices = ({ project, values }: (typeof frames)[number]) =>
      project === undefined
        ? []
        : deviceFields.flatMap((place) => getDevicesAt(place, values).map((device) => ({ project, device })))
    const names =
      deviceFields.length > 0
        ? await deviceNames.getNames(from, frames.flatMap(listDevices), getCaller(reader))
        : undefined
    return frames.map((each) => {
      const { values, ...frame } = each
      const rowTitles: Record<string, string> = {}
      for (const id of getReferencedIds(entity.fields, values)) if (titles[id] !== undefined) rowTitles[id] = titles[id]
      if (names) {
        for (const { project, device } of listDevices(each)) {
          const name = names.get(`${project}/${device}`)
          if (name !== undefined) rowTitles[device] = name
        }
      }
      // Reuse the values object, because pages of wide rows dominate the server's load.
      return Object.assign(values, frame, { titles: rowTitles })
    })
  }

  const searchedDevice = deviceFields.find(
    ({ field, inner }) => inner === undefined && entity.list.search.includes(field),
  )?.field
  /** Parses a query and restricts it to visible rows. Fields shown by a device's name are searched by that name. */
  const createVisibleListing = async (
    query: ListQuery,
    caller: RequestContext | undefined,
  ): Promise<ReturnType<typeof parseListQuery>> => {
    const { conditions, ...listing } = parseListQuery(table, query)
    const visibility = visibilityCondition(table, caller)
    const text = query.search?.trim() ?? ''
    const orSearch =
      searchedDevice === undefined || text === ''
        ? undefined
        : await deviceNames.searchCondition(text, table.column(searchedDevice).name, listing.projects, caller)
    return {
      ...listing,
      ...(orSearch ? { orSearch } : {}),
      conditions: visibility ? [...conditions, visibility] : conditions,
    }
  }

  const page = async (
    query: ListQuery,
    limit: number,
    offset: number,
    caller: RequestContext | undefined,
  ): Promise<RowPage> => {
    const { rows, ...totals } = await listRows(db, table, {
      ...(await createVisibleListing(query, caller)),
      limit,
      offset,
    })
    return { rows: await toRows(db, rows, caller), ...totals }
  }

  const readOne = async (id: string, caller: RequestContext | undefined): Promise<StoredRow> => {
    const [row] = await readRows(db, table, [id])
    if (!row || !isVisible(table, row, caller)) throw new ApiError('object.missing')
    return row
  }

  /** Cache of project by row id. A row never changes its project, and ids are never reused. */
  const projectById = new Map<string, string>()
  const titleColumn = table.column(entity.title).name
  let titleCache = { turn: -1, untilMs: -Infinity, titles: new Map<string, Titled>() }
  /** Cached titles, valid while no row of the entity was renamed or removed. */
  const getTitleCache = (): Map<string, Titled> => {
    const version = columnVersion(table, titleColumn)
    if (titleCache.turn !== version || titleCache.untilMs <= monotonicNow() || titleCache.titles.size > maxCachedTitles)
      titleCache = { turn: version, untilMs: monotonicNow() + titleCacheMs, titles: new Map() }
    return titleCache.titles
  }

  const andVisible = (reader: Author | undefined) => {
    const visibility = visibilityCondition(table, reader)
    return visibility ? sql` and ${visibility}` : sql``
  }

  return {
    rowsOf: toRows,

    async findProject(id: string): Promise<string | undefined> {
      const cached = projectById.get(id)
      if (cached !== undefined) return cached
      const { rows } = await sql<{
        project: string
      }>`select project from ${sqlName(table.name)} where id = ${id}`.execute(db)
      const [row] = rows
      if (!row) return undefined
      if (projectById.size >= maxCachedProjects) projectById.clear()
      projectById.set(id, row.project)
      return row.project
    },

    async findProjects(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
      const { rows } = await sql<{
        id: string
        project: string
      }>`select id, project from ${sqlName(table.name)} where id = any(${ids}::text[])`.execute(db)
      return new Map(rows.map(({ id, project }) => [id, project]))
    },

    list: (query: PageQuery, caller?: RequestContext): Promise<RowPage> =>
      page(query, query.pageSize, pageOffset(query), caller),

    async export(query: ListQuery, caller?: RequestContext): Promise<RowPage> {
      const found = await page(query, limits.entity.exportRows, 0, caller)
      if (found.rows.length === 0) throw new ApiError('export.empty')
      return found
    },

    async options(
      { ids, ...query }: ListQuery & { readonly ids?: readonly string[] | undefined },
      caller?: RequestContext,
    ) {
      const { projects, ...listing } = await createVisibleListing(
        { ...query, sort: table.sortable.has(entity.title) ? entity.title : undefined },
        caller,
      )
      if (ids) {
        const found = await titlesWhere(
          db,
          table,
          sql`id = any(${ids}::text[])${projects ? sql` and project = any(${projects}::text[])` : sql``}${andVisible(caller)}`,
          ids.length,
        )
        return found.map(toOption)
      }
      const { rows } = await listRows(db, table, {
        ...listing,
        projects,
        limit: maxOptions,
        offset: 0,
        isCounted: false,
      })
      return rows.map((row) =>
        toOption({ id: String(row['id']), project: String(row['project']), title: getTitle(table, row) }),
      )
    },

    async read(id: string, caller?: RequestContext): Promise<Row> {
      const [row] = await toRows(db, [await readOne(id, caller)], caller)
      if (!row) throw new ApiError('object.missing')
      return row
    },

    async events(id: string, caller?: RequestContext): Promise<readonly RowEvent[]> {
      await readOne(id, caller)
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

    async getTitles(
      from: Db,
      ids: readonly string[],
      lock = false,
      reader?: Author,
    ): Promise<ReadonlyMap<string, Titled>> {
      const found = new Map<string, Titled>()
      const cached = lock || from !== db || entity.privacy !== undefined ? undefined : getTitleCache()
      const unknown = cached ? ids.filter((id) => !cached.has(id)) : ids
      for (let at = 0; at < unknown.length; at += titleBatchSize) {
        const batch = unknown.slice(at, at + titleBatchSize)
        const rows = lock
          ? (await readRows(from, table, batch, 'share'))
              .filter((row) => isVisible(table, row, reader))
              .map((row) => ({ id: String(row['id']), project: String(row['project']), title: getTitle(table, row) }))
          : await titlesWhere(from, table, sql`id = any(${batch}::text[])${andVisible(reader)}`, batch.length)
        for (const row of rows) {
          found.set(row.id, row)
          cached?.set(row.id, row)
        }
      }
      if (cached)
        for (const id of ids) {
          const titled = cached.get(id)
          if (titled) found.set(id, titled)
        }
      return found
    },

    async findIds(
      from: Db,
      texts: readonly string[],
      project: string,
      reader?: Author,
    ): Promise<ReadonlyMap<string, readonly string[]>> {
      const found = new Map<string, string[]>()
      const title = table.column(entity.title)
      const scope = sql`${entity.scope === 'project' ? sql` and project = ${project}` : sql``}${andVisible(reader)}`
      for (let at = 0; at < texts.length; at += titleBatchSize) {
        const batch = texts.slice(at, at + titleBatchSize)
        const { rows } = await sql<{
          id: string
          title: string | null
        }>`select id, ${sqlName(title.name)}::text as title from ${sqlName(table.name)}
          where (id = any(${batch}::text[]) or ${sqlName(title.name)}::text = any(${batch}::text[]))${scope}`.execute(
          from,
        )
        for (const row of rows)
          for (const text of new Set([row.id, row.title ?? row.id]))
            found.set(text, [...(found.get(text) ?? []), row.id])
      }
      return found
    },
  }

  function toOption({ id, title, project }: Titled) {
    return { id, title, ...(entity.scope === 'project' ? { project } : {}) }
  }
}

const getCaller = (reader: Author | undefined): RequestContext | undefined =>
  reader && 'session' in reader ? reader : undefined

function getTitle(table: EntityTable, row: StoredRow): string {
  const { name, decode } = table.column(table.entity.title)
  return titleText(decode(row[name]), String(row['id']))
}
