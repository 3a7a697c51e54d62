import { randomBytes, randomUUID } from 'node:crypto'
import { Client } from 'pg'
import type { Role } from '../../../contract/access.ts'
import { getEntity } from '../../../contract/entities.ts'
import type { Row } from '../../../contract/entity/define.ts'
import { getEntityRoutes } from '../../../contract/entity/routes.ts'
import type { ErrorEnvelope } from '../../../contract/errors.ts'
import type { RouteResponse, Route, RouteId, Routes } from '../../../contract/routes.ts'
import { routes } from '../../../contract/routes.ts'
import type { RunningServer } from './server.ts'

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
  /** Of a successful response. */
  readonly data: T
  /** Of an error response. */
  readonly bad: Partial<ErrorEnvelope>
  readonly text: string
}

/** Sends the request: this process, or a page in a browser. */
export type SendRequest = (
  url: string,
  init: { readonly method: string; readonly headers: Record<string, string>; readonly body?: string },
) => Promise<Response>

/** Calls a declared route with any input, valid or not. */
export async function call<Id extends RouteId>(
  server: Pick<RunningServer, 'httpUrl'>,
  id: Id,
  request: Request = {},
  by: SendRequest = fetch,
): Promise<Reply<RouteResponse<Routes[Id]>>> {
  return callRoute(server, routes[id], request, by)
}

/** Calls a route given only by its declaration, such as an entity route. */
export async function callRoute<T>(
  server: Pick<RunningServer, 'httpUrl'>,
  { method, path }: Pick<Route, 'method' | 'path'>,
  request: Request = {},
  by: SendRequest = fetch,
): Promise<Reply<T>> {
  const filled = path.replaceAll(/:(\w+)/g, (_all, name: string) => encodeURIComponent(request.params?.[name] ?? ''))
  const query = request.query ? `?${new URLSearchParams(request.query).toString()}` : ''
  const response = await by(`${server.httpUrl}${filled}${query}`, {
    method,
    headers: {
      ...(request.token === undefined ? {} : { authorization: `Bearer ${request.token}` }),
      ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...request.headers,
    },
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
  })
  return toReply(response)
}

/** Sends bytes unchanged. */
export async function send(
  server: Pick<RunningServer, 'httpUrl'>,
  method: string,
  path: string,
  body: BodyInit | null,
  headers: Record<string, string> = {},
): Promise<Reply<unknown>> {
  return toReply(await fetch(`${server.httpUrl}${path}`, { method, headers, body }))
}

/**
 * Returns a header with a unique client address, because sign-ins are limited per address. Servers without trusted
 * proxies ignore it.
 */
export const fromNewAddress = (): Readonly<Record<string, string>> => ({
  'x-forwarded-for': `10.${[...randomBytes(3)].join('.')}`,
})

/** Signs in and returns the token. */
export async function signIn(
  server: RunningServer,
  account = 'admin',
  password = server.adminPassword,
): Promise<string> {
  const { data, status, text } = await call(server, 'session.signIn', {
    body: { account, password },
    headers: fromNewAddress(),
  })
  if (status !== 200) throw new Error(`${account} could not sign in: ${text}`)
  if (!('token' in data)) throw new Error(`${account} has a second step`)
  return data.token
}

export const testPassword = 'seven wet umbrellas'

/** Calls an entity route by its action. */
export function callEntity<T = Row>(
  server: Pick<RunningServer, 'httpUrl'>,
  entity: string,
  action: string,
  request: Request = {},
): Promise<Reply<T>> {
  const route = getEntityRoutes(getEntity(entity))[action]
  if (!route) throw new Error(`${entity} has no ${action}`)
  return callRoute(server, route, request)
}

/**
 * Creates a project for one test file, so that files on a shared server do not see each other's rows. Its key is the
 * name in lower case. Returns its id.
 */
export async function makeProject(server: RunningServer, token: string, name: string): Promise<string> {
  const created = await callEntity(server, 'project', 'create', {
    token,
    body: { values: { key: name.toLowerCase(), name, edition: 'street', timeZone: 'Asia/Shanghai', drawing: null } },
  })
  if (created.status !== 200) throw new Error(created.text)
  return created.data.id
}

/** Creates an account whose password needs no change, and returns its row. */
export async function makeAccount(
  server: RunningServer,
  token: string,
  values: Readonly<Record<string, unknown>>,
): Promise<Row> {
  const created = await callEntity(server, 'account', 'create', { token, body: { values } })
  if (created.status !== 200) throw new Error(created.text)
  await sqlIn(server, 'update account set must_change = false where id = $1', [created.data.id])
  return created.data
}

/** Returns the audit log of an object, newest first. */
export async function readAuditLog(
  server: RunningServer,
  token: string,
  object: string,
): Promise<readonly AuditLogRow[]> {
  return (
    await callEntity<{ rows: readonly AuditLogRow[] }>(server, 'operationLog', 'list', {
      token,
      query: { 'filter[object]': object, pageSize: '50' },
    })
  ).data.rows
}

export interface AuditLogRow {
  readonly at: number
  readonly user: string
  readonly ip: string
  readonly client: string
  readonly action: string
  readonly object: string
  readonly content: string
}

/** Creates an account and signs it in. */
export async function addAccount(
  server: RunningServer,
  admin: string,
  role: Role,
  projects: readonly { id: string; role: 'operator' | 'manager' }[],
): Promise<{ name: string; token: string }> {
  const name = `${role}-${randomUUID().slice(0, 8)}`
  await makeAccount(server, admin, {
    username: name,
    password: testPassword,
    role,
    projects: projects.map(({ id, role: projectRole }) => ({ project: id, role: projectRole })),
  })
  return { name, token: await signIn(server, name, testPassword) }
}

/** Runs an SQL statement in the server's database. */
export async function sqlIn(
  server: RunningServer,
  statement: string,
  values: readonly unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = new Client(server.database)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement, [...values])).rows
  } finally {
    await client.end()
  }
}

async function toReply<T>(response: Response): Promise<Reply<T>> {
  const text = await response.text()
  const body = (response.headers.get('content-type') ?? '').startsWith('application/json')
    ? (JSON.parse(text) as { data: T } & ErrorEnvelope)
    : undefined
  // A response without an envelope is the data itself.
  const data = (body && 'code' in body ? body.data : body) as T
  return { status: response.status, headers: response.headers, data, bad: body ?? {}, text }
}
