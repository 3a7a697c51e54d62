import { createHash, randomBytes } from 'node:crypto'
import type { SignInTicket } from '../../../../contract/routes.ts'
import { limits } from '../../../../contract/limits.ts'
import type { Db } from '../../../database/index.ts'
import type { SessionAccount } from '../sessions.ts'

/** So that it is told from a session's token, and opens nothing where one is asked for. */
const prefix = 'step_'

/**
 * What stands between the right password and its code: good for one sign-in of one account, for some minutes, and only while the
 * password, the second step and the account are as they were.
 */
export const signInTickets = {
  async give(db: Db, { id, password }: { readonly id: string; readonly password: string }): Promise<SignInTicket> {
    const ticket = `${prefix}${randomBytes(32).toString('base64url')}`
    const now = Date.now()
    const until = now + limits.secondStep.ticketMs
    await db.deleteFrom('sign_in_ticket').where('expires_at', '<', new Date(now)).execute()
    await db.insertInto('sign_in_ticket').values({ hash: hashOf(ticket), account: id, password_mark: hashOf(password), expires_at: new Date(until) }).execute()
    return { ticket, ticketUntil: until }
  },

  /** Whose it is; undefined where it is none, or none any more. */
  async holder(db: Db, ticket: string): Promise<(SessionAccount & { readonly password: string }) | undefined> {
    const row = await db.selectFrom('sign_in_ticket').innerJoin('account', 'account.id', 'sign_in_ticket.account')
      .select(['account.id', 'account.name', 'account.role', 'account.password', 'account.must_change', 'account.enabled', 'account.roles', 'account.is_wall', 'sign_in_ticket.password_mark'])
      .where('hash', '=', hashOf(ticket)).where('expires_at', '>', new Date()).executeTakeFirst()
    return row?.enabled && hashOf(row.password) === row.password_mark ? row : undefined
  },

  /** Uses it up; false where it was. */
  async take(tx: Db, ticket: string): Promise<boolean> {
    const { numDeletedRows } = await tx.deleteFrom('sign_in_ticket').where('hash', '=', hashOf(ticket)).executeTakeFirstOrThrow()
    return numDeletedRows > 0n
  },
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')
