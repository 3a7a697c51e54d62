import { sql } from 'kysely'
import type { Row } from '../../../contract/entity/define.ts'
import { Refusal } from '../../../contract/errors.ts'
import type { RowEvent } from '../../../contract/entity/routes.ts'
import { limits } from '../../../contract/limits.ts'
import type { EntityTable, StoredRow } from '../../database/entityColumns.ts'
import { named } from '../../database/entityColumns.ts'
import { listRows } from '../../database/entityLists.ts'
import { frameOf, readRows, titlesWhere, titleText } from '../../database/entityRows.ts'
import type { Db } from '../../database/index.ts'
import { offsetOf } from '../page.ts'
import { listingOf } from './asked.ts'
import { idsIn, titlesFor } from './references.ts'
import type { EntityService, ListAsked, PageAsked, RowPage, Titled } from './types.ts'

const optionsShown = 50
const titlesAtOnce = 5_000

/** The reading half of an entity's service. */
export function createReading(db: Db, table: EntityTable, serviceOf: (name: string) => EntityService) {
  const { entity } = table

  /** One question for each entity referred to, whatever the number of rows. */
  const rowsOf = async (from: Db, stored: readonly StoredRow[]): Promise<Row[]> => {
    const frames = stored.map((row) => frameOf(table, row))
    const titles = await titlesFor(from, entity.fields, frames.map(({ values }) => values), serviceOf)
    return frames.map(({ values, ...frame }) => {
      const own = idsIn(entity.fields, values).flatMap((id) => (titles[id] === undefined ? [] : [[id, titles[id]] as const]))
      return { ...values, ...frame, titles: Object.fromEntries(own) } as Row // the table's columns are the declaration's fields
    })
  }

  const page = async (asked: ListAsked, limit: number, offset: number): Promise<RowPage> => {
    const { rows, ...totals } = await listRows(db, table, { ...listingOf(table, asked), limit, offset })
    return { rows: await rowsOf(db, rows), ...totals }
  }

  return {
    rowsOf,

    async projectOf(id: string): Promise<string | undefined> {
      const { rows } = await sql<{ project: string }>`select project from ${named(table.name)} where id = ${id}`.execute(db)
      return rows[0]?.project
    },

    async projectsOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
      const { rows } = await sql<{ id: string; project: string }>`select id, project from ${named(table.name)} where id = any(${ids}::text[])`.execute(db)
      return new Map(rows.map(({ id, project }) => [id, project]))
    },

    list: (asked: PageAsked): Promise<RowPage> => page(asked, asked.pageSize, offsetOf(asked)),

    async export(asked: ListAsked): Promise<RowPage> {
      const found = await page(asked, limits.entity.exportRows, 0)
      if (found.rows.length === 0) throw new Refusal('export.empty')
      return found
    },

    async options({ ids, ...asked }: ListAsked & { readonly ids?: readonly string[] | undefined }) {
      const { projects, ...listing } = listingOf(table, { ...asked, sort: table.sortable.has(entity.title) ? entity.title : undefined })
      if (ids) {
        const found = await titlesWhere(db, table, sql`id = any(${ids}::text[])${projects ? sql` and project = any(${projects}::text[])` : sql``}`, ids.length)
        return found.map(optionOf)
      }
      const { rows } = await listRows(db, table, { ...listing, projects, limit: optionsShown, offset: 0 })
      return rows.map((row) => optionOf({ id: String(row['id']), project: String(row['project']), title: titleOf(table, row) }))
    },

    async read(id: string): Promise<Row> {
      const [row] = await rowsOf(db, await readRows(db, table, [id]))
      if (!row) throw new Refusal('object.missing')
      return row
    },

    async events(id: string): Promise<readonly RowEvent[]> {
      if ((await readRows(db, table, [id])).length === 0) throw new Refusal('object.missing')
      const { rows } = await sql<{ at: Date; who: string; move: string; from: string | number; to: string | number; values: Record<string, unknown> }>`
        select at, who, move, "from", "to", "values" from entity_event where entity = ${entity.name} and row_id = ${id} order by id desc limit 1000`.execute(db)
      return rows.map((event) => ({ ...event, at: event.at.getTime() }))
    },

    async titled(from: Db, ids: readonly string[], lock = false): Promise<ReadonlyMap<string, Titled>> {
      const found = new Map<string, Titled>()
      for (let at = 0; at < ids.length; at += titlesAtOnce) {
        const some = ids.slice(at, at + titlesAtOnce)
        const rows = lock ? (await readRows(from, table, some, 'share')).map((row) => ({ id: String(row['id']), project: String(row['project']), title: titleOf(table, row) }))
          : await titlesWhere(from, table, sql`id = any(${some}::text[])`, some.length)
        for (const row of rows) found.set(row.id, row)
      }
      return found
    },

    async named(from: Db, texts: readonly string[], project: string): Promise<ReadonlyMap<string, readonly string[]>> {
      const found = new Map<string, string[]>()
      const title = table.column(entity.title)
      const scope = entity.scope === 'project' ? sql` and project = ${project}` : sql``
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

function titleOf(table: EntityTable, row: StoredRow): string {
  const { name, decode } = table.column(table.entity.title)
  return titleText(decode(row[name]), String(row['id']))
}
