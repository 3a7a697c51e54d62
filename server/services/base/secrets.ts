import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import type { SealPlace } from '../../database/entities/entityColumns.ts'

const cipher = 'aes-256-gcm'
const keyBytes = 32
const ivBytes = 12
const tagBytes = 16

/**
 * Encrypts secrets that the server must read again, such as camera passwords. Each is bound to its table, column and
 * row: a copy of the database alone reveals none, and a ciphertext moved elsewhere cannot be decrypted. The last key
 * encrypts, all keys decrypt.
 */
export function createSecretBox(...secrets: readonly Buffer[]) {
  const keys = secrets.map(deriveKey)
  const newest = keys.at(-1)
  if (!newest) throw new Error('at least one key is required')
  return {
    seal(this: void, text: string, place: SealPlace): string {
      const iv = randomBytes(ivBytes)
      const sealing = createCipheriv(cipher, newest.key, iv).setAAD(toAssociatedData(place))
      const sealed = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()])
      return ['v2', newest.mark, ...[iv, sealing.getAuthTag(), sealed].map((part) => part.toString('base64url'))].join(
        ':',
      )
    },

    /**
     * Decrypts a secret. Throws if it was modified or encrypted for another place. Secrets in the old format v1 are not
     * bound to a place.
     */
    open(this: void, sealed: string, place: SealPlace): string {
      const [version, ...rest] = sealed.split(':')
      if (version === 'v1') return tryKeys(keys, (key) => unseal(key, rest))
      const [mark, ...parts] = rest
      if (version !== 'v2') throw new Error('not an encrypted secret')
      const matching = keys.find((one) => one.mark === mark)
      if (!matching) throw new Error('encrypted with another key')
      return unseal(matching.key, parts, toAssociatedData(place))
    },
  }
}

export type SecretBox = ReturnType<typeof createSecretBox>

/** The mark identifies the key of a ciphertext without revealing the key. */
function deriveKey(secret: Buffer): { readonly key: Buffer; readonly mark: string } {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'mimic entity secrets', keyBytes))
  return { key, mark: createHash('sha256').update('mark').update(key).digest('base64url').slice(0, 8) }
}

const toAssociatedData = ({ table, column, row }: SealPlace): Buffer =>
  Buffer.from(JSON.stringify([table, column, row]))

function unseal(key: Buffer, parts: readonly string[], place?: Buffer): string {
  const [iv, tag, content] = parts.map((part) => Buffer.from(part, 'base64url'))
  if (parts.length !== 3 || !iv || !tag || !content || tag.length !== tagBytes)
    throw new Error('not an encrypted secret')
  const opening = createDecipheriv(cipher, key, iv)
  if (place) opening.setAAD(place)
  opening.setAuthTag(tag)
  return Buffer.concat([opening.update(content), opening.final()]).toString('utf8')
}

function tryKeys(keys: readonly { readonly key: Buffer }[], open: (key: Buffer) => string): string {
  let cause: unknown
  for (const { key } of keys) {
    try {
      return open(key)
    } catch (keyError) {
      cause = keyError // Another key may match.
    }
  }
  throw new Error('no key can decrypt this secret', { cause })
}
