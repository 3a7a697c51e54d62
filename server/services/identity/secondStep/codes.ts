import { createHash, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { limits } from '../../../../contract/limits.ts'

const { digits, periodMs, window, recoveryCodes } = limits.secondStep
const secretBytes = 20
const issuer = 'Mimic'
/** 32 unambiguous characters, five bits each. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const recoveryLength = 16
const groupLength = 4
const recoveryPattern = new RegExp(`^[${alphabet}]{${recoveryLength}}$`)

/** An entered code: from an authenticator, a recovery code, or undefined if invalid. */
export type TypedCode = { readonly kind: 'code' | 'recoveryCode'; readonly code: string } | undefined

export const newSecret = (): string => new Secret({ size: secretBytes }).base32

/** URI for the QR code. `label` identifies the account in the authenticator. */
export const createUri = (secret: string, label: string): string => createTotp(secret, label).toString()

/** Returns the time step of a code if it is the current one or adjacent. */
export function findStep(secret: string, code: string, now: number): number | undefined {
  const delta = createTotp(secret, '').validate({ token: code, timestamp: now, window })
  return delta === null ? undefined : Math.floor(now / periodMs) + delta
}

/** Ignores spaces and hyphens, and accepts full-width digits of Chinese keyboards. */
export function readCode(typed: string): TypedCode {
  const code = typed.normalize('NFKC').toLowerCase().replaceAll(/[\s-]/g, '')
  if (code.length === digits && /^\d+$/.test(code)) return { kind: 'code', code }
  const read = code.replaceAll('o', '0').replaceAll(/[il]/g, '1')
  return recoveryPattern.test(read) ? { kind: 'recoveryCode', code: read } : undefined
}

/** Codes with 80 random bits, in groups of four characters. */
export const newRecoveryCodes = (): readonly string[] =>
  Array.from({ length: recoveryCodes }, () => {
    const signs = Array.from(randomBytes(recoveryLength), (byte) => alphabet[byte % alphabet.length])
    return Array.from({ length: recoveryLength / groupLength }, (_, group) =>
      signs.slice(group * groupLength, (group + 1) * groupLength).join(''),
    ).join('-')
  })

/** Stored hash of a recovery code. With 80 random bits, no slow hash is needed. */
export const recoveryHash = (account: string, code: string): string =>
  createHash('sha256')
    .update(`${account} ${code.replaceAll('-', '')}`)
    .digest('hex')

const createTotp = (secret: string, label: string): TOTP =>
  new TOTP({ issuer, label, algorithm: 'SHA1', digits, period: periodMs / 1000, secret: Secret.fromBase32(secret) })
