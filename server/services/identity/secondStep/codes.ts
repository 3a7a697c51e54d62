import { createHash, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { limits } from '../../../../contract/limits.ts'

const { digits, periodMs, window, recoveryCodes } = limits.secondStep
const secretBytes = 20
const issuer = 'Mimic'
/** Of 32 signs none looks like another: five bits each. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const recoveryLength = 16
const groupLength = 4
const recoveryPattern = new RegExp(`^[${alphabet}]{${recoveryLength}}$`)

/** What somebody typed as a code: one of the authenticator's, a recovery code, or nothing that could be either. */
export type TypedCode = { readonly kind: 'code' | 'recoveryCode'; readonly code: string } | undefined

export const newSecret = (): string => new Secret({ size: secretBytes }).base32

/** For the picture that an authenticator takes; `label` tells the account from its others. */
export const uriOf = (secret: string, label: string): string => totpOf(secret, label).toString()

/** The time step whose code this is, if it is that of `now` or one beside it. */
export function stepOf(secret: string, code: string, now: number): number | undefined {
  const delta = totpOf(secret, '').validate({ token: code, timestamp: now, window })
  return delta === null ? undefined : Math.floor(now / periodMs) + delta
}

/** Spaces, hyphens and the wide digits of Chinese keyboards are all the same to a person. */
export function readCode(typed: string): TypedCode {
  const code = typed.normalize('NFKC').toLowerCase().replaceAll(/[\s-]/g, '')
  if (code.length === digits && /^\d+$/.test(code)) return { kind: 'code', code }
  const read = code.replaceAll('o', '0').replaceAll(/[il]/g, '1')
  return recoveryPattern.test(read) ? { kind: 'recoveryCode', code: read } : undefined
}

/** Codes of 80 random bits, in groups of four as they are shown. */
export const newRecoveryCodes = (): readonly string[] => Array.from({ length: recoveryCodes }, () => {
  const signs = Array.from(randomBytes(recoveryLength), (byte) => alphabet[byte % alphabet.length])
  return Array.from({ length: recoveryLength / groupLength }, (_, group) => signs.slice(group * groupLength, (group + 1) * groupLength).join('')).join('-')
})

/** What is kept of a recovery code: so many random bits need no slow hash. */
export const recoveryHash = (account: string, code: string): string => createHash('sha256').update(`${account} ${code.replaceAll('-', '')}`).digest('hex')

const totpOf = (secret: string, label: string): TOTP =>
  new TOTP({ issuer, label, algorithm: 'SHA1', digits, period: periodMs / 1000, secret: Secret.fromBase32(secret) })
