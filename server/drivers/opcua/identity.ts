import { createPrivateKey, X509Certificate } from 'node:crypto'
import type { UserIdentityInfo, UserTokenType } from 'node-opcua-client'
import type { ChannelConfig } from '../driver.ts'
import { DriverFault } from '../driver.ts'

/**
 * Returns how the channel signs in: with the user certificate, with name and password, or anonymously. Throws
 * `DriverFault` if certificate and key do not belong together.
 */
export function createIdentity(
  types: typeof UserTokenType,
  { username, password, userCertificate, userKey }: ChannelConfig,
): UserIdentityInfo {
  if (userCertificate !== '') {
    const certificate = readPem(userCertificate, (pem) => new X509Certificate(pem))
    const key = readPem(userKey, createPrivateKey)
    if (!certificate.checkPrivateKey(key)) throw new DriverFault('userKey')
    return {
      type: types.Certificate,
      certificateData: certificate.raw,
      privateKey: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
    }
  }
  return username === '' ? { type: types.Anonymous } : { type: types.UserName, userName: username, password }
}

/** Reads PEM. A field of one line loses the line breaks, which PEM requires. */
function readPem<T>(text: string, read: (pem: string) => T): T {
  const [, label = '', body = ''] = /-----BEGIN ([A-Z ]+)-----(.*?)-----END/s.exec(text) ?? []
  const lines = body.replaceAll(/\s/g, '').match(/.{1,64}/g) ?? []
  try {
    return read(`-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`)
  } catch (cause) {
    throw new DriverFault('userKey', String(cause))
  }
}
