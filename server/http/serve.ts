import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import compress from '@fastify/compress'
import { parse } from '@mimic/engine/schema'
import type { Parsed, Problem } from '@mimic/engine/schema'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fastify from 'fastify'
import helmet from 'helmet'
import type { ZodType } from 'zod'
import { unattendedHeader } from '../../contract/access.ts'
import { errors, ApiError } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import type { Route, RouteId } from '../../contract/routes.ts'
import { routeList } from '../../contract/routes.ts'
import { RateLimiter } from '../limits/rateLimiter.ts'
import type { Log } from '../log.ts'
import type { Proxies } from '../trustedProxies.ts'
import type { ApiTokens } from '../services/identity/apiTokens.ts'
import type { Session } from '../services/base/requestContext.ts'
import type { Sessions } from '../services/identity/sessions.ts'
import { SerializedResponse } from '../services/base/serializedAnswer.ts'
import type { Tls } from '../tls.ts'
import { renewCertificate } from '../tls.ts'
import type { Workers } from '../workerPool/index.ts'
import {
  checkProject,
  checkSession,
  checkToken,
  checkDisplayAccount,
  visibleProjects,
  authenticate,
} from './request/authorize.ts'
import { serveConsole } from './response/staticConsole.ts'
import { serveDocs } from './response/docs.ts'
import type { AnyRouteRequest, AnyHandler, Handlers } from './routeHandler.ts'
import { contentSecurity, parseHost, isOwnOrigin } from './response/headers.ts'
import { CheckedBody, getLargeBody, readRequestBody } from './request/bodyReader.ts'
import { limitHalfOpen } from './request/halfOpen.ts'
import type { MetricsRequest } from './metricsAccess.ts'
import type { CompletedRequest } from './requestMetrics.ts'
import { observeRequests } from './requestMetrics.ts'
import { limitProblems } from './request/largeBodies.ts'
import { nestQuery } from './request/query.ts'
import { refreshCookies } from './request/refreshCookies.ts'
import { toApiError, sendError } from './response/errorResponses.ts'
import { isServedFile, sendFile } from './response/sendFile.ts'
import { acceptMultipart, readUpload } from './request/upload.ts'

export interface HttpOptions {
  readonly host: string
  readonly port: number
  /** Certificate and key. If set, only TLS connections are accepted. */
  readonly tls?: Tls | undefined
  readonly sessions: Sessions
  readonly tokens?: ApiTokens
  /** Returns a session for a caller without an account; undefined for regular authentication. */
  readonly getGuest?: (route: string, request: MetricsRequest) => Session | undefined
  readonly onCompleted?: (completed: CompletedRequest) => void
  readonly handlers: Handlers
  readonly workers: Workers
  /** Declared routes and handlers of the entities, in addition to the static ones. */
  readonly entities?: {
    readonly routes: Readonly<Record<string, Route>>
    readonly handlers: Readonly<Record<string, AnyHandler>>
  }
  readonly log: Log
  /** Throws for requests that would store data while nothing can be stored. */
  readonly checkStorage?: () => void
  /** Called with the error of a request that failed because of the storage or the database. */
  readonly onStorageFailure?: (cause: unknown) => void
  /** Directory of the built console; undefined to serve only the API. */
  readonly consoleDir: string | undefined
  /** Returns the MQTT URL for a browser that reached the server as `host`. */
  readonly getMqttUrl: (host: string) => string
  /** Other origins from which drawings may load content. */
  readonly allowedOrigins?: readonly string[]
  /** Public URL of the server, if different from its own address. Its origin is accepted as own origin. */
  readonly publicUrl?: string | undefined
  /** Trusted proxies. Without it, the address of the connection is used. */
  readonly proxies?: Proxies
}

export interface Http {
  readonly url: string
  /** HTTP server, shared with the WebSocket endpoint. */
  readonly server: Server
  /** Uses a renewed certificate for new connections. */
  renewTls(tls: Tls): void
  /** Stops accepting connections, completes running requests, and closes the rest after a timeout. */
  close(): Promise<void>
}

const failedTokensPerMinute = 600
/** Interval at which Node checks for timed-out connections, in milliseconds. Node's default is 30 s. */
const checkConnectionsMs = 2000
const secureSeconds = 365 * 24 * 60 * 60

/**
 * Starts the HTTP server: declared routes with their policies, API documentation, and the files of the console. Throws
 * if routes and handlers do not match.
 */
