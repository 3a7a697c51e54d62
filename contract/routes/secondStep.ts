import * as z from 'zod'
import { rolesFrom, roles } from '../access.ts'
import { limits } from '../limits.ts'
import { defineRoute } from './define.ts'
import { enteredPassword, instant } from './fields.ts'

const self = { roles: rolesFrom('operator'), scope: 'self', beforeSecondStep: true } as const
const attemptPolicy = { ...self, limit: { perMinute: limits.signIn.perAddressMinute } } as const
const proof = z.strictObject({ password: enteredPassword, code: z.string().min(1).max(limits.secondStep.codeLength) })

const twoFactorStatus = z.object({
  /** Null: two-factor authentication is off. */
  since: instant.nullable(),
  recoveryCodesLeft: z.number(),
  /** Whether the account's role requires it. */
  isDemanded: z.boolean(),
  /** The account is a wall display: it signs in by password only and cannot change its own settings. */
  isWall: z.boolean(),
})
/** State of two-factor authentication of the caller's account. */
export type TwoFactorStatus = z.output<typeof twoFactorStatus>

const twoFactorSetup = z.object({
  /** Base32, for manual entry. */
  secret: z.string(),
  /** `otpauth://totp/…`, for a QR code. */
  uri: z.string(),
})
/** Secret for an authenticator app, returned when the setup starts. It is not active until it is confirmed. */
export type TwoFactorSetup = z.output<typeof twoFactorSetup>

const requirement = z.object({
  roles: z.array(z.enum(roles)).readonly(),
  /**
   * Number of active accounts without two-factor authentication, by the strongest role they hold. Wall displays are
   * exempt.
   */
  without: z.record(z.enum(roles), z.number()),
})
/** Roles that require two-factor authentication, and the number of accounts that lack it. */
export type TwoFactorRequirement = z.output<typeof requirement>

export const secondStepRoutes = {
  'secondStep.read': defineRoute({
    method: 'GET',
    path: '/api/profile/second-step',
    policy: self,
    answer: twoFactorStatus,
  }),
  /**
   * Generates a secret, returned only here. It becomes active after a first code is confirmed. Replaces an unconfirmed
   * one.
   */
  'secondStep.begin': defineRoute({
    method: 'POST',
    path: '/api/profile/second-step',
    policy: attemptPolicy,
    answer: twoFactorSetup,
  }),
  /** Enables two-factor authentication, ends the account's other sessions and returns the recovery codes, only here. */
  'secondStep.confirm': defineRoute({
    method: 'POST',
    path: '/api/profile/second-step/confirm',
    policy: attemptPolicy,
    body: proof,
    answer: z.object({ recoveryCodes: z.array(z.string()).readonly() }),
  }),
  /** Disables two-factor authentication. `code` may be a recovery code. */
  'secondStep.remove': defineRoute({
    method: 'POST',
    path: '/api/profile/second-step/remove',
    policy: attemptPolicy,
    body: proof,
  }),
  /** The roles that require two-factor authentication. */
  'secondStep.demand': defineRoute({
    method: 'GET',
    path: '/api/system/second-step',
    policy: { roles: rolesFrom('super'), scope: 'none', permission: 'system:secondStep:read' },
    answer: requirement,
  }),
  /** Takes effect immediately, also for open sessions: affected accounts must set it up before any other request. */
  'secondStep.setDemand': defineRoute({
    method: 'PUT',
    path: '/api/system/second-step',
    policy: { roles: rolesFrom('super'), scope: 'none', permission: 'system:secondStep:edit' },
    body: z.strictObject({ roles: z.array(z.enum(roles)).max(roles.length) }),
    answer: requirement,
  }),
}
