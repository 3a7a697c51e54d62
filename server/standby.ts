import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { errors } from '../contract/errors.ts'

interface StandbyParts {
  readonly host: string
  readonly port: number
  readonly tls: { readonly cert: string | Buffer; readonly key: string | Buffer } | undefined
  /** Server that holds the database. */
  readonly holder: string
}

/**
 * Serves a standby: `/healthz` reports it as alive; all other requests are rejected with the reason. Returns its URL
 * and a function that stops it.
 */
export async function serveStandby({
  host,
  port,
  tls,
  holder,
}: StandbyParts): Promise<{ readonly url: string; close(): Promise<void> }> {
  const { status, code, words } = errors['server.standby']
  const refusal = JSON.stringify({
    code,
    msg: words.en,
    error: 'server.standby',
    detail: { standby: `the database is in use by ${holder}` },
  })
  const answer: RequestListener = ({ url }, response) => {
    const isAlive = url === '/healthz'
    response.writeHead(isAlive ? 200 : status, {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      connection: 'close',
      ...(isAlive ? {} : { 'retry-after': '5' }),
    })
    response.end(isAlive ? '{"status":"ok"}' : refusal)
  }
  const server = tls
    ? createTlsServer({ cert: tls.cert, key: tls.key, minVersion: 'TLSv1.2' }, answer)
    : createServer(answer)
  await new Promise<void>((done, fail) => server.once('error', fail).listen(port, host, done))
  const { port: actualPort } = server.address() as AddressInfo
  return {
    url: `${tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${actualPort}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