export async function serveHttp(options: HttpOptions): Promise<Http> {
  const { host, port, log, handlers } = options
  const serverOptions = {
    logger: false,
    bodyLimit: limits.http.bodyBytes,
    requestTimeout: limits.http.timeoutMs * 3,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 20_000 },
    forceCloseConnections: 'idle',
    trustProxy: options.proxies?.isTrusted ?? false,
  } as const
  const timeouts = { headersTimeout: limits.http.headersMs, connectionsCheckingInterval: checkConnectionsMs }
  const app: FastifyInstance = options.tls
    ? fastify({ ...serverOptions, https: { ...options.tls, ...timeouts, handshakeTimeout: limits.http.headersMs } })
    : fastify({ ...serverOptions, http: timeouts })
  const stopLimit = limitHalfOpen(app.server, options.proxies?.isTrusted ?? (() => false), log)
  acceptJsonOnly(app, options.workers)
  answerErrors(app, options)
  const callers = new WeakMap<FastifyRequest, Session>()
  observeRequests(app, { log, onCompleted: options.onCompleted, getAccount: (request) => callers.get(request)?.name })
  // Created once; the fastify plugin creates it again for each request.
  const guard = helmet({
    contentSecurityPolicy: contentSecurity(
      (header) => options.getMqttUrl(parseHost(header, 'localhost')),
      options.allowedOrigins,
    ),
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'no-referrer' },
  })
  app.addHook('onRequest', (request, reply, done) =>
    guard(request.raw, reply.raw, (cause) =>
      done(
        cause === undefined || cause instanceof Error ? cause : new Error('the headers could not be made', { cause }),
      ),
    ),
  )
  // Only for requests over TLS: a browser that has received it never uses plain HTTP again.
  app.addHook('onRequest', async (request, reply) => {
    if (request.protocol === 'https') reply.header('strict-transport-security', `max-age=${secureSeconds}`)
  })
  await app.register(compress, { encodings: ['gzip'], threshold: 1024 })

  const rates = new RateLimiter()
  // Paired separately, because an entity and a static route group may have the same name.
  const entityParts = options.entities ?? { routes: {}, handlers: {} }
  const pairs = [
    ...pairHandlers(routeList, handlers),
    ...pairHandlers(Object.entries(entityParts.routes), entityParts.handlers),
  ]
  for (const [id, { route, handler }] of pairs)
    if (!route.multipart) register(app, id, route, handler, options, rates, callers)
  await app.register(async (scope) => {
    await acceptMultipart(scope)
    for (const [id, { route, handler }] of pairs)
      if (route.multipart) register(scope, id, route, handler, options, rates, callers)
  })
  await serveDocs(app)
  await serveConsole(app, options.consoleDir)

  await app.listen({ host, port })
  const address = app.server.address()
  const actualPort = typeof address === 'object' && address !== null ? address.port : port
  return {
    url: `${options.tls ? 'https' : 'http'}://${displayHost(host)}:${actualPort}`,
    server: app.server,
    renewTls: (tls) => renewCertificate(app.server, tls),
    close: () => close(app).finally(stopLimit),
  }
}

/**
 * Pairs declared routes with handlers. Throws if one is missing or if the kind of a handler would bypass the policy.
 */
function pairHandlers(
  declared: readonly (readonly [string, Route])[],
  handlers: Readonly<Record<string, AnyHandler>>,
): [string, { route: Route; handler: AnyHandler }][] {
  const remaining = new Map(Object.entries(handlers))
  const pairs = declared.map(([id, route]): [string, { route: Route; handler: AnyHandler }] => {
    const handler = remaining.get(id)
    remaining.delete(id)
    if (!handler) throw new Error(`the route ${id} is declared and has no handler`)
    if (!kindsFor(route).includes(handler.kind))
      throw new Error(`the handler of ${id} is ${handler.kind}, which its policy does not allow`)
    return [id, { route, handler }]
  })
  if (remaining.size > 0) throw new Error(`handlers without a declared route: ${[...remaining.keys()].join(', ')}`)
  return pairs
}

function kindsFor({ policy }: Route): readonly AnyHandler['kind'][] {
  if (policy.public) return ['open']
  if (policy.roles.length === 0) return []
  return policy.scope === 'project' ? ['object', 'objects', 'list'] : ['own']
}

