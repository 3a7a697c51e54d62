import { sql } from 'kysely'
import { entities } from '../../contract/entities.ts'
import type { Row } from '../../contract/entity/define.ts'
import { operationLog as entity } from '../../contract/system/logs.ts'
import type { Condition } from '../database/entityLists.ts'
import type { Db } from '../database/index.ts'
import { managedBy } from './accounts/rank.ts'
import type { Caller } from './caller.ts'
import type { EntityService } from './entities/index.ts'
import type { PageAsked, RowPage, Titled } from './entities/types.ts'
import type { View } from './entities/viewed.ts'
import { createViewReading, readOnlyWriting } from './entities/viewed.ts'

const view: View = {
  entity,
  query: sql`select t.id::text as id, '' as project, 1 as revision, t.at as created_at, t.who as created_by, t.at as updated_at, t.who as updated_by, t.id as _order,
    t.at, t.who as "user", t.address as ip, t.client, t.action, t.object, t.content from audit t`,
  /**
   * Who manages some projects sees his own changes, and those of accounts that have no other project: an account that has one may
   * have changed things there, and what is there is not his to know.
   */
  visibleTo: ({ session }): Condition | undefined => {
    const managed = managedBy(session)
    return managed && sql<boolean>`("user" = ${session.name} or "user" in (
      select a.name from account a join project_grant g on g.account = a.id where a.role <> 'super' group by a.name having bool_and(g.project = any(${managed}::text[]))))`
  },
}

/** The audit trail as people read it: who did what to which object, when, from where and with what program; with the name that the object has now, where it still is. */
export const createOperationLog = (db: Db, serviceOf: (name: string) => EntityService): EntityService => ({ entity, ...readingOf(db, serviceOf), ...readOnlyWriting() })

function readingOf(db: Db, serviceOf: (name: string) => EntityService) {
  const { readIn: _readIn, ...reading } = createViewReading(db, view, serviceOf)
  const named = async (rows: readonly Row[], caller: Caller | undefined): Promise<readonly Row[]> => {
    const titles = await titlesOf(db, rows, serviceOf, caller)
    return rows.map((row) => {
      const title = titles.get(objectOf(row))
      return title === undefined ? row : Object.assign({ ...row }, { titles: { [title.id]: title.title } })
    })
  }
  return {
    ...reading,
    async list(asked: PageAsked, caller?: Caller): Promise<RowPage> {
      const page = await reading.list(asked, caller)
      return { ...page, rows: await named(page.rows, caller) }
    },
    async read(id: string, caller?: Caller): Promise<Row> {
      const row = await reading.read(id, caller)
      return (await named([row], caller))[0] ?? row
    },
  }
}

/** What the objects of these lines are called, by `entity/id`. Who manages some projects is told no names of things in others. */
async function titlesOf(db: Db, rows: readonly Row[], serviceOf: (name: string) => EntityService, caller: Caller | undefined): Promise<ReadonlyMap<string, Titled>> {
  const managed = caller && managedBy(caller.session)
  const isTold = ({ project }: { readonly project: string }): boolean => !managed || project === '' || managed.includes(project)
  const asked = new Map<string, Set<string>>()
  for (const row of rows) {
    const [kind = '', id] = objectOf(row).split('/')
    if (id !== undefined) asked.set(kind, (asked.get(kind) ?? new Set()).add(id))
  }
  const titles = new Map<string, Titled>()
  for (const [kind, ids] of asked) {
    const found = kind === 'drawing' ? (await db.selectFrom('drawing').select(['id', 'project', 'name as title']).where('id', 'in', [...ids]).execute())
      : known.has(kind) ? [...(await serviceOf(kind).titled(db, [...ids], false, caller)).values()] : []
    for (const each of found) if (isTold(each)) titles.set(`${kind}/${each.id}`, each)
  }
  return titles
}

const known = new Set(entities.map(({ name }) => name))

function objectOf(row: Row): string {
  const object = row['object']
  return typeof object === 'string' ? object : ''
}
