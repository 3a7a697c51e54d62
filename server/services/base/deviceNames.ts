import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { hasPermission } from '../../../contract/access.ts'
import { type Entity, permissionOf, storedFields } from '../../../contract/entity/define.ts'
import type { OrSearch } from '../../database/entityLists.ts'
import { listRows } from '../../database/entityLists.ts'
import { type EntityTable, entityTable, named } from '../../database/entityColumns.ts'
import type { Db } from '../../database/index.ts'
import type { RequestContext } from './requestContext.ts'
import { likePattern } from './pagination.ts'

/** A device of the plant, by its name on the bus. */
export interface PlantDevice {
  readonly project: string
  readonly device: string
}

/** Whose right to know decides which names are told; undefined: the server itself, which may know all. */
type Reader = Pick<RequestContext, 'session'> | undefined

/** So many devices are looked for by name first; where more are called so, the names are compared in the database, each row's own where most rows fit. */
const mostFound = 1_000

/** Rows by which people call devices: of an entity that has one device of the plant for each row. */
interface Source {
  readonly table: EntityTable
  readonly name: RawBuilder<unknown>
  readonly device: RawBuilder<unknown>
  readonly deviceColumn: string
  readonly permission: string
}

/**
 * What people call the devices of the plant: the name of the facility or the platform's device that one speaks for, whichever is declared
 * first. A name is told only to who may list the rows that have it.
 */
export function createDeviceNames(db: Db, entities: readonly Entity[]) {
  const sources: readonly Source[] = entities.filter(({ custom, scope }) => custom !== true && scope === 'project').flatMap((entity) => {
    const [field] = storedFields(entity).find(([, declared]) => declared.kind === 'text' && declared.format === 'plantDevice') ?? []
    if (field === undefined) return []
    const table = entityTable(entity, (secret) => secret)
    const deviceColumn = table.column(field).name
    return [{ table, name: named(table.column(entity.title).name), device: named(deviceColumn), deviceColumn, permission: permissionOf(entity, 'list') }]
  }).toSorted((a, b) => Number(a.table.entity.area === 'platform') - Number(b.table.entity.area === 'platform'))
  const seenBy = (reader: Reader): readonly Source[] => sources.filter(({ permission }) => !reader || hasPermission(reader.session.permissions, permission))

  /** Every name of every device, as rows of `project`, `device`, `name` and `rank`: of several the lowest counts. */
  const all = (reader: Reader): RawBuilder<unknown> => {
    const each = seenBy(reader).map(({ table, name, device }, rank) => sql`select project, ${device} as device, ${name}::text as name, ${rank}::int as rank from ${named(table.name)} where ${device} is not null`)
    return each.length > 0 ? sql`(${sql.join(each, sql` union all `)})` : sql`(select ''::text as project, ''::text as device, null::text as name, 0 as rank where false)`
  }

  /** Rows whose device has such a name, however many have: all names of these projects read once, or of each row its own, found by the index. */
  const calledAs = (text: string, column: string, projects: readonly string[] | undefined, reader: Reader): OrSearch => {
    const isThere = projects ? sql<boolean>`n.project = any(${projects}::text[])` : sql<boolean>`true`
    // Asked one by one with a limit: as a mere "exists" the planner could read all of them for it.
    const own = seenBy(reader).map(({ table, device }) => sql`(select true from ${named(table.name)} s where s.project = a.project and s.${device} = a.device and ${likePattern(`s.${table.column(table.entity.title).name}`, text)} limit 1) is true`)
    return {
      sharp: sql<boolean>`(project, ${named(column)}) in (select n.project, n.device from ${all(reader)} as n where ${isThere} and ${likePattern('n.name', text)})`,
      loose: sql<boolean>`(select ${sql.join(own, sql` or `)} from (select project, ${named(column)} as device) as a)`,
    }
  }

  return {
    all,

    /** Whether any row names this device; both given as columns. */
    isNamed: (project: RawBuilder<unknown>, device: RawBuilder<unknown>): RawBuilder<boolean> => (sources.length === 0 ? sql<boolean>`false`
      : sql<boolean>`(${sql.join(sources.map((source) => sql`exists (select from ${named(source.table.name)} named where named.project = ${project} and named.${source.device} = ${device})`), sql` or `)})`),

    /** The names of these devices, by `project/device`, with one question; those that nobody named, or whose name this reader may not know, are not in it. */
    async of(from: Db, devices: readonly PlantDevice[], reader: Reader): Promise<ReadonlyMap<string, string>> {
      const seen = seenBy(reader)
      const asked = [...new Map(devices.map((one) => [keyOf(one), one])).values()]
      if (asked.length === 0 || seen.length === 0) return new Map()
      // Each found by its index, however many rows there are: a join would read them all where the database has no statistics.
      const first = seen.map(({ table, name, device }) => sql`(select ${name}::text from ${named(table.name)} t where t.project = a.project and t.${device} = a.device order by ${name} limit 1)`)
      const { rows } = await sql<PlantDevice & { readonly name: string | null }>`select a.project, a.device, coalesce(${sql.join(first)}) as name
        from unnest(${asked.map(({ project }) => project)}::text[], ${asked.map(({ device }) => device)}::text[]) as a(project, device)`.execute(from)
      return new Map(rows.flatMap((row) => (row.name === null ? [] : [[keyOf(row), row.name]])))
    },

    /** Rows whose device, in this column, has a name that contains the text; undefined where no device is called so. `projects`: those looked in, undefined for all. */
    async called(text: string, column: string, projects: readonly string[] | undefined, reader: Reader): Promise<OrSearch | undefined> {
      const lists = await Promise.all(seenBy(reader).map(async ({ table, deviceColumn }) => {
        const title = table.column(table.entity.title).name
        const conditions = [sql<boolean>`${named(deviceColumn)} is not null`, likePattern(title, text)]
        const search = table.entity.list.search.includes(table.entity.title) ? text : undefined
        const { rows } = await listRows(db, table, { projects, conditions, search, sort: { column: title, descending: false }, limit: mostFound + 1, offset: 0, isCounted: false })
        return rows.map((row) => keyOf({ project: String(row['project']), device: String(row[deviceColumn]) }))
      }))
      const found = lists.flat()
      if (found.length > mostFound) return calledAs(text, column, projects, reader)
      if (found.length === 0) return undefined
      const isOne = sql<boolean>`(${named(column)} = any(${found.map((key) => key.slice(key.indexOf('/') + 1))}::text[]) and (project || '/' || ${named(column)}) = any(${found}::text[]))`
      return { sharp: isOne, loose: isOne }
    },
  }
}

export type DeviceNames = ReturnType<typeof createDeviceNames>

const keyOf = ({ project, device }: PlantDevice): string => `${project}/${device}`
