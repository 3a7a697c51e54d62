import { openConnections } from '../../tests/support/server/keepAlive.ts'

/** A response, with the time from the call to its last byte. */
export interface ServerReply<T = unknown> {
  readonly status: number
  readonly data: T
  readonly text: string
  readonly ms: number
}

export interface Client {
  get<T = unknown>(path: string): Promise<ServerReply<T>>
  send<T = unknown>(
    method: 'POST' | 'PUT',
    path: string,
    body: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<ServerReply<T>>
  close(): void
}

/** Calls the server over keep-alive connections, alternating between accounts because of their rate limits. */
export function createClient(url: string, tokens: readonly string[]): Client {
  const connections = openConnections(url)
  let nextConnection = 0
  const call = async <T>(
    method: string,
    path: string,
    body: string | undefined,
    headers: Readonly<Record<string, string>>,
  ): Promise<ServerReply<T>> => {
    const authorization = `Bearer ${tokens[nextConnection++ % tokens.length] ?? ''}`
    const { status, text, ms } = await connections.call({
      method,
      path,
      body,
      headers: { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    })
    return { status, text, ms, data: (JSON.parse(text) as { data: T }).data }
  }
  return {
    get: (path) => call('GET', path, undefined, {}),
    send: (method, path, body, headers = {}) => call(method, path, JSON.stringify(body), headers),
    close: () => connections.close(),
  }
}
