import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import type { SealPlace } from '../../database/entityColumns.ts'

const cipher = 'aes-256-gcm'
const keyBytes = 32
const ivBytes = 12
const tagBytes = 16

/**
 * Keeps secrets that the server itself must be able to read again (the password of a camera), each bound to its table, column and row:
 * a copy of the database alone tells none of them, and a sealed text moved to another place opens nowhere. The last of the keys seals,
 * all of them open.
 */
export function createSecretBox(...secrets: readonly Buffer[]) {
  const keys = secrets.map(keyOf)
  const newest = keys.at(-1)
  if (!newest) throw new Error('a box for secrets needs a key')
  return {
    seal(this: void, text: string, place: SealPlace): string {
      const iv = randomBytes(ivBytes)
      const sealing = createCipheriv(cipher, newest.key, iv).setAAD(placeOf(place))
      const sealed = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()])
      return ['v2', newest.mark, ...[iv, sealing.getAuthTag(), sealed].map((part) => part.toString('base64url'))].join(':')
    },

    /** Throws where the text was not sealed here for that place, or was touched since. What an earlier version sealed names no place. */
    open(this: void, sealed: string, place: SealPlace): string {
      const [version, ...rest] = sealed.split(':')
      if (version === 'v1') return firstThat(keys, (key) => unseal(key, rest))
      const [mark, ...parts] = rest
      if (version !== 'v2') throw new Error('this is no sealed secret')
      const known = keys.find((one) => one.mark === mark)
      if (!known) throw new Error('this was sealed with another key')
      return unseal(known.key, parts, placeOf(place))
    },
  }
}

export type SecretBox = ReturnType<typeof createSecretBox>

/** The mark says which key sealed a text, and nothing of the key. */
function keyOf(secret: Buffer): { readonly key: Buffer; readonly mark: string } {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'mimic entity secrets', keyBytes))
  return { key, mark: createHash('sha256').update('mark').update(key).digest('base64url').slice(0, 8) }
}

const placeOf = ({ table, column, row }: SealPlace): Buffer => Buffer.from(JSON.stringify([table, column, row]))

function unseal(key: Buffer, parts: readonly string[], place?: Buffer): string {
  const [iv, tag, content] = parts.map((part) => Buffer.from(part, 'base64url'))
  if (parts.length !== 3 || !iv || !tag || !content || tag.length !== tagBytes) throw new Error('this is no sealed secret')
  const opening = createDecipheriv(cipher, key, iv)
  if (place) opening.setAAD(place)
  opening.setAuthTag(tag)
  return Buffer.concat([opening.update(content), opening.final()]).toString('utf8')
}

function firstThat(keys: readonly { readonly key: Buffer }[], open: (key: Buffer) => string): string {
  let cause: unknown
  for (const { key } of keys) {
    try {
      return open(key)
    } catch (failed) {
      cause = failed // another key may be the right one
    }
  }
  throw new Error('no key opens this', { cause })
}
