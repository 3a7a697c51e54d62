import { randomUUID } from 'node:crypto'
import type { Membership, Role } from '../../contract/access.ts'
import { Refusal } from '../../contract/errors.ts'
import type { Account } from '../../contract/routes.ts'
import type { Db } from '../database/index.ts'
import { audit } from './audit.ts'
import type { Caller } from './caller.ts'
import type { Page } from './page.ts'
import { offsetOf } from './page.ts'
import { hashPassword, isWeak } from './passwords.ts'
import type { Sessions } from './sessions.ts'

export interface NewAccount {
  readonly name: string
  readonly password: string
  readonly role: Role
  readonly projects: readonly { readonly id: string; readonly role: 'operator' | 'manager' }[]
}

/** The people who may sign in. Only super administrators come here (the routes' policy says so). */
export function createAccounts(db: Db, sessions: Sessions) {
  return {
    async list(page: Page): Promise<{ rows: Account[]; total: number }> {
      const [{ total }, accounts, grants] = await Promise.all([
        db.selectFrom('account').select(({ fn }) => fn.countAll<string>().as('total')).executeTakeFirstOrThrow(),
        db.selectFrom('account').select(['id', 'name', 'role', 'enabled', 'created_at']).orderBy('name').limit(page.pageSize).offset(offsetOf(page)).execute(),
        db.selectFrom('project_grant').selectAll().orderBy('project').execute(),
      ])
      const grantsOf = (account: string): Membership[] =>
        grants.filter((grant) => grant.account === account).map(({ project, role }) => ({ id: project, role }))
      return {
        total: Number(total),
        rows: accounts.map(({ id, name, role, enabled, created_at }) => ({ id, name, role, enabled, createdAt: created_at.getTime(), projects: grantsOf(id) })),
      }
    },

    async create(caller: Caller, { name, password, role, projects }: NewAccount): Promise<Account> {
      if (isWeak(password, name)) throw new Refusal('password.weak', { problems: [{ path: 'password', code: 'weak', message: 'too common or too like the account name' }] })
      const hash = await hashPassword(password)
      const id = randomUUID()
      const createdAt = new Date()
      await db.transaction().execute(async (tx) => {
        const { numInsertedOrUpdatedRows } = await tx.insertInto('account')
          .values({ id, name, role, password: hash, must_change: false, created_at: createdAt })
          .onConflict((conflict) => conflict.column('name').doNothing()).executeTakeFirstOrThrow()
        if (!numInsertedOrUpdatedRows) throw new Refusal('account.taken', { problems: [{ path: 'name', code: 'taken', message: 'an account of that name exists' }] })
        const known = new Set((await tx.selectFrom('project').select('id').execute()).map((project) => project.id))
        for (const [index, project] of projects.entries()) {
          if (!known.has(project.id)) throw new Refusal('input.invalid', { problems: [{ path: `projects.${index}.id`, code: 'missing', message: 'no such project' }] })
          await tx.insertInto('project_grant').values({ account: id, project: project.id, role: project.role })
            .onConflict((conflict) => conflict.columns(['account', 'project']).doUpdateSet({ role: project.role })).execute()
        }
        await audit(tx, caller, { object: `account/${name}`, action: 'create', content: { role, projects } })
      })
      return { id, name, role, projects, enabled: true, createdAt: createdAt.getTime() }
    },

    async remove(caller: Caller, id: string): Promise<void> {
      if (id === caller.session.accountId) throw new Refusal('account.last')
      const name = await db.transaction().execute(async (tx) => {
        const account = await tx.selectFrom('account').select(['name', 'role']).where('id', '=', id).forUpdate().executeTakeFirst()
        if (!account) throw new Refusal('object.missing')
        await tx.deleteFrom('account').where('id', '=', id).execute()
        await audit(tx, caller, { object: `account/${account.name}`, action: 'remove' })
        return account.name
      })
      sessions.tellEnded({ account: name })
    },
  }
}

export type Accounts = ReturnType<typeof createAccounts>
