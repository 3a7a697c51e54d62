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
        const all = await db.selectFrom('project').select(['id', 'name']).orderBy('id').execute()
        return all.map((project) => ({ ...project, role }))
      }
      const granted = await db.selectFrom('project').innerJoin('project_grant', 'project_grant.project', 'project.id')
        .select(['project.id', 'project.name', 'project_grant.role']).where('project_grant.account', '=', accountId).orderBy('project.id').execute()
      return granted satisfies { role: Role }[]
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
      return { total: Number(total), rows: page.map(({ id: _id, en, zh, ...tag }): Tag => ({ ...tag, words: { en, zh } })) }
    },

    async tag(path: string): Promise<Tag | undefined> {
      const row = await db.selectFrom('tag').selectAll().where('path', '=', path).executeTakeFirst()
      if (!row) return undefined
      const { id: _id, en, zh, ...tag } = row
      return { ...tag, words: { en, zh } }
    },
  }
}

export type Plant = ReturnType<typeof createPlant>
