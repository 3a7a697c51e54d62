import * as z from 'zod'
import { rolesFrom, roles } from '../access.ts'
import { limits } from '../limits.ts'
import { defineRoute } from './define.ts'
import { givenPassword, instant } from './fields.ts'

const self = { roles: rolesFrom('operator'), scope: 'self', beforeSecondStep: true } as const
const tried = { ...self, limit: { perMinute: limits.signIn.perAddressMinute } } as const
const proof = z.strictObject({ password: givenPassword, code: z.string().min(1).max(limits.secondStep.codeLength) })

const standing = z.object({
  /** Null: sign-ins need no second step. */
  since: instant.nullable(),
  recoveryCodesLeft: z.number(),
  /** Whether the account's role demands one. */
  isDemanded: z.boolean(),
  /** A wall display: nobody sits there to bring a code, and it changes nothing of itself. */
  isWall: z.boolean(),
})
export type TwoFactorStatus = z.output<typeof standing>

const begun = z.object({
  /** Base32, for who types it. */
  secret: z.string(),
  /** `otpauth://totp/…`, for who takes a picture of it. */
  uri: z.string(),
})
export type TwoFactorSetup = z.output<typeof begun>

const demand = z.object({
  roles: z.array(z.enum(roles)).readonly(),
  /** Accounts, by the strongest role that they hold anywhere, that could sign in and have no second step. Wall displays are never asked for one. */
  without: z.record(z.enum(roles), z.number()),
})
export type TwoFactorRequirement = z.output<typeof demand>

export const secondStepRoutes = {
  'secondStep.read': defineRoute({ method: 'GET', path: '/api/profile/second-step', policy: self, answer: standing }),
  /** Makes a secret, told here and never again; it counts once a first code of it was brought. One begun before is forgotten. */
  'secondStep.begin': defineRoute({ method: 'POST', path: '/api/profile/second-step', policy: tried, answer: begun }),
  /** Turns it on, ends the account's other sessions and answers the recovery codes, which are told here and never again. */
  'secondStep.confirm': defineRoute({ method: 'POST', path: '/api/profile/second-step/confirm', policy: tried, body: proof, answer: z.object({ recoveryCodes: z.array(z.string()).readonly() }) }),
  /** Turns it off; the code may be a recovery code. */
  'secondStep.remove': defineRoute({ method: 'POST', path: '/api/profile/second-step/remove', policy: tried, body: proof }),
  /** Which roles demand a second step. */
  'secondStep.demand': defineRoute({ method: 'GET', path: '/api/system/second-step', policy: { roles: rolesFrom('super'), scope: 'none', permission: 'system:secondStep:read' }, answer: demand }),
  /** Counts at once, for sessions that are open too: who has none sets it up before anything else. */
  'secondStep.setDemand': defineRoute({
    method: 'PUT', path: '/api/system/second-step', policy: { roles: rolesFrom('super'), scope: 'none', permission: 'system:secondStep:edit' },
    body: z.strictObject({ roles: z.array(z.enum(roles)).max(roles.length) }), answer: demand,
  }),
}