function register(
  app: FastifyInstance,
  id: string,
  route: Route,
  handler: AnyHandler,
  options: HttpOptions,
  rates: RateLimiter,
  callers: WeakMap<FastifyRequest, Session>,
): void {
  const { policy, method, path } = route
  const { log } = options
  const identify = (request: FastifyRequest): Promise<Session> => {
    const { authorization } = request.headers
    const guest = options.getGuest?.(id, {
      authorization,
      address: request.ip,
      isForwarded: request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined,
    })
    return guest
      ? Promise.resolve(guest)
      : authenticate({ authorization, isUnattended: request.headers[unattendedHeader] !== undefined }, options)
  }
  app.route({
    method,
    url: path,
    bodyLimit: route.bodyBytes ?? limits.http.bodyBytes,
    config: { id, large: getLargeBody(id, route) },
    /** Before the body is read, so that unauthorized requests cannot make the server read large bodies. */
    onRequest: async (request) => {
      if (method !== 'GET') checkOrigin(request, options.publicUrl)
      if (policy.public) {
        if (policy.limit) rates.consume(`${method} ${path} ${request.ip}`, policy.limit.perMinute)
        return
      }
      const session = await identify(request).catch((cause: unknown) => {
        rates.consume(`failed token ${request.ip}`, failedTokensPerMinute)
        throw cause
      })
      callers.set(request, session)
      if (session.token !== undefined) rates.consume(`token ${session.token}`, limits.token.callsPerMinute)
      rates.consume(
        `${method} ${path} ${session.token ?? session.accountId}`,
        policy.limit?.perMinute ?? limits.http.callsPerMinute,
      )
      checkSession(id, route, session)
      checkToken(id, route, session)
      checkDisplayAccount(id, route, session)
    },
    handler: async (request, reply) => {
      if (isRefusedWhileFull(id, route)) options.checkStorage?.()
      const call = readCall(route, request, reply)
      const answer = await run(call, callers.get(request))
      reply.header('cache-control', 'no-store').header('x-request-id', request.id)
      if (route.raw) return reply.type(route.raw).send(answer)
      if (route.blob && isServedFile(answer)) return sendFile(reply, answer)
      if (answer instanceof SerializedResponse)
        return reply.type('application/json; charset=utf-8').send(answer.write('{"code":200,"msg":"ok","data":', '}'))
      return reply.send({ code: 200, msg: 'ok', ...createEnvelopeFields(route, answer), data: answer ?? null })
    },
  })

  const run = async (call: AnyRouteRequest, session: Session | undefined): Promise<unknown> => {
    if (handler.kind === 'open') return handler.answer(call)
    if (!session) throw new ApiError('session.none')
    const caller = { session, address: call.address, request: call.request, client: call.client }
    if (handler.kind === 'own') return handler.answer(call, caller)
    if (handler.kind === 'list') return handler.answer(call, caller, visibleProjects(policy, session))
    try {
      const projects = handler.kind === 'objects' ? await handler.projects(call) : [await handler.project(call)]
      for (const project of new Set(projects))
        checkProject(policy, session, project, handler.kind === 'object' ? handler.missing : undefined)
    } catch (cause) {
      if (cause instanceof ApiError)
        log.warn('refused', {
          route: id,
          account: session.name,
          error: cause.error,
          address: call.address,
          request: call.request,
        })
      throw cause
    }
    return handler.answer(call, caller)
  }
}

/** Routes with method POST that pages of share links and displays need to show a drawing. Commands are writes. */
const sharedReadRoutes: ReadonlySet<string> = new Set<RouteId>([
  'share.ask',
  'share.open',
  'share.drawing',
  'share.values',
  'share.history',
  'share.command',
])

/**
 * Returns whether a request is rejected while nothing can be stored. Sessions remain allowed so that an administrator
 * can sign in, as do shared pages and requests that free space: removals and the history retention.
 */
const isRefusedWhileFull = (id: string, { method }: Route): boolean =>
  method !== 'GET' &&
  method !== 'DELETE' &&
  !['session.', 'tagRetention.'].some((prefix) => id.startsWith(prefix)) &&
  !sharedReadRoutes.has(id) &&
  !id.endsWith('.remove')

/** Rejects writes from pages of other origins, including other ports of this host. Programs send no Origin header. */
function checkOrigin(request: FastifyRequest, publicUrl: string | undefined): void {
  const { origin } = request.headers
  const isAllowed =
    origin === undefined ||
    isOwnOrigin(origin, { host: parseHost(request.host, ''), isSecure: request.protocol === 'https', publicUrl })
  if (!isAllowed || request.headers['sec-fetch-site'] === 'cross-site') throw new ApiError('access.denied')
}

