import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto'
import * as z from 'zod'

const cost = { N: 2 ** 16, r: 8, p: 1, maxmem: 128 * 1024 * 1024 }
const sealedText = z.object({
  scheme: z.literal('scrypt-aes-256-gcm'),
  salt: z.string(),
  iv: z.string(),
  tag: z.string(),
  content: z.string(),
})

/** Encrypts the installation's secret with a passphrase (scrypt and AES-256-GCM). */
export function encrypt(passphrase: string, secret: string): string {
  const salt = randomBytes(16)
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', scryptSync(passphrase, salt, 32, cost), iv)
  const content = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  const [saltText = '', ivText = '', tag = '', text = ''] = [salt, iv, cipher.getAuthTag(), content].map((part) =>
    part.toString('base64url'),
  )
  return JSON.stringify({ scheme: 'scrypt-aes-256-gcm', salt: saltText, iv: ivText, tag, content: text })
}

/** Decrypts the result of `encrypt`. Throws if the passphrase is wrong. */
export function decrypt(passphrase: string, sealed: string): string {
  const { salt, iv, tag, content } = sealedText.parse(JSON.parse(sealed))
  const decipher = createDecipheriv(
    'aes-256-gcm',
    scryptSync(passphrase, Buffer.from(salt, 'base64url'), 32, cost),
    Buffer.from(iv, 'base64url'),
  )
  decipher.setAuthTag(Buffer.from(tag, 'base64url'))
  try {
    return Buffer.concat([decipher.update(Buffer.from(content, 'base64url')), decipher.final()]).toString('utf8')
  } catch (cause) {
    throw new Error('wrong passphrase for the secret in this backup', { cause })
  }
}
