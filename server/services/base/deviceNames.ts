import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { hasPermission } from '../../../contract/access.ts'
import { type Entity, getPermission, storedFields } from '../../../contract/entity/define.ts'
import type { OrSearch } from '../../database/entities/entityLists.ts'
import { listRows } from '../../database/entities/entityLists.ts'
import { type EntityTable, entityTable, sqlName } from '../../database/entities/entityColumns.ts'
import type { Db } from '../../database/index.ts'
import type { RequestContext } from './requestContext.ts'
import { likePattern } from './pagination.ts'

/** A telemetry device by its name on the bus. */
export interface PlantDevice {
  readonly project: string
  readonly device: string
}

/** Reader whose permissions limit the visible names; undefined for the server itself. */
type Reader = Pick<RequestContext, 'session'> | undefined

/** Maximum devices looked up by name first. With more matches, the names are compared per row in the database. */
const maxMatches = 1_000

/** An entity whose rows give telemetry devices their names. */
interface Source {
  readonly table: EntityTable
  readonly name: RawBuilder<unknown>
  readonly device: RawBuilder<unknown>
  readonly deviceColumn: string
  readonly permission: string
}

/**
 * Display names of telemetry devices, from the facility or platform device that refers to them (the first declared
 * entity wins). A name is visible only to readers who may list its row.
 */
export function createDeviceNames(db: Db, entities: readonly Entity[]) {
  const sources: readonly Source[] = entities
    .filter(({ custom, scope }) => custom !== true && scope === 'project')
    .flatMap((entity) => {
      const [field] =
        storedFields(entity).find(([, declared]) => declared.kind === 'text' && declared.format === 'plantDevice') ?? []
      if (field === undefined) return []
      const table = entityTable(entity, (secret) => secret)
      const deviceColumn = table.column(field).name
      return [
        {
          table,
          name: sqlName(table.column(entity.title).name),
          device: sqlName(deviceColumn),
          deviceColumn,
          permission: getPermission(entity, 'list'),
        },
      ]
    })
    .toSorted((a, b) => Number(a.table.entity.area === 'platform') - Number(b.table.entity.area === 'platform'))
  const getVisibleSources = (reader: Reader): readonly Source[] =>
    sources.filter(({ permission }) => !reader || hasPermission(reader.session.permissions, permission))

  /** All names of all devices as rows of `project`, `device`, `name` and `rank`. The lowest rank wins. */
  const all = (reader: Reader): RawBuilder<unknown> => {
    const each = getVisibleSources(reader).map(
      ({ table, name, device }, rank) =>
        sql`select project, ${device} as device, ${name}::text as name, ${rank}::int as rank from ${sqlName(table.name)} where ${device} is not null`,
    )
    return each.length > 0
      ? sql`(${sql.join(each, sql` union all `)})`
      : sql`(select ''::text as project, ''::text as device, null::text as name, 0 as rank where false)`
  }

  /**
   * Condition for rows whose device has a matching name: either all names of the projects are read once, or each row's
   * name is found by index.
   */
  const createNameCondition = (
    text: string,
    column: string,
    projects: readonly string[] | undefined,
    reader: Reader,
  ): OrSearch => {
    const inProjects = projects ? sql<boolean>`n.project = any(${projects}::text[])` : sql<boolean>`true`
    // A scalar subquery with a limit: for `exists` the planner could read all names for each row.
    const matches = getVisibleSources(reader).map(
      ({ table, device }) =>
        sql`(select true from ${sqlName(table.name)} s where s.project = a.project and s.${device} = a.device and ${likePattern(`s.${table.column(table.entity.title).name}`, text)} limit 1) is true`,
    )
    return {
      sharp: sql<boolean>`(project, ${sqlName(column)}) in (select n.project, n.device from ${all(reader)} as n where ${inProjects} and ${likePattern('n.name', text)})`,
      loose: sql<boolean>`(select ${sql.join(matches, sql` or `)} from (select project, ${sqlName(column)} as device) as a)`,
    }
  }

  return {
    all,

    /** Condition that any row names this device; both arguments are columns. */
    isNamed: (project: RawBuilder<unknown>, device: RawBuilder<unknown>): RawBuilder<boolean> =>
      sources.length === 0
        ? sql<boolean>`false`
        : sql<boolean>`(${sql.join(
            sources.map(
              (source) =>
                sql`exists (select from ${sqlName(source.table.name)} named where named.project = ${project} and named.${source.device} = ${device})`,
            ),
            sql` or `,
          )})`,

    /** Names of these devices by `project/device`, in one query. Devices without a visible name are omitted. */
    async getNames(from: Db, devices: readonly PlantDevice[], reader: Reader): Promise<ReadonlyMap<string, string>> {
      const visible = getVisibleSources(reader)
      const requested = [...new Map(devices.map((one) => [toKey(one), one])).values()]
      if (requested.length === 0 || visible.length === 0) return new Map()
      // Each name is found by index; without statistics a join would read all rows.
      const first = visible.map(
        ({ table, name, device }) =>
          sql`(select ${name}::text from ${sqlName(table.name)} t where t.project = a.project and t.${device} = a.device order by ${name} limit 1)`,
      )
      const { rows } = await sql<
        PlantDevice & { readonly name: string | null }
      >`select a.project, a.device, coalesce(${sql.join(first)}) as name
        from unnest(${requested.map(({ project }) => project)}::text[], ${requested.map(({ device }) => device)}::text[]) as a(project, device)`.execute(
        from,
      )
      return new Map(rows.flatMap((row) => (row.name === null ? [] : [[toKey(row), row.name]])))
    },

    /**
     * Condition for rows whose device in `column` has a name containing `text`; undefined if no device matches.
     * `projects`: undefined for all.
     */
    async searchCondition(
      text: string,
      column: string,
      projects: readonly string[] | undefined,
      reader: Reader,
    ): Promise<OrSearch | undefined> {
      const lists = await Promise.all(
        getVisibleSources(reader).map(async ({ table, deviceColumn }) => {
          const title = table.column(table.entity.title).name
          const conditions = [sql<boolean>`${sqlName(deviceColumn)} is not null`, likePattern(title, text)]
          const search = table.entity.list.search.includes(table.entity.title) ? text : undefined
          const { rows } = await listRows(db, table, {
            projects,
            conditions,
            search,
            sort: { column: title, descending: false },
            limit: maxMatches + 1,
            offset: 0,
            isCounted: false,
          })
          return rows.map((row) => toKey({ project: String(row['project']), device: String(row[deviceColumn]) }))
        }),
      )
      const found = lists.flat()
      if (found.length > maxMatches) return createNameCondition(text, column, projects, reader)
      if (found.length === 0) return undefined
      const isOne = sql<boolean>`(${sqlName(column)} = any(${found.map((key) => key.slice(key.indexOf('/') + 1))}::text[]) and (project || '/' || ${sqlName(column)}) = any(${found}::text[]))`
      return { sharp: isOne, loose: isOne }
    },
  }
}

export type DeviceNames = ReturnType<typeof createDeviceNames>

const toKey = ({ project, device }: PlantDevice): string => `${project}/${device}`
