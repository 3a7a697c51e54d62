import { sql } from 'kysely'
import { hasPermission, type Role } from '../../../contract/access.ts'
import { type Entity, getPermission } from '../../../contract/entity/define.ts'
import type { Project, Tag } from '../../../contract/routes.ts'
import { scene } from '../../../contract/scada/scene.ts'
import { parseTag } from '../../../contract/telemetry/tags.ts'
import type { Db } from '../../database/index.ts'
import type { RequestContext } from '../base/requestContext.ts'
import { createDeviceNames } from '../base/deviceNames.ts'
import type { Page } from '../base/pagination.ts'
import { likePattern, pageOffset } from '../base/pagination.ts'

export interface TagFilter extends Page {
  /** Projects visible to the caller; undefined: all. */
  readonly projects: readonly string[] | undefined
  readonly project?: string | undefined
  readonly search?: string | undefined
  readonly writable?: boolean | undefined
}

export interface DeviceQuery {
  readonly projects: readonly string[] | undefined
  readonly project: string
  readonly search?: string | undefined
}

/** Maximum devices returned; users refine the search. */
const maxDevices = 50

/**
 * Returns true for a tag path or a prefix ending after the device name. Programs search points by path, not by display
 * name.
 */
const isPath = (word: string): boolean => word.endsWith('/') || parseTag(word) !== null

/** A project as returned to its members. */
const toProject = (
  {
    id,
    name,
    edition,
    time_zone: zone,
  }: { readonly id: string; readonly name: string; readonly edition: string; readonly time_zone: string | null },
  role: Role,
): Project => ({ id, name, edition, timeZone: zone ?? 'UTC', role })

/** Projects and the tag catalogue. */
export function createTagCatalogue(db: Db, entities: readonly Entity[]) {
  const deviceNames = createDeviceNames(db, entities)
  /** Device names visible to the caller, as rows. A scene is the device of its own variables. */
  const getVisibleNames = (caller: Pick<RequestContext, 'session'>) =>
    hasPermission(caller.session.permissions, getPermission(scene, 'list'))
      ? sql`(select project, device, name, rank from ${deviceNames.all(caller)} as given union all select project, device, scene_name, 99 from scene_value)`
      : deviceNames.all(caller)

  return {
    async isProject(id: string): Promise<boolean> {
      return (await db.selectFrom('project').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
    },

    async projectIds(): Promise<string[]> {
      return (await db.selectFrom('project').select('id').orderBy('id').execute()).map(({ id }) => id)
    },

    /** Projects of an account with its role in each. */
    async listProjects(caller: RequestContext): Promise<Project[]> {
      const { role, accountId } = caller.session
      if (role === 'super') {
        const all = await db
          .selectFrom('project')
          .select(['id', 'name', 'edition', 'time_zone'])
          .orderBy('id')
          .execute()
        return all.map((project) => toProject(project, role))
      }
      const grantedProjects = await db
        .selectFrom('project')
        .innerJoin('project_grant', 'project_grant.project', 'project.id')
        .select(['project.id', 'project.name', 'project.edition', 'project.time_zone', 'project_grant.role'])
        .where('project_grant.account', '=', accountId)
        .orderBy('project.id')
        .execute()
      return grantedProjects.map((project) => toProject(project, project.role))
    },

    /** Searches tags by path, names, or the device name visible to the caller; each row includes the device name. */
    async listTags(
      filter: TagFilter,
      caller: Pick<RequestContext, 'session'>,
    ): Promise<{ rows: Tag[]; total: number }> {
      const names = getVisibleNames(caller)
      let rows = db.selectFrom('tag')
      if (filter.projects) rows = rows.where('project', 'in', filter.projects.length > 0 ? filter.projects : [''])
      if (filter.project !== undefined) rows = rows.where('project', '=', filter.project)
      if (filter.writable !== undefined) rows = rows.where('writable', '=', filter.writable)
      const projects = filter.project === undefined ? filter.projects : [filter.project]
      const inProjects = projects ? sql<boolean>`n.project = any(${projects}::text[])` : sql<boolean>`true`
      for (const word of filter.search?.split(/\s+/).filter(Boolean) ?? []) {
        const nameConditions = isPath(word)
          ? []
          : [
              sql<boolean>`(project, device) in (select n.project, n.device from ${names} as n where ${inProjects} and ${likePattern('n.name', word)})`,
            ]
        rows = rows.where((is) =>
          is.or([likePattern('path', word), likePattern('en', word), likePattern('zh', word), ...nameConditions]),
        )
      }
      const [{ total }, page] = await Promise.all([
        rows.select(({ fn }) => fn.countAll<string>().as('total')).executeTakeFirstOrThrow(),
        rows.selectAll().orderBy('path').limit(filter.pageSize).offset(pageOffset(filter)).execute(),
      ])
      const { rows: nameRows } = await sql<{ project: string; device: string; name: string }>`
        select distinct on (n.project, n.device) n.project, n.device, n.name from ${names} as n
        where n.name is not null and n.project = any(${page.map(({ project }) => project)}::text[]) and n.device = any(${page.map(({ device }) => device)}::text[]) order by n.project, n.device, n.rank, n.name`.execute(
        db,
      )
      const nameByDevice = new Map(nameRows.map(({ project, device, name }) => [`${project}/${device}`, name]))
      return {
        total: Number(total),
        rows: page.map((row): Tag => {
          const deviceName = nameByDevice.get(`${row.project}/${row.device}`)
          return { ...toTag(row), ...(deviceName === undefined ? {} : { deviceName }) }
        }),
      }
    },

    /** Searches devices of a project by bus name or by the display name visible to the caller. */
    async listDevices(
      { projects, project, search }: DeviceQuery,
      caller: Pick<RequestContext, 'session'>,
    ): Promise<readonly { readonly device: string; readonly name: string | null }[]> {
      if (projects && !projects.includes(project)) return []
      const words = search?.split(/\s+/).filter(Boolean) ?? []
      const names = sql`select distinct on (g.device) g.device, g.name from ${getVisibleNames(caller)} as g where g.project = ${project} and g.name is not null order by g.device, g.rank, g.name`
      const { rows } = await sql<{ device: string; name: string | null }>`
        select device, name from (select t.device, n.name from (select distinct device from tag where project = ${project}) t left join (${names}) n on n.device = t.device) d
        where ${sql.join([sql`true`, ...words.map((word) => sql`(${likePattern('device', word)} or ${likePattern('name', word)})`)], sql` and `)} order by device limit ${maxDevices}`.execute(
        db,
      )
      return rows
    },

    async tag(path: string): Promise<Tag | undefined> {
      const row = await db.selectFrom('tag').selectAll().where('path', '=', path).executeTakeFirst()
      return row && toTag(row)
    },
  }
}

/** A catalogue entry of a row. */
export const toTag = ({
  path,
  project,
  device,
  point,
  unit,
  kind,
  min,
  max,
  writable,
  en,
  zh,
  options,
}: TagRow): Tag => ({
  path,
  project,
  device,
  point,
  unit,
  kind,
  min,
  max,
  writable,
  words: { en, zh },
  ...(options ? { options } : {}),
})

type TagRow = Omit<Tag, 'words' | 'options' | 'deviceName'> & {
  readonly en: string
  readonly zh: string
  readonly options: Tag['options'] | null
}

export type TagCatalogue = ReturnType<typeof createTagCatalogue>
