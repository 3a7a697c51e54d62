import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import type { Role } from '../../contract/access.ts'
import type { BadEnvelope } from '../../contract/errors.ts'
import type { AnswerOf, RouteId, Routes } from '../../contract/routes.ts'
import { routes } from '../../contract/routes.ts'
import type { StartedServer } from './server.ts'

export interface Request {
  readonly token?: string | undefined
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface Reply<T> {
  readonly status: number
  readonly headers: Headers
  /** Of a good answer. */
  readonly data: T
  /** Of a refusal. */
  readonly bad: Partial<BadEnvelope>
  readonly text: string
}

/** Calls a declared route as any client could, right or wrong. */
export async function call<Id extends RouteId>(server: Pick<StartedServer, 'httpUrl'>, id: Id, request: Request = {}): Promise<Reply<AnswerOf<Routes[Id]>>> {
  const { method, path } = routes[id]
  const filled = path.replaceAll(/:(\w+)/g, (_all, name: string) => encodeURIComponent(request.params?.[name] ?? ''))
  const query = request.query ? `?${new URLSearchParams(request.query).toString()}` : ''
  const response = await fetch(`${server.httpUrl}${filled}${query}`, {
    method,
    headers: {
      ...(request.token === undefined ? {} : { authorization: `Bearer ${request.token}` }),
      ...(request.body === undefined ? {} : { 'content-type': 'application/json' }), ...request.headers,
    },
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
  })
  return replyOf(response)
}

/** Sends bytes as they are. */
export async function send(server: Pick<StartedServer, 'httpUrl'>, method: string, path: string, body: BodyInit | null, headers: Record<string, string> = {}): Promise<Reply<unknown>> {
  return replyOf(await fetch(`${server.httpUrl}${path}`, { method, headers, body }))
}

/** Signs in and returns the token. */
export async function signIn(server: StartedServer, account = 'admin', password = server.adminPassword): Promise<string> {
  const { data, status, text } = await call(server, 'session.signIn', { body: { account, password } })
  if (status !== 200) throw new Error(`${account} could not sign in: ${text}`)
  return data.token
}

export const testPassword = 'seven wet umbrellas'

/** Makes an account and signs it in. */
export async function addAccount(
  server: StartedServer, admin: string, role: Role, projects: readonly { id: string; role: 'operator' | 'manager' }[],
): Promise<{ name: string; token: string }> {
  const name = `${role}-${randomUUID().slice(0, 8)}`
  const made = await call(server, 'account.create', { token: admin, body: { name, password: testPassword, role, projects } })
  if (made.status !== 200) throw new Error(made.text)
  return { name, token: await signIn(server, name, testPassword) }
}

/** Runs a statement in the server's database, beside the server. */
export async function sqlIn(server: StartedServer, statement: string, values: readonly unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new Client(server.database)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement, [...values])).rows
  } finally {
    await client.end()
  }
}

async function replyOf<T>(response: Response): Promise<Reply<T>> {
  const text = await response.text()
  const body = (response.headers.get('content-type') ?? '').startsWith('application/json') ? JSON.parse(text) as { data: T } & BadEnvelope : undefined
  // An answer without an envelope is the data itself.
  const data = (body && 'code' in body ? body.data : body) as T
  return { status: response.status, headers: response.headers, data, bad: body ?? {}, text }
}
