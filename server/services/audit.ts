import type { AuditRow } from '../../contract/routes.ts'
import type { Db } from '../database/index.ts'
import type { Caller } from './caller.ts'
import type { Page } from './page.ts'
import { offsetOf } from './page.ts'

export interface Change {
  /** `drawing/pump-house`, `account/…`. */
  readonly object: string
  readonly action: string
  readonly content?: Readonly<Record<string, unknown>>
}

type Author = Caller | { readonly name: string; readonly role: string; readonly address: string; readonly request: string }

/** Writes down a change, in the change's own transaction: what cannot be audited does not happen. */
export async function audit(transaction: Db, author: Author, { object, action, content = {} }: Change): Promise<void> {
  const { name: who, role } = 'session' in author ? author.session : author
  await transaction.insertInto('audit').values({
    at: new Date(), who, role, address: author.address, request: author.request, object, action, content: JSON.stringify(content),
  }).execute()
}

/** The trail, newest first. Nothing changes or removes a row of it. */
export async function listAudit(db: Db, filter: Page & { readonly object?: string | undefined; readonly request?: string | undefined }) {
  let rows = db.selectFrom('audit')
  if (filter.object !== undefined) rows = rows.where('object', '=', filter.object)
  if (filter.request !== undefined) rows = rows.where('request', '=', filter.request)
  const [{ total }, page] = await Promise.all([
    rows.select(({ fn }) => fn.countAll<string>().as('total')).executeTakeFirstOrThrow(),
    rows.selectAll().orderBy('id', 'desc').limit(filter.pageSize).offset(offsetOf(filter)).execute(),
  ])
  return { total: Number(total), rows: page.map((row): AuditRow => ({ ...row, at: row.at.getTime() })) }
}
