import { sql } from 'kysely'
import { operationLog as entity } from '../../contract/system/logs.ts'
import type { Condition } from '../database/entityLists.ts'
import type { Db } from '../database/index.ts'
import { managedBy } from './accounts/rank.ts'
import type { EntityService } from './entities/index.ts'
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

/** The audit trail as people read it: who did what to which object, when, from where and with what program. */
export const createOperationLog = (db: Db, serviceOf: (name: string) => EntityService): EntityService => ({ entity, ...readingOf(db, serviceOf), ...readOnlyWriting() })

function readingOf(db: Db, serviceOf: (name: string) => EntityService) {
  const { readIn: _readIn, ...reading } = createViewReading(db, view, serviceOf)
  return reading
}
