import type { IncomingHttpHeaders } from 'node:http'
import { Agent, request } from 'node:http'

/** A raw request, valid or not. */
export interface RawRequest {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array | undefined
}

export interface RawReply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  /** Milliseconds from the call to the last byte. */
  readonly ms: number
}

/** Sends requests over keep-alive connections like a browser: hundreds per second, several at a time. */
export function openConnections(url: string, sockets = 64) {
  const agent = new Agent({ keepAlive: true, maxSockets: sockets })
  return {
    call: ({ method, path, headers = {}, body }: RawRequest): Promise<RawReply> =>
      new Promise((resolve, reject) => {
        const from = performance.now()
        const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
        const outgoing = request(`${url}${path}`, { agent, method, headers: { ...length, ...headers } }, (response) => {
          const parts: Buffer[] = []
          response.on('data', (part: Buffer) => parts.push(part))
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              text: Buffer.concat(parts).toString(),
              ms: performance.now() - from,
            }),
          )
          response.on('error', reject)
        })
        outgoing.on('error', reject)
        outgoing.end(body)
      }),
    close: (): void => agent.destroy(),
  }
}

export type Connections = ReturnType<typeof openConnections>
