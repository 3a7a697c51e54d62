import ky, { type KyInstance, TimeoutError } from 'ky'
import { type ErrorName } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import { unattendedHeader } from '../../contract/access.ts'
import {
  type RouteResponse,
  type RouteBodyInput,
  type RouteParams,
  type RouteQueryInput,
  type Route,
  type RouteId,
  type Routes,
  routes,
} from '../../contract/routes.ts'
import { DuplicateGuard } from './duplicates.ts'
import { toCallFailure, CallFailure, isRecord, ownFailure } from './failure.ts'
import { acceptsBearer } from './externalService.ts'
import { fillPath, type Query, queryString } from './query.ts'

type Part<Name extends string, T> = [T] extends [undefined]
  ? unknown
  : object extends T
    ? { readonly [K in Name]?: T }
    : { readonly [K in Name]: T }

/** Input of a call: exactly the parts that the route declares. */
export type CallInput<R> = Part<'params', RouteParams<R>> &
  Part<'query', RouteQueryInput<R>> &
  Part<'body', RouteBodyInput<R>>

export interface CallOptions {
  readonly signal?: AbortSignal
  /** Revision on which a save is based; sent as `If-Match`. */
  readonly revision?: number
  /** A repeated call with the same key returns the first response again. */
  readonly idempotencyKey?: string
  /** The caller shows failures itself: no toast or notification. An ended session is still reported. */
  readonly quiet?: boolean
  /**
   * Counts as user activity although the page is not touched, for example on a monitored wall display. Keeps the
   * session alive.
   */
  readonly isAttended?: true
  /**
   * `repeatSubmit: false` bypasses the duplicate guard; `isToken: false` omits the token. Neither is sent as a header.
   */
  readonly headers?: { readonly repeatSubmit?: false; readonly isToken?: false }
}

export interface Client {
  /**
   * Calls a declared route and returns the validated data of the envelope. Throws a CallFailure, or the abort reason.
   */
  call<Id extends RouteId>(id: Id, ...rest: CallArguments<Id>): Promise<RouteResponse<Routes[Id]>>
  /**
   * Calls a route object, for example one of an entity. The route validates the response; its type is up to the caller.
   */
  send(route: Route, input?: Sent, options?: CallOptions): Promise<unknown>
  /** Calls a route that returns plain text without an envelope, for example an SVG. */
  text<Id extends RouteId>(id: Id, ...rest: CallArguments<Id>): Promise<string>
  /**
   * Sends an authenticated GET to an undeclared path of the server, for data requested by drawings. Throws unless the
   * status is 2xx.
   */
  get(path: string, signal: AbortSignal): Promise<string>
}

type CallArguments<Id extends RouteId> =
  object extends CallInput<Routes[Id]>
    ? [input?: CallInput<Routes[Id]>, options?: CallOptions]
    : [input: CallInput<Routes[Id]>, options?: CallOptions]

export interface ClientOptions {
  readonly baseUrl: () => string
  readonly token: () => string | null
  /** Returns null while the token is valid; otherwise renews it. Rejects if the renewal fails. */
  readonly renewal?: Renewal
  /** The server rejected the session. `code` is the code of the body: 1 expired, 2 ended elsewhere. */
  readonly onUnauthorised: (code: number) => void
  /** Shows a failure. Not called for aborted, quiet or silent ones. */
  readonly onFailure: (failure: CallFailure) => void
  /**
   * Returns true if the console has not been used for a while. Background requests then do not keep the session alive.
   */
  readonly isUnattended?: () => boolean
  readonly now?: () => number
  readonly fetch?: typeof fetch
}

/** `refused`: a token that the server reported as expired, regardless of the local clock. */
export type Renewal = (refused?: string) => Promise<void> | null

export interface Sent {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Query
  readonly body?: unknown
}

