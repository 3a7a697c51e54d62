import { X509Certificate } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { checkServerIdentity, createSecureContext, rootCertificates } from 'node:tls'
import type { ConnectionOptions } from 'node:tls'

/** A certificate, with those between it and its root, and its key: what both doors speak TLS with. */
export interface Tls {
  readonly cert: Buffer
  readonly key: Buffer
  readonly minVersion: 'TLSv1.2'
}

export interface TlsFiles {
  readonly cert: string
  readonly key: string
}

/** Reads both files, and says what is wrong with them before a door is opened. */
export async function readTls({ cert, key }: TlsFiles, now: number): Promise<Tls> {
  const read = async (name: string, file: string): Promise<Buffer> => readFile(file).catch((cause: unknown) => { throw new Error(`${name}: ${file} cannot be read`, { cause }) })
  const tls: Tls = { cert: await read('MIMIC_TLS_CERT', cert), key: await read('MIMIC_TLS_KEY', key), minVersion: 'TLSv1.2' }
  if (process.platform !== 'win32' && ((await stat(key)).mode & 0o007) !== 0) throw new Error(`MIMIC_TLS_KEY: ${key} can be read by everybody; make it private: chmod 600 ${key}`)
  let certificate: X509Certificate
  try {
    certificate = new X509Certificate(tls.cert)
    createSecureContext({ ...tls })
  } catch (cause) {
    throw new Error('MIMIC_TLS_CERT and MIMIC_TLS_KEY must be a PEM certificate and the PEM key that belongs to it', { cause })
  }
  if (Date.parse(certificate.validTo) < now) throw new Error(`the certificate of MIMIC_TLS_CERT was valid until ${certificate.validTo}`)
  return tls
}

/** Whom a connection believes, where that is not what every program believes. */
export type Trust = Pick<ConnectionOptions, 'ca' | 'allowPartialTrustChain' | 'checkServerIdentity'>

/**
 * How a part of this installation connects to its own server, whose certificate may be of its own making or of another name than the
 * address that is used here: that very certificate is believed, and else what every program believes.
 */
export async function trustInOwn(file: string | undefined): Promise<Trust> {
  if (file === undefined) return {}
  const cert = await readFile(file)
  const own = new X509Certificate(cert).fingerprint256
  return {
    ca: [...rootCertificates, cert], allowPartialTrustChain: true,
    checkServerIdentity: (host, peer) => (peer.fingerprint256 === own ? undefined : checkServerIdentity(host, peer)),
  }
}
