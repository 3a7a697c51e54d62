import { createHash, randomBytes } from 'node:crypto'
import type { SignInTicket } from '../../../../contract/routes.ts'
import { limits } from '../../../../contract/limits.ts'
import type { Db } from '../../../database/index.ts'
import type { SessionAccount } from '../sessions.ts'

/** Distinguishes tickets from session tokens. */
const prefix = 'step_'

/**
 * Tickets for the step between password and code: valid for one sign-in within some minutes, and only while password,
 * two-factor setup and account are unchanged.
 */
export const signInTickets = {
  async create(db: Db, { id, password }: { readonly id: string; readonly password: string }): Promise<SignInTicket> {
    const ticket = `${prefix}${randomBytes(32).toString('base64url')}`
    const now = Date.now()
    const until = now + limits.secondStep.ticketMs
    await db.deleteFrom('sign_in_ticket').where('expires_at', '<', new Date(now)).execute()
    await db
      .insertInto('sign_in_ticket')
      .values({ hash: hashText(ticket), account: id, password_mark: hashText(password), expires_at: new Date(until) })
      .execute()
    return { ticket, ticketUntil: until }
  },

  /** Account of a ticket; undefined if the ticket is invalid. */
  async findAccount(db: Db, ticket: string): Promise<(SessionAccount & { readonly password: string }) | undefined> {
    const row = await db
      .selectFrom('sign_in_ticket')
      .innerJoin('account', 'account.id', 'sign_in_ticket.account')
      .select([
        'account.id',
        'account.name',
        'account.role',
        'account.password',
        'account.must_change',
        'account.enabled',
        'account.roles',
        'account.is_wall',
        'sign_in_ticket.password_mark',
      ])
      .where('hash', '=', hashText(ticket))
      .where('expires_at', '>', new Date())
      .executeTakeFirst()
    return row?.enabled && hashText(row.password) === row.password_mark ? row : undefined
  },

  /** Consumes a ticket; false if it was already used. */
  async redeem(tx: Db, ticket: string): Promise<boolean> {
    const { numDeletedRows } = await tx
      .deleteFrom('sign_in_ticket')
      .where('hash', '=', hashText(ticket))
      .executeTakeFirstOrThrow()
    return numDeletedRows > 0n
  },
}

const hashText = (text: string): string => createHash('sha256').update(text).digest('hex')
