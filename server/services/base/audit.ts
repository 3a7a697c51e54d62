import type { Db } from '../../database/index.ts'
import type { RequestContext } from './requestContext.ts'

export interface Change {
  /** For example `drawing/pump-house` or `account/…`. */
  readonly object: string
  readonly action: string
  readonly content?: Readonly<Record<string, unknown>>
}

/** The author: an account, or a named source without an account. */
export type Author =
  | RequestContext
  | {
      readonly name: string
      readonly role: string
      readonly address: string
      readonly request: string
      readonly client?: string
    }

/**
 * Writes an audit entry in the transaction of the change, so that no change exists without its entry. Entries are never
 * modified or deleted.
 */
export async function audit(transaction: Db, author: Author, { object, action, content = {} }: Change): Promise<void> {
  const { name, role } = getIdentity(author)
  await transaction
    .insertInto('audit')
    .values({
      at: new Date(),
      who: name,
      role,
      address: author.address,
      request: author.request,
      client: author.client ?? '',
      object,
      action,
      content: JSON.stringify(content),
    })
    .execute()
}

export const getIdentity = (author: Author): { readonly name: string; readonly role: string } =>
  'session' in author ? author.session : author