/** Creates the HTTP client of the console. Handles bearer token, renewal, timeout, duplicate guard and envelope. */
export function createClient(options: ClientOptions): Client {
  const http = ky.create({
    timeout: limits.http.timeoutMs,
    retry: { limit: 1, methods: ['get'], statusCodes: [] },
    throwHttpErrors: false,
    ...(options.fetch ? { fetch: options.fetch } : {}),
  })
  const guard = new DuplicateGuard(options.now ?? (() => performance.now()))

  const call = (id: RouteId, input: Sent = {}, how: CallOptions = {}): Promise<unknown> =>
    callRoute(routes[id], input, how)

  /** A request rejected because of an expired token was not executed: renew the token and send it once more. */
  async function sendRenewed(route: Route, input: Sent, how: CallOptions, token: string | null): Promise<unknown> {
    try {
      return await send(http, guard, route, input, how, options)
    } catch (thrown) {
      const renewal =
        thrown instanceof CallFailure &&
        thrown.status === 401 &&
        thrown.code === 1 &&
        token !== null &&
        bearsToken(route, how)
          ? options.renewal?.(token)
          : null
      if (!renewal) throw thrown
      await renewal
      return send(http, guard, route, input, { ...how, headers: { ...how.headers, repeatSubmit: false } }, options)
    }
  }

  async function callRoute(route: Route, input: Sent = {}, how: CallOptions = {}): Promise<unknown> {
    let token = options.token()
    try {
      const renewal = bearsToken(route, how) ? options.renewal?.() : null
      if (renewal) {
        await renewal
        token = options.token()
      }
      return await sendRenewed(route, input, how, token)
    } catch (thrown) {
      if (how.signal?.aborted) throw thrown
      const failure =
        thrown instanceof CallFailure
          ? thrown
          : ownFailure(thrown instanceof TimeoutError ? 'network.timeout' : 'network.lost')
      if (failure.status === 401 || failure.code === 401) {
        // A late 401 for a previous token (for example after a password change) must not end the current session.
        if (options.token() === token) options.onUnauthorised(failure.code)
      } else if (!how.quiet && failure.manner !== 'silent') options.onFailure(failure)
      throw failure
    }
  }

  async function get(path: string, signal: AbortSignal): Promise<string> {
    if (!/^\/(?!\/)/.test(path)) throw new Error('a path of this server begins with one slash')
    const renewal = acceptsBearer(path) ? options.renewal?.() : null
    if (renewal) await renewal
    const request = (token: string | null): Promise<Response> => {
      const headers = {
        accept: 'application/json, */*',
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      }
      // Do not follow redirects: the token must not leave the server.
      return http(options.baseUrl() + path, { method: 'GET', headers, signal, redirect: 'error', cache: 'no-store' })
    }
    const token = acceptsBearer(path) ? options.token() : null
    let response = await request(token)
    const renewed = response.status === 401 && token !== null ? options.renewal?.(token) : null
    if (renewed) {
      await renewed
      response = await request(options.token())
    }
    if (!response.ok) throw toCallFailure(response.status, {})
    return response.text()
  }

  // The implementation is not typed by route; callers see the declarations above.
  return {
    get,
    send: callRoute,
    call: call as Client['call'],
    text: async (id, ...[input, how]) => String(await call(id, input as Sent | undefined, how)),
  }
}

async function send(
  http: KyInstance,
  guard: DuplicateGuard,
  route: Route,
  input: Sent,
  how: CallOptions,
  options: ClientOptions,
): Promise<unknown> {
  const query = queryString(input.query ?? {})
  const url = options.baseUrl() + fillPath(route.path, input.params ?? {}) + (query && `?${query}`)
  const body = input.body === undefined ? '' : JSON.stringify(input.body)
  if (how.headers?.repeatSubmit !== false && !guard.admit({ method: route.method, url, body }))
    throw ownFailure('limit.duplicate')

  const response = await http(url, {
    method: route.method,
    headers: createHeaders(
      route,
      how,
      bearsToken(route, how) ? options.token() : null,
      body,
      how.isAttended !== true && (options.isUnattended?.() ?? false),
    ),
    ...(body ? { body } : {}),
    ...(how.signal ? { signal: how.signal } : {}),
  })
  const text = await response.text()
  if (route.raw && response.ok) return route.raw === 'application/json' ? checked(route, readJson(text)) : text
  const envelope = readJson(text)
  if (!isRecord(envelope)) throw response.ok ? malformed() : toCallFailure(response.status, {})
  const code = typeof envelope['code'] === 'number' ? envelope['code'] : response.status
  if (!response.ok || code !== 200) throw toCallFailure(response.status, { ...envelope, code })
  return checked(route, envelope['data'])
}

const bearsToken = (route: Route, how: CallOptions): boolean => how.headers?.isToken !== false && !route.policy.public

function createHeaders(
  route: Route,
  how: CallOptions,
  token: string | null,
  body: string,
  isUnattended: boolean,
): Record<string, string> {
  if (route.ifMatch && how.revision === undefined)
    throw new Error(`${route.method} ${route.path} needs options.revision`)
  if (route.idempotent && !how.idempotencyKey)
    throw new Error(`${route.method} ${route.path} needs options.idempotencyKey`)
  return {
    accept: route.raw ?? 'application/json',
    ...(body ? { 'content-type': 'application/json' } : {}),
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    ...(how.revision === undefined ? {} : { 'if-match': `"${how.revision}"` }),
    ...(isUnattended ? { [unattendedHeader]: '1' } : {}),
    ...(how.idempotencyKey === undefined ? {} : { 'idempotency-key': how.idempotencyKey }),
  }
}

/** Validates a response against its route. An invalid one is reported as a server failure. */
function checked(route: Route, data: unknown): unknown {
  if (!route.answer) return undefined
  const read = route.answer.safeParse(data)
  if (!read.success) throw malformed()
  return read.data
}

const malformed = (): CallFailure => ownFailure('server.failed' satisfies ErrorName)

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
