import type { Db } from '../../database/index.ts'
import type { RequestContext } from './requestContext.ts'

export interface Change {
  /** `drawing/pump-house`, `account/…`. */
  readonly object: string
  readonly action: string
  readonly content?: Readonly<Record<string, unknown>>
}

/** Who did it: an account, or something that has none. */
export type Author = RequestContext | { readonly name: string; readonly role: string; readonly address: string; readonly request: string; readonly client?: string }

/** Writes down a change, in the change's own transaction: what cannot be audited does not happen. Nothing changes or removes what was written. */
export async function audit(transaction: Db, author: Author, { object, action, content = {} }: Change): Promise<void> {
  const { name: who, role } = identityOf(author)
  await transaction.insertInto('audit').values({
    at: new Date(), who, role, address: author.address, request: author.request, client: author.client ?? '', object, action, content: JSON.stringify(content),
  }).execute()
}

export const identityOf = (author: Author): { readonly name: string; readonly role: string } => ('session' in author ? author.session : author)
