import { encodeLocalized } from '../contract/localizedText.ts'
import { createHash, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import type { Server as NetServer } from 'node:net'
import { checkServerIdentity, createSecureContext, rootCertificates, Server as TlsServer } from 'node:tls'
import type { ConnectionOptions } from 'node:tls'
import type { Log } from './log.ts'

/** Certificate chain and key for HTTP and MQTT. */
export interface Tls {
  readonly cert: Buffer
  readonly key: Buffer
  readonly minVersion: 'TLSv1.2'
}

export interface TlsFiles {
  readonly cert: string
  readonly key: string
}

/** Reads and validates certificate and key. Throws an error that describes the problem. */
export async function readTls({ cert, key }: TlsFiles, now: number): Promise<Tls> {
  const read = async (name: string, file: string): Promise<Buffer> =>
    readFile(file).catch((cause: unknown) => {
      throw new Error(encodeLocalized({ en: `${name}: ${file} cannot be read`, zh: `${name}：无法读取 ${file}` }), {
        cause,
      })
    })
  const tls: Tls = {
    cert: await read('MIMIC_TLS_CERT', cert),
    key: await read('MIMIC_TLS_KEY', key),
    minVersion: 'TLSv1.2',
  }
  if (process.platform !== 'win32' && ((await stat(key)).mode & 0o007) !== 0)
    throw new Error(
      encodeLocalized({
        en: `MIMIC_TLS_KEY: ${key} is readable by everyone; run: chmod 600 ${key}`,
        zh: `MIMIC_TLS_KEY：所有用户均可读取 ${key}，请运行 chmod 600 ${key}`,
      }),
    )
  let certificate: X509Certificate
  try {
    certificate = new X509Certificate(tls.cert)
    createSecureContext({ ...tls })
  } catch (cause) {
    throw new Error(
      encodeLocalized({
        en: 'MIMIC_TLS_CERT and MIMIC_TLS_KEY must be a PEM certificate and its PEM key',
        zh: 'MIMIC_TLS_CERT 与 MIMIC_TLS_KEY 应为 PEM 格式的证书及其私钥',
      }),
      { cause },
    )
  }
  if (Date.parse(certificate.validTo) < now)
    throw new Error(
      encodeLocalized({
        en: `the certificate of MIMIC_TLS_CERT expired on ${certificate.validTo}`,
        zh: `MIMIC_TLS_CERT 的证书已于 ${certificate.validTo} 过期`,
      }),
    )
  return tls
}

/** Returns the expiry of the certificate in milliseconds since 1970. */
export async function readCertificateEnd({ cert }: TlsFiles): Promise<number> {
  return Date.parse(new X509Certificate(await readFile(cert)).validTo)
}

/** Uses a renewed certificate for new connections of a server. */
export function renewCertificate(server: NetServer, tls: Tls): void {
  if (server instanceof TlsServer) server.setSecureContext({ ...tls })
}

/** Receiver of renewed certificates. Open connections keep the previous one. */
export interface TlsUser {
  renewTls(tls: Tls): void
}

/**
 * Checks the files every two seconds and applies a new certificate. An invalid one, or a key that has not been replaced
 * yet, leaves the current one in place and is logged once. Returns a function that stops it.
 */
export function watchTls(files: TlsFiles, first: Tls, users: readonly TlsUser[], log: Log): () => void {
  let present = first
  /**
   * The last rejected files. They are reported on the second check, because two files are never replaced at the same
   * moment.
   */
  let lastRejected: { readonly mark: string; readonly isReported: boolean } | undefined
  let isBusy = false
  const checkFiles = async (): Promise<void> => {
    const [cert, key] = await Promise.all(
      [readFile(files.cert), readFile(files.key)].map((read) => read.catch(() => Buffer.alloc(0))),
    )
    if (!cert || !key || (cert.equals(present.cert) && key.equals(present.key))) return
    const mark = createHash('sha256').update(cert).update(key).digest('hex')
    try {
      const next = await readTls(files, Date.now())
      for (const user of users) user.renewTls(next)
      present = next
      lastRejected = undefined
      log.info('certificate reloaded', { validTo: new X509Certificate(next.cert).validTo })
    } catch (cause) {
      const isRepeated = lastRejected?.mark === mark
      if (isRepeated && lastRejected?.isReported === false)
        log.error('the new certificate is invalid; keeping the current one', { cause })
      lastRejected = { mark, isReported: isRepeated }
    }
  }
  const timer = setInterval(() => {
    if (isBusy) return
    isBusy = true
    void checkFiles().finally(() => {
      isBusy = false
    })
  }, pollMs)
  return () => clearInterval(timer)
}

const pollMs = 2_000

/** TLS trust settings that differ from the defaults. */
export type Trust = Pick<ConnectionOptions, 'ca' | 'allowPartialTrustChain' | 'checkServerIdentity'>

/**
 * Trust settings for connections of this installation to its own server, whose certificate may be self-signed or issued
 * for another name. Exactly that certificate is accepted, in addition to the default roots. Call the returned function
 * for each connection, because the certificate may have been renewed.
 */
export function trustOwnCertificate(file: string | undefined): () => Trust {
  if (file === undefined) return () => ({})
  const read = (): { cert: Buffer; own: string } => {
    const cert = readFileSync(file)
    return { cert, own: new X509Certificate(cert).fingerprint256 }
  }
  let present = read()
  return () => {
    try {
      present = read()
    } catch {
      // The file is being replaced; use the previous certificate and read again next time.
    }
    const { cert, own } = present
    return {
      ca: [...rootCertificates, cert],
      allowPartialTrustChain: true,
      checkServerIdentity: (host, peer) => (peer.fingerprint256 === own ? undefined : checkServerIdentity(host, peer)),
    }
  }
}
