import { sql } from 'kysely'
import { account } from '../../../../contract/system/access.ts'
import type { Condition } from '../../../database/entities/entityLists.ts'
import type { View } from '../../entities/readOnlyView.ts'
import { getManagedProjects } from './rank.ts'

/** The account table as an entity. Contains only whether a password is set. */
export const accountView: View = {
  entity: account,
  lockTable: 'account',
  query: sql`select a.id, '' as project, a.revision, a.created_at, a.created_by, coalesce(a.updated_at, a.created_at) as updated_at, a.updated_by, a.name as _order,
    a.name as username, 'set' as password, a.full_name as name, a.phone, a.email, a.role, a.roles, a.post, a.is_wall, a.last_sign_in_at,
    exists (select 1 from second_step s where s.account = a.id and s.confirmed_at is not null) as second_step,
    case when a.enabled then 'enabled' else 'disabled' end as status,
    (select coalesce(jsonb_agg(jsonb_build_object('project', g.project, 'role', g.role) order by g.project), '[]') from project_grant g where g.account = a.id) as projects
    from account a`,
  /** Managers see the accounts of their projects and their own. */
  getVisibilityCondition: ({ session }): Condition | undefined => {
    const managed = getManagedProjects(session)
    return (
      managed &&
      sql<boolean>`(id = ${session.accountId} or id in (select account from project_grant where project = any(${managed}::text[])))`
    )
  },
  restrictValues: ({ session }, values) => {
    const managed = getManagedProjects(session)
    if (!managed || values['username'] === session.name || !Array.isArray(values['projects'])) return values
    return {
      ...values,
      projects: values['projects'].filter(
        (row) => typeof row === 'object' && 'project' in row && managed.some((id) => id === row['project']),
      ),
    }
  },
}
