import { execFile } from 'node:child_process'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Paths of a certificate authority, and of a server and a client certificate that it has signed. */
export interface Certificates {
  readonly ca: string
  readonly server: { readonly certificate: string; readonly key: string }
  readonly client: { readonly certificate: string; readonly key: string }
  /** Text of a file. */
  read(path: string): Promise<string>
}

/** Makes certificates in a directory: the server's for 127.0.0.1, the client's with the common name `bridge`. */
export async function makeCertificates(directory: string): Promise<Certificates> {
  const path = (name: string): string => join(directory, name)
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const caFiles = ['-keyout', path('ca.key'), '-out', path('ca.pem')]
  await run('openssl', ['req', '-x509', ...newKey, '-days', '2', ...caFiles, '-subj', '/CN=bridge test CA'])
  await writeFile(path('server.ext'), 'subjectAltName=IP:127.0.0.1\n')
  const sign = async (name: string, commonName: string, extensions: readonly string[]) => {
    const [certificate, key, request] = [path(`${name}.pem`), path(`${name}.key`), path(`${name}.csr`)]
    await run('openssl', ['req', ...newKey, '-keyout', key, '-out', request, '-subj', `/CN=${commonName}`])
    const authority = ['-CA', path('ca.pem'), '-CAkey', path('ca.key'), '-CAcreateserial']
    await run('openssl', [
      'x509',
      '-req',
      '-in',
      request,
      ...authority,
      '-days',
      '2',
      '-out',
      certificate,
      ...extensions,
    ])
    await chmod(key, 0o644)
    return { certificate, key }
  }
  return {
    ca: path('ca.pem'),
    server: await sign('server', 'localhost', ['-extfile', path('server.ext')]),
    client: await sign('client', 'bridge', []),
    read: (file) => readFile(file, 'utf8'),
  }
}
