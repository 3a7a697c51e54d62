import * as z from 'zod'
import { rolesFrom } from '../access.ts'
import { defineRoute } from './define.ts'
import { instant } from './fields.ts'

const self = { roles: rolesFrom('operator'), scope: 'self' } as const

const own = z.object({ name: z.string().nullable(), phone: z.string().nullable(), email: z.string().nullable() })
/** What a person says of himself; the rest of his account is for others to give. */
export type OwnDetails = z.output<typeof own>

const profile = own.extend({ account: z.string(), post: z.string().nullable(), createdAt: instant, lastSignInAt: instant.nullable() })
export type Profile = z.output<typeof profile>

export const profileRoutes = {
  /** One's own account, whatever one's rank. */
  'profile.read': defineRoute({ method: 'GET', path: '/api/profile', policy: self, answer: profile }),
  /** The fields are read as those of the account: what is wrong with one is said at its place. */
  'profile.update': defineRoute({ method: 'PUT', path: '/api/profile', policy: self, body: z.strictObject(own.shape), answer: profile }),
}
