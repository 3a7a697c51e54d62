import { sql } from 'kysely'
import type { Row } from '../../../contract/entity/define.ts'
import { ApiError } from '../../../contract/errors.ts'
import type { RowEvent } from '../../../contract/entity/routes.ts'
import { limits } from '../../../contract/limits.ts'
import type { EntityTable, StoredRow } from '../../database/entityColumns.ts'
import { named } from '../../database/entityColumns.ts'
import { listRows } from '../../database/entityLists.ts'
import { columnTurn } from '../../database/entityPagination.ts'
import { frameOf, readRows, titlesWhere, titleText } from '../../database/entityRows.ts'
import type { Db } from '../../database/index.ts'
import { monotonicNow } from '../../monotonicClock.ts'
import type { RequestContext } from '../base/requestContext.ts'
import type { DeviceNames } from '../base/deviceNames.ts'
import { pageOffset } from '../base/pagination.ts'
import { parseListQuery } from './listQuery.ts'
import { isSeen, seenBy } from './privacy.ts'
import { deviceFieldsOf, devicesAt, idsIn, titlesFor } from './references.ts'
import type { Author, EntityService, ListAsked, PageAsked, RowPage, Titled } from './types.ts'

const optionsShown = 50
const titlesAtOnce = 5_000
/**
 * Cache time of titles in milliseconds. Writes of this server apply at once, writes of other servers after this time.
 */
const titlesMs = 500
const keptTitles = 20_000
const keptProjects = 50_000

