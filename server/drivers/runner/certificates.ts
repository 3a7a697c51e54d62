import { X509Certificate } from 'node:crypto'
import { mkdir, readdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { ServerCertificate } from '../driver.ts'

/** Directory of the certificates of a channel, in the layout of node-opcua. */
export const getPkiDirectory = (directory: string): string => join(directory, 'pki')
const rejected = (directory: string): string => join(getPkiDirectory(directory), 'rejected')
const trusted = (directory: string): string => join(getPkiDirectory(directory), 'trusted', 'certs')

interface StoredCertificate extends ServerCertificate {
  readonly file: string
}

/** Certificates that servers presented and no user has trusted yet. */
async function listRejected(directory: string): Promise<StoredCertificate[]> {
  const files = await readdir(rejected(directory)).catch(() => [])
  const found: StoredCertificate[] = []
  for (const file of files) {
    try {
      const certificate = new X509Certificate(await readFile(join(rejected(directory), file)))
      found.push({
        file,
        thumbprint: certificate.fingerprint.replaceAll(':', '').toLowerCase(),
        subject: certificate.subject.replaceAll('\n', ', '),
        validTo: Date.parse(certificate.validTo),
      })
    } catch {
      // not a certificate
    }
  }
  return found
}

/** Returns the newest certificate that a user has to trust; undefined if there is none. */
export async function findUntrusted(directory: string): Promise<ServerCertificate | undefined> {
  const last = (await listRejected(directory)).toSorted((a, b) => a.validTo - b.validTo).at(-1)
  return last && { thumbprint: last.thumbprint, subject: last.subject, validTo: last.validTo }
}

/** Returns whether a user has trusted any certificate. */
export const hasTrusted = async (directory: string): Promise<boolean> =>
  (await readdir(trusted(directory)).catch(() => [])).length > 0

/** Moves a rejected certificate to the trusted ones. Returns false if there is none with this thumbprint. */
export async function trustCertificate(directory: string, thumbprint: string): Promise<boolean> {
  const found = (await listRejected(directory)).find((one) => one.thumbprint === thumbprint.toLowerCase())
  if (!found) return false
  await mkdir(trusted(directory), { recursive: true })
  await rename(join(rejected(directory), found.file), join(trusted(directory), found.file))
  return true
}
