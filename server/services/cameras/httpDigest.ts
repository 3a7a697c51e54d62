import { createHash, randomBytes } from 'node:crypto'
import type { CameraLogin } from './soap.ts'

/**
 * Returns the Authorization header that answers a challenge (RFC 7616 with MD5 or SHA-256, RFC 7617); undefined for
 * schemes that are not supported.
 */
export function answerChallenge(
  challenge: string,
  { username, password }: CameraLogin,
  { method, path }: { readonly method: string; readonly path: string },
): string | undefined {
  if (/^basic\b/i.test(challenge)) return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  if (!/^digest\b/i.test(challenge)) return undefined
  const values = readParameters(challenge)
  const algorithm = (values.get('algorithm') ?? 'MD5').toUpperCase()
  if (algorithm !== 'MD5' && algorithm !== 'SHA-256') return undefined
  const hash = (text: string): string =>
    createHash(algorithm === 'MD5' ? 'md5' : 'sha256')
      .update(text)
      .digest('hex')
  const [realm, nonce, opaque] = ['realm', 'nonce', 'opaque'].map((name) => values.get(name) ?? '')
  const isProtected = (values.get('qop') ?? '').split(',').some((one) => one.trim() === 'auth')
  const cnonce = randomBytes(8).toString('hex')
  const user = hash(`${username}:${realm}:${password}`)
  const target = hash(`${method}:${path}`)
  const response = isProtected
    ? hash(`${user}:${nonce}:00000001:${cnonce}:auth:${target}`)
    : hash(`${user}:${nonce}:${target}`)
  return [
    `Digest username="${username}"`,
    `realm="${realm}"`,
    `nonce="${nonce}"`,
    `uri="${path}"`,
    `response="${response}"`,
    `algorithm=${algorithm}`,
    ...(opaque === '' ? [] : [`opaque="${opaque}"`]),
    ...(isProtected ? ['qop=auth', 'nc=00000001', `cnonce="${cnonce}"`] : []),
  ].join(', ')
}

const readParameters = (challenge: string): ReadonlyMap<string, string> =>
  new Map(
    [...challenge.matchAll(/([a-z]+)\s*=\s*(?:"([^"]*)"|([^\s,]+))/gi)].map(([, name = '', quoted, plain]) => [
      name.toLowerCase(),
      quoted ?? plain ?? '',
    ]),
  )