/** Read operations of an entity service. */
export function createReading(db: Db, table: EntityTable, serviceOf: (name: string) => EntityService, deviceNames: Pick<DeviceNames, 'of' | 'called'>) {
  const { entity } = table
  const deviceFields = deviceFieldsOf(entity.fields)

  /** One query per referenced entity and one for device names, regardless of the number of rows. */
  const rowsOf = async (from: Db, stored: readonly StoredRow[], reader: Author | undefined): Promise<Row[]> => {
    const frames = stored.map((row) => frameOf(table, row))
    const titles = await titlesFor(from, entity.fields, frames.map(({ values }) => values), serviceOf, reader)
    const devicesIn = ({ project, values }: (typeof frames)[number]) => (project === undefined ? [] : deviceFields.flatMap((place) => devicesAt(place, values).map((device) => ({ project, device }))))
    const names = deviceFields.length > 0 ? await deviceNames.of(from, frames.flatMap(devicesIn), callerOf(reader)) : undefined
    return frames.map((each) => {
      const { values, ...frame } = each
      const own: Record<string, string> = {}
      for (const id of idsIn(entity.fields, values)) if (titles[id] !== undefined) own[id] = titles[id]
      if (names) {
        for (const { project, device } of devicesIn(each)) {
          const name = names.get(`${project}/${device}`)
          if (name !== undefined) own[device] = name
        }
      }
      // Reuse the values object, because pages of wide rows dominate the server's load.
      return Object.assign(values, frame, { titles: own })
    })
  }

  const searchedDevice = deviceFields.find(({ field, inner }) => inner === undefined && entity.list.search.includes(field))?.field
  /** Parses a query and restricts it to visible rows. Fields shown by a device's name are searched by that name. */
  const seenListing = async (asked: ListAsked, caller: RequestContext | undefined): Promise<ReturnType<typeof parseListQuery>> => {
    const { conditions, ...listing } = parseListQuery(table, asked)
    const seen = seenBy(table, caller)
    const text = asked.search?.trim() ?? ''
    const orSearch = searchedDevice === undefined || text === '' ? undefined : await deviceNames.called(text, table.column(searchedDevice).name, listing.projects, caller)
    return { ...listing, ...(orSearch ? { orSearch } : {}), conditions: seen ? [...conditions, seen] : conditions }
  }

  const page = async (asked: ListAsked, limit: number, offset: number, caller: RequestContext | undefined): Promise<RowPage> => {
    const { rows, ...totals } = await listRows(db, table, { ...await seenListing(asked, caller), limit, offset })
    return { rows: await rowsOf(db, rows, caller), ...totals }
  }

  const readOne = async (id: string, caller: RequestContext | undefined): Promise<StoredRow> => {
    const [row] = await readRows(db, table, [id])
    if (!row || !isSeen(table, row, caller)) throw new ApiError('object.missing')
    return row
  }

  /** Cache of project by row id. A row never changes its project, and ids are never reused. */
  const projectById = new Map<string, string>()
  const titleColumn = table.column(entity.title).name
  let kept = { turn: -1, untilMs: -Infinity, titles: new Map<string, Titled>() }
  /** Cached titles, valid while no row of the entity was renamed or removed. */
  const keptNow = (): Map<string, Titled> => {
    const turn = columnTurn(table, titleColumn)
    if (kept.turn !== turn || kept.untilMs <= monotonicNow() || kept.titles.size > keptTitles) kept = { turn, untilMs: monotonicNow() + titlesMs, titles: new Map() }
    return kept.titles
  }

  const seenToo = (reader: Author | undefined) => {
    const seen = seenBy(table, reader)
    return seen ? sql` and ${seen}` : sql``
  }

  return {
    rowsOf,

    async projectOf(id: string): Promise<string | undefined> {
      const known = projectById.get(id)
      if (known !== undefined) return known
      const { rows } = await sql<{ project: string }>`select project from ${named(table.name)} where id = ${id}`.execute(db)
      const [row] = rows
      if (!row) return undefined
      if (projectById.size >= keptProjects) projectById.clear()
      projectById.set(id, row.project)
      return row.project
    },

    async projectsOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
      const { rows } = await sql<{ id: string; project: string }>`select id, project from ${named(table.name)} where id = any(${ids}::text[])`.execute(db)
      return new Map(rows.map(({ id, project }) => [id, project]))
    },

    list: (asked: PageAsked, caller?: RequestContext): Promise<RowPage> => page(asked, asked.pageSize, pageOffset(asked), caller),

    async export(asked: ListAsked, caller?: RequestContext): Promise<RowPage> {
      const found = await page(asked, limits.entity.exportRows, 0, caller)
      if (found.rows.length === 0) throw new ApiError('export.empty')
      return found
    },

    async options({ ids, ...asked }: ListAsked & { readonly ids?: readonly string[] | undefined }, caller?: RequestContext) {
      const { projects, ...listing } = await seenListing({ ...asked, sort: table.sortable.has(entity.title) ? entity.title : undefined }, caller)
      if (ids) {
        const found = await titlesWhere(db, table, sql`id = any(${ids}::text[])${projects ? sql` and project = any(${projects}::text[])` : sql``}${seenToo(caller)}`, ids.length)
        return found.map(optionOf)
      }
      const { rows } = await listRows(db, table, { ...listing, projects, limit: optionsShown, offset: 0, isCounted: false })
      return rows.map((row) => optionOf({ id: String(row['id']), project: String(row['project']), title: titleOf(table, row) }))
    },

    async read(id: string, caller?: RequestContext): Promise<Row> {
      const [row] = await rowsOf(db, [await readOne(id, caller)], caller)
      if (!row) throw new ApiError('object.missing')
      return row
    },

    async events(id: string, caller?: RequestContext): Promise<readonly RowEvent[]> {
      await readOne(id, caller)
      const { rows } = await sql<{ at: Date; who: string; move: string; from: string | number; to: string | number; values: Record<string, unknown> }>`
        select at, who, move, "from", "to", "values" from entity_event where entity = ${entity.name} and row_id = ${id} order by id desc limit 1000`.execute(db)
      return rows.map((event) => ({ ...event, at: event.at.getTime() }))
    },

    async titled(from: Db, ids: readonly string[], lock = false, reader?: Author): Promise<ReadonlyMap<string, Titled>> {
      const found = new Map<string, Titled>()
      const known = lock || from !== db || entity.privacy !== undefined ? undefined : keptNow()
      const unknown = known ? ids.filter((id) => !known.has(id)) : ids
      for (let at = 0; at < unknown.length; at += titlesAtOnce) {
        const some = unknown.slice(at, at + titlesAtOnce)
        const rows = lock ? (await readRows(from, table, some, 'share')).filter((row) => isSeen(table, row, reader)).map((row) => ({ id: String(row['id']), project: String(row['project']), title: titleOf(table, row) }))
          : await titlesWhere(from, table, sql`id = any(${some}::text[])${seenToo(reader)}`, some.length)
        for (const row of rows) {
          found.set(row.id, row)
          known?.set(row.id, row)
        }
      }
      if (known) for (const id of ids) {
        const titled = known.get(id)
        if (titled) found.set(id, titled)
      }
      return found
    },

    async named(from: Db, texts: readonly string[], project: string, reader?: Author): Promise<ReadonlyMap<string, readonly string[]>> {
      const found = new Map<string, string[]>()
      const title = table.column(entity.title)
      const scope = sql`${entity.scope === 'project' ? sql` and project = ${project}` : sql``}${seenToo(reader)}`
      for (let at = 0; at < texts.length; at += titlesAtOnce) {
        const some = texts.slice(at, at + titlesAtOnce)
        const { rows } = await sql<{ id: string; title: string | null }>`select id, ${named(title.name)}::text as title from ${named(table.name)}
          where (id = any(${some}::text[]) or ${named(title.name)}::text = any(${some}::text[]))${scope}`.execute(from)
        for (const row of rows) for (const text of new Set([row.id, row.title ?? row.id])) found.set(text, [...found.get(text) ?? [], row.id])
      }
      return found
    },
  }

  function optionOf({ id, title, project }: Titled) {
    return { id, title, ...(entity.scope === 'project' ? { project } : {}) }
  }
}

const callerOf = (reader: Author | undefined): RequestContext | undefined => (reader && 'session' in reader ? reader : undefined)

function titleOf(table: EntityTable, row: StoredRow): string {
  const { name, decode } = table.column(table.entity.title)
  return titleText(decode(row[name]), String(row['id']))
}
