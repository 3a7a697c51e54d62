import * as z from 'zod'
import { rolesFrom } from '../access.ts'
import { defineRoute } from './define.ts'
import { instant } from './fields.ts'

const self = { roles: rolesFrom('operator'), scope: 'self' } as const

const accountDetails = z.object({
  name: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
})
/** Account details that users edit themselves. */
export type AccountDetails = z.output<typeof accountDetails>

const profile = accountDetails.extend({
  account: z.string(),
  post: z.string().nullable(),
  createdAt: instant,
  lastSignInAt: instant.nullable(),
})
/** The caller's own account. Account name, post and times are read-only. */
export type Profile = z.output<typeof profile>

export const profileRoutes = {
  /** The caller's own account; available to every role. */
  'profile.read': defineRoute({ method: 'GET', path: '/api/profile', policy: self, answer: profile }),
  /** Validated like the account's own fields; problems name the field. */
  'profile.update': defineRoute({
    method: 'PUT',
    path: '/api/profile',
    policy: self,
    body: z.strictObject(accountDetails.shape),
    answer: profile,
  }),
}