function readCall(route: Route, request: FastifyRequest, reply: FastifyReply): AnyRouteRequest {
  const problems: Problem[] = []
  const read = (schema: ZodType | undefined, input: unknown, at: string): unknown => {
    if (!schema) {
      if (input !== undefined && !isEmpty(input))
        problems.push({ path: at, code: 'unexpected', message: `this route does not accept ${at}` })
      return undefined
    }
    return collect(parse(schema, input, at === 'body' ? '' : at))
  }
  const collect = (parsed: Parsed<unknown>): unknown => {
    if (parsed.problems) problems.push(...limitProblems(parsed.problems))
    return parsed.value
  }
  const params = read(route.params, request.params, 'path')
  const query = read(route.query, isRecord(request.query) ? nestQuery(request.query) : {}, 'query')
  const body =
    request.body instanceof CheckedBody ? collect(request.body.parsed) : read(route.body, request.body, 'body')
  // An invalid id identifies no object.
  if (problems.some(({ path }) => path.startsWith('path'))) throw new ApiError('object.missing')
  if (problems.length > 0) throw new ApiError('input.invalid', { problems: limitProblems(problems) })
  return {
    params,
    query,
    body,
    revision: route.ifMatch ? parseRevision(request.headers['if-match']) : 0,
    key: route.idempotent ? parseIdempotencyKey(request.headers['idempotency-key']) : '',
    address: request.ip,
    request: request.id,
    client: formatUserAgent(request.headers['user-agent']),
    host: parseHost(request.headers.host, 'localhost'),
    upload: () => {
      if (!route.multipart) throw new Error(`${route.path} takes no file`)
      return readUpload(request)
    },
    cookies: refreshCookies(request, reply),
    shouldContinue: () => !request.raw.socket.destroyed,
  }
}

function createEnvelopeFields({ envelopeFields = {} }: Route, answer: unknown): Readonly<Record<string, unknown>> {
  return isRecord(answer)
    ? Object.fromEntries(Object.entries(envelopeFields).map(([name, field]) => [name, answer[field]]))
    : {}
}

/** Reduces the User-Agent header to one short printable line. */
const formatUserAgent = (agent = ''): string =>
  agent.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, limits.http.clientLength)

const isRecord = (input: unknown): input is Readonly<Record<string, unknown>> =>
  typeof input === 'object' && input !== null

const isEmpty = (input: unknown): boolean => isRecord(input) && Object.keys(input).length === 0

function parseRevision(header: string | undefined): number {
  if (header === undefined) throw new ApiError('drawing.revision')
  const revision = /^"?(\d{1,9})"?$/.exec(header)?.[1]
  if (revision === undefined)
    throw new ApiError('input.invalid', {
      problems: [{ path: 'If-Match', code: 'format', message: 'must be a revision in double quotes' }],
    })
  return Number(revision)
}

function parseIdempotencyKey(header: string | string[] | undefined): string {
  if (typeof header === 'string' && /^[\x21-\x7e]+$/.test(header) && header.length <= limits.command.keyLength)
    return header
  throw new ApiError('input.invalid', {
    problems: [
      {
        path: 'Idempotency-Key',
        code: 'format',
        message: `must be 1 to ${limits.command.keyLength} printable characters`,
      },
    ],
  })
}

function acceptJsonOnly(app: FastifyInstance, workers: Workers): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request: FastifyRequest, body: Buffer) =>
    readRequestBody(body, request.routeOptions.config.large, workers),
  )
}

function answerErrors(app: FastifyInstance, options: Pick<HttpOptions, 'log' | 'onStorageFailure'>): void {
  const { log } = options
  app.setErrorHandler((cause, request, reply) => {
    const refusal = toApiError(cause)
    // The route pattern, because the URL may contain secrets such as the id of a share link.
    const path = request.routeOptions.url ?? 'none'
    if (!refusal) log.error('request failed', { method: request.method, path, request: request.id, cause })
    else if ([503, 507].includes(errors[refusal.error].status)) {
      options.onStorageFailure?.(cause)
      log.warn('not ready', { path, cause })
    }
    reply.header('x-request-id', request.id)
    if (refusal?.error === 'input.large') drainBody(request, reply)
    else if (isFile(request)) closeAfterTimeout(request, reply)
    return sendError(reply, refusal ?? new ApiError('server.failed'))
  })
}

/**
 * Discards the rest of a rejected request body. Closing the connection immediately would reset it, and the client would
 * not receive the answer.
 */
function drainBody(request: FastifyRequest, reply: FastifyReply): void {
  reply.removeHeader('connection')
  request.raw.resume()
}

const isFile = ({ headers }: FastifyRequest): boolean =>
  (headers['content-type'] ?? '').startsWith('multipart/form-data')

/** Like `drainBody` for files of unknown size, but closes the connection after some seconds. */
function closeAfterTimeout(request: FastifyRequest, reply: FastifyReply): void {
  if (request.raw.complete) return
  request.raw.unpipe()
  drainBody(request, reply)
  const timer = setTimeout(() => request.raw.destroy(), limits.http.drainMs)
  request.raw.once('close', () => clearTimeout(timer))
}

async function close(app: FastifyInstance): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), limits.http.drainMs / 2)
  await app.close()
  clearTimeout(timer)
}

/** Host name for the printed URL, if the server listens on all addresses. */
const displayHost = (host: string): string =>
  host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
