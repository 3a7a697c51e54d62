import { sql } from 'kysely'
import type { EntityFields } from '../../../contract/entity/field.ts'
import { readFields } from '../../../contract/entity/read.ts'
import { ApiError } from '../../../contract/errors.ts'
import type { OwnDetails, Profile } from '../../../contract/routes.ts'
import { account as entity } from '../../../contract/system/access.ts'
import type { Db } from '../../database/index.ts'
import { audit } from '../base/audit.ts'
import type { RequestContext } from '../base/requestContext.ts'
import { textOf } from '../entities/values.ts'

const { name, phone, email } = entity.fields
const ownFields: EntityFields = { name, phone, email }

/** Lets every user read and edit the own profile, without rank, roles and projects. */
export function createProfile(db: Db) {
  const read = async ({ session }: RequestContext, from: Db = db): Promise<Profile> => {
    const row = await from.selectFrom('account').selectAll().where('id', '=', session.accountId).executeTakeFirst()
    if (!row) throw new ApiError('object.missing')
    const post = row.post === null ? undefined : await titleOfPost(from, row.post)
    return {
      account: row.name, name: row.full_name, phone: row.phone, email: row.email, post: post ?? null,
      createdAt: row.created_at.getTime(), lastSignInAt: row.last_sign_in_at?.getTime() ?? null,
    }
  }
  return {
    read,

    async update(caller: RequestContext, given: OwnDetails): Promise<Profile> {
      const { values, problems } = readFields(ownFields, given)
      if (problems) throw new ApiError('input.invalid', { problems })
      return db.transaction().execute(async (tx) => {
        const before = await tx.selectFrom('account').select(['full_name as name', 'phone', 'email', 'revision']).where('id', '=', caller.session.accountId).forUpdate().executeTakeFirst()
        if (!before) throw new ApiError('object.missing')
        const after = { name: textOf(values['name']), phone: textOf(values['phone']), email: textOf(values['email']) }
        const changed = (['name', 'phone', 'email'] as const).filter((field) => before[field] !== after[field])
        if (changed.length > 0) {
          await tx.updateTable('account').set({
            full_name: after.name, phone: after.phone, email: after.email, revision: before.revision + 1, updated_at: new Date(), updated_by: caller.session.name,
          }).where('id', '=', caller.session.accountId).execute()
          await audit(tx, caller, {
            object: `account/${caller.session.name}`, action: 'update', content: Object.fromEntries(changed.map((field) => [field, { before: before[field], after: after[field] }])),
          })
        }
        return read(caller, tx)
      })
    },
  }
}

export type Profiles = ReturnType<typeof createProfile>

async function titleOfPost(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`select name from system_post where id = ${id}`.execute(db)
  return rows[0]?.name
}
