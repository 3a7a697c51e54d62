import { createHash, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import type { Server as NetServer } from 'node:net'
import { checkServerIdentity, createSecureContext, rootCertificates, Server as TlsServer } from 'node:tls'
import type { ConnectionOptions } from 'node:tls'
import type { Log } from './log.ts'

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

/** Until when the certificate in the files is valid, milliseconds since 1970. */
export async function readCertificateEnd({ cert }: TlsFiles): Promise<number> {
  return Date.parse(new X509Certificate(await readFile(cert)).validTo)
}

/** Makes what a server of TLS is asked for from now on by a renewed certificate. */
export function renewAt(server: NetServer, tls: Tls): void {
  if (server instanceof TlsServer) server.setSecureContext({ ...tls })
}

/** Where a renewed certificate goes. Connections that are open keep the one they began with. */
export interface TlsUser {
  renewTls(tls: Tls): void
}

/**
 * Looks every few seconds whether the files hold another certificate, and hands it to both doors. One that cannot be used (or a key
 * that has not followed yet) leaves the present one in place and is told once. Returns how to stop.
 */
export function keepTls(files: TlsFiles, first: Tls, users: readonly TlsUser[], log: Log): () => void {
  let present = first
  /** What was tried and cannot be used: told at the second look, for two files are never replaced at one moment. */
  let refused: { readonly mark: string; readonly isTold: boolean } | undefined
  let isBusy = false
  const look = async (): Promise<void> => {
    const [cert, key] = await Promise.all([readFile(files.cert), readFile(files.key)].map((read) => read.catch(() => Buffer.alloc(0))))
    if (!cert || !key || (cert.equals(present.cert) && key.equals(present.key))) return
    const mark = createHash('sha256').update(cert).update(key).digest('hex')
    try {
      const next = await readTls(files, Date.now())
      for (const user of users) user.renewTls(next)
      present = next
      refused = undefined
      log.info('the certificate was renewed', { validTo: new X509Certificate(next.cert).validTo })
    } catch (cause) {
      const isAgain = refused?.mark === mark
      if (isAgain && refused?.isTold === false) log.error('the new certificate is not used, the present one stays', { cause })
      refused = { mark, isTold: isAgain }
    }
  }
  const timer = setInterval(() => {
    if (isBusy) return
    isBusy = true
    void look().finally(() => { isBusy = false })
  }, lookMs)
  return () => clearInterval(timer)
}

const lookMs = 2_000

/** Whom a connection believes, where that is not what every program believes. */
export type Trust = Pick<ConnectionOptions, 'ca' | 'allowPartialTrustChain' | 'checkServerIdentity'>

/**
 * How a part of this installation connects to its own server, whose certificate may be of its own making or of another name than the
 * address that is used here: that very certificate is believed, and else what every program believes. Asked anew for each connection,
 * as the certificate may have been renewed.
 */
export function trustInOwn(file: string | undefined): () => Trust {
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
      // Being replaced right now, or half written: the one before is judged by, and the next try reads again.
    }
    const { cert, own } = present
    return {
      ca: [...rootCertificates, cert], allowPartialTrustChain: true,
      checkServerIdentity: (host, peer) => (peer.fingerprint256 === own ? undefined : checkServerIdentity(host, peer)),
    }
  }
}
