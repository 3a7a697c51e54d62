import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const version = 'v1'
const cipher = 'aes-256-gcm'
const keyBytes = 32
const ivBytes = 12

/**
 * Keeps secrets that the server itself must be able to read again (the password of a camera), under a key that is derived from
 * the installation's secret: a copy of the database alone tells none of them.
 */
export function createSecretBox(secret: Buffer) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'mimic entity secrets', keyBytes))
  return {
    seal(this: void, text: string): string {
      const iv = randomBytes(ivBytes)
      const sealing = createCipheriv(cipher, key, iv)
      const sealed = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()])
      return [version, ...[iv, sealing.getAuthTag(), sealed].map((part) => part.toString('base64url'))].join(':')
    },

    /** Throws where the text was not sealed here, or was touched since. */
    open(this: void, sealed: string): string {
      const [mark, iv, tag, content] = sealed.split(':')
      if (mark !== version || iv === undefined || tag === undefined || content === undefined) throw new Error('this is no sealed secret')
      const opening = createDecipheriv(cipher, key, Buffer.from(iv, 'base64url'))
      opening.setAuthTag(Buffer.from(tag, 'base64url'))
      return Buffer.concat([opening.update(Buffer.from(content, 'base64url')), opening.final()]).toString('utf8')
    },
  }
}

export type SecretBox = ReturnType<typeof createSecretBox>
