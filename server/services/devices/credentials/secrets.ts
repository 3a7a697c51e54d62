import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { limits } from '../../../../contract/limits.ts'

/** Returns a new random secret of letters, digits, hyphens and underscores. */
export const createSecret = (): string => randomBytes(limits.deviceCredential.secretBytes).toString('base64url')

/** Hash of a secret. Random secrets cannot be guessed from a fast hash. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** Compares a secret with a stored hash in constant time. */
export const matchesSecret = (secret: string, hash: string): boolean =>
  timingSafeEqual(Buffer.from(hashSecret(secret), 'hex'), Buffer.from(hash, 'hex'))
