import { sql } from 'kysely'
import type { Role } from '../../contract/access.ts'
import type { Project, Tag } from '../../contract/routes.ts'
import type { Db } from '../database/index.ts'
import type { Caller } from './caller.ts'
import type { Page } from './page.ts'
import { contains, offsetOf } from './page.ts'

export interface TagFilter extends Page {
  /** Those the caller may see; undefined: all. */
  readonly projects: readonly string[] | undefined
  readonly project?: string | undefined
  readonly search?: string | undefined
  readonly writable?: boolean | undefined
}

export interface DevicesAsked {
  readonly projects: readonly string[] | undefined
  readonly project: string
  readonly search?: string | undefined
  /** Whether the caller may know what the devices are called. */
  readonly isNamed: boolean
}

/** Who looks for more types more. */
const mostDevices = 50

/** A project as its people know it. */
const granted = ({ id, name, edition, time_zone: zone }: { readonly id: string; readonly name: string; readonly edition: string; readonly time_zone: string | null }, role: Role): Project =>
  ({ id, name, edition, timeZone: zone ?? 'UTC', role })

/** What is known of the plant: its projects and the catalogue of its tags. */
export function createPlant(db: Db) {
  return {
    async isProject(id: string): Promise<boolean> {
      return (await db.selectFrom('project').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
    },

    async projectIds(): Promise<string[]> {
      return (await db.selectFrom('project').select('id').orderBy('id').execute()).map(({ id }) => id)
    },

    /** The projects of an account with the role held in each. */
    async projectsOf(caller: Caller): Promise<Project[]> {
      const { role, accountId } = caller.session
      if (role === 'super') {
        const all = await db.selectFrom('project').select(['id', 'name', 'edition', 'time_zone']).orderBy('id').execute()
        return all.map((project) => granted(project, role))
      }
      const some = await db.selectFrom('project').innerJoin('project_grant', 'project_grant.project', 'project.id')
        .select(['project.id', 'project.name', 'project.edition', 'project.time_zone', 'project_grant.role']).where('project_grant.account', '=', accountId).orderBy('project.id').execute()
      return some.map((project) => granted(project, project.role))
    },

    async listTags(filter: TagFilter): Promise<{ rows: Tag[]; total: number }> {
      let rows = db.selectFrom('tag')
      if (filter.projects) rows = rows.where('project', 'in', filter.projects.length > 0 ? filter.projects : [''])
      if (filter.project !== undefined) rows = rows.where('project', '=', filter.project)
      if (filter.writable !== undefined) rows = rows.where('writable', '=', filter.writable)
      for (const word of filter.search?.split(/\s+/).filter(Boolean) ?? []) {
        rows = rows.where((is) => is.or([contains('path', word), contains('en', word), contains('zh', word)]))
      }
      const [{ total }, page] = await Promise.all([
        rows.select(({ fn }) => fn.countAll<string>().as('total')).executeTakeFirstOrThrow(),
        rows.selectAll().orderBy('path').limit(filter.pageSize).offset(offsetOf(filter)).execute(),
      ])
      return { total: Number(total), rows: page.map(({ id: _id, is_own: _isOwn, en, zh, ...tag }): Tag => ({ ...tag, words: { en, zh } })) }
    },

    /** Devices of a project by what is typed of their name on the bus or, where they may be told, of the name that people gave them. */
    async listDevices({ projects, project, search, isNamed }: DevicesAsked): Promise<readonly { readonly device: string; readonly name: string | null }[]> {
      if (projects && !projects.includes(project)) return []
      const words = search?.split(/\s+/).filter(Boolean) ?? []
      const names = isNamed ? sql`select plant_device, min(name) as name from (
        select plant_device, name from platform_device where project = ${project} union all select device, scene_name from scene_value where project = ${project}) named group by plant_device` : sql`select null::text as plant_device, null::text as name`
      const { rows } = await sql<{ device: string; name: string | null }>`
        select device, name from (select t.device, n.name from (select distinct device from tag where project = ${project}) t left join (${names}) n on n.plant_device = t.device) d
        where ${sql.join([sql`true`, ...words.map((word) => sql`(${contains('device', word)} or ${contains('name', word)})`)], sql` and `)} order by device limit ${mostDevices}`.execute(db)
      return rows
    },

    async tag(path: string): Promise<Tag | undefined> {
      const row = await db.selectFrom('tag').selectAll().where('path', '=', path).executeTakeFirst()
      if (!row) return undefined
      const { id: _id, is_own: _isOwn, en, zh, ...tag } = row
      return { ...tag, words: { en, zh } }
    },
  }
}

export type Plant = ReturnType<typeof createPlant>
