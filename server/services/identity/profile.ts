import { sql } from 'kysely'
import type { EntityFields } from '../../../contract/entity/field.ts'
import { readFields } from '../../../contract/entity/read.ts'
import { ApiError } from '../../../contract/errors.ts'
import type { AccountDetails, Profile } from '../../../contract/routes.ts'
import { account as entity } from '../../../contract/system/access.ts'
import type { Db } from '../../database/index.ts'
import { audit } from '../base/audit.ts'
import type { RequestContext } from '../base/requestContext.ts'
import { toText } from '../entities/values.ts'

const { name, phone, email } = entity.fields
const profileFields: EntityFields = { name, phone, email }

/** Lets every user read and edit the own profile, without rank, roles and projects. */
export function createProfile(db: Db) {
  const read = async ({ session }: RequestContext, from: Db = db): Promise<Profile> => {
    const row = await from.selectFrom('account').selectAll().where('id', '=', session.accountId).executeTakeFirst()
    if (!row) throw new ApiError('object.missing')
    const post = row.post === null ? undefined : await readPostTitle(from, row.post)
    return {
      account: row.name,
      name: row.full_name,
      phone: row.phone,
      email: row.email,
      post: post ?? null,
      createdAt: row.created_at.getTime(),
      lastSignInAt: row.last_sign_in_at?.getTime() ?? null,
    }
  }
  return {
    read,

    async update(caller: RequestContext, input: AccountDetails): Promise<Profile> {
      const { values, problems } = readFields(profileFields, input)
      if (problems) throw new ApiError('input.invalid', { problems })
      return db.transaction().execute(async (tx) => {
        const before = await tx
          .selectFrom('account')
          .select(['full_name as name', 'phone', 'email', 'revision'])
          .where('id', '=', caller.session.accountId)
          .forUpdate()
          .executeTakeFirst()
        if (!before) throw new ApiError('object.missing')
        const after = { name: toText(values['name']), phone: toText(values['phone']), email: toText(values['email']) }
        const changed = (['name', 'phone', 'email'] as const).filter((field) => before[field] !== after[field])
        if (changed.length > 0) {
          await tx
            .updateTable('account')
            .set({
              full_name: after.name,
              phone: after.phone,
              email: after.email,
              revision: before.revision + 1,
              updated_at: new Date(),
              updated_by: caller.session.name,
            })
            .where('id', '=', caller.session.accountId)
            .execute()
          await audit(tx, caller, {
            object: `account/${caller.session.name}`,
            action: 'update',
            content: Object.fromEntries(
              changed.map((field) => [field, { before: before[field], after: after[field] }]),
            ),
          })
        }
        return read(caller, tx)
      })
    },
  }
}

export type Profiles = ReturnType<typeof createProfile>

async function readPostTitle(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`select name from system_post where id = ${id}`.execute(db)
  return rows[0]?.name
}
