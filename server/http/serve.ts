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
import type { Route } from '../../contract/routes.ts'
import { routeList } from '../../contract/routes.ts'
import type { Log } from '../log.ts'
import type { Proxies } from '../trustedProxies.ts'
import type { ApiTokens } from '../services/identity/apiTokens.ts'
import type { Session } from '../services/base/requestContext.ts'
import type { Sessions } from '../services/identity/sessions.ts'
import { SerializedAnswer } from '../services/base/serializedAnswer.ts'
import type { Tls } from '../tls.ts'
import { renewAt } from '../tls.ts'
import type { Workers } from '../workerPool/index.ts'
import { checkProject, checkSession, checkToken, checkDisplayAccount, visibleProjects, sessionOf } from './authorize.ts'
import { serveConsole } from './staticConsole.ts'
import { serveDocs } from './docs.ts'
import type { AnyRouteRequest, AnyHandler, Handlers } from './routeHandler.ts'
import { contentSecurity, hostOf, isOwnOrigin } from './headers.ts'
import { CheckedBody, largeBodyOf, readBodyOf } from './bodyReader.ts'
import { limitHalfOpen } from './halfOpen.ts'
import type { MetricsRequest } from './metricsAccess.ts'
import type { CompletedRequest } from './requestMetrics.ts'
import { observeRequests } from './requestMetrics.ts'
import { firstOf } from './largeBodies.ts'
import { nestQuery } from './query.ts'
import type { RateLimit } from './rateLimit.ts'
import { createRateLimit } from './rateLimit.ts'
import { refreshCookies } from './refreshCookies.ts'
import { toApiError, sendError } from './errorResponses.ts'
import { isServedFile, sendFile } from './sendFile.ts'
import { acceptMultipart, readUpload } from './upload.ts'

export interface HttpOptions {
  readonly host: string
  readonly port: number
  /** Certificate and key: then only TLS is spoken. */
  readonly tls?: Tls | undefined
  readonly sessions: Sessions
  readonly tokens?: ApiTokens
  /** Who may call one route without an account; undefined: nobody, and the usual questions are asked. */
  readonly guestOf?: (route: string, asking: MetricsRequest) => Session | undefined
  readonly onAnswered?: (answered: CompletedRequest) => void
  readonly handlers: Handlers
  readonly workers: Workers
  /** Of the entities: their declared routes and who answers them, beside the static ones. */
  readonly entities?: { readonly routes: Readonly<Record<string, Route>>; readonly handlers: Readonly<Record<string, AnyHandler>> }
  readonly log: Log
  /** Refuses a request that would store something while nothing can be stored. */
  readonly checkStorage?: () => void
  /** Takes the error of a request that failed because the storage or the database did. */
  readonly onStorageFailure?: (cause: unknown) => void
  /** The built console; without it only the API is served. */
  readonly consoleDir: string | undefined
  /** Where a browser that reached us as `host` finds MQTT. */
  readonly mqttUrlFor: (host: string) => string
  /** Other origins that drawings may show something of. */
  readonly allowedOrigins?: readonly string[]
  /** Where people reach this server, when that is not its own address: pages from there are its own too. */
  readonly publicUrl?: string | undefined
  /** Whose word on who asks is believed; without it the connection's own address counts. */
  readonly proxies?: Proxies
}

export interface Http {
  readonly url: string
  /** What listens, for the socket that shares its port. */
  readonly server: Server
  /** Connections to come are made by a renewed certificate. */
  renewTls(tls: Tls): void
  /** Takes no new connection, lets requests in progress end, and cuts off what has not ended in time. */
  close(): Promise<void>
}

const failedTokensPerMinute = 600
/** How often Node looks for connections whose time is over; by default only every 30 s. */
const checkConnectionsMs = 2000
const secureSeconds = 365 * 24 * 60 * 60

/** Opens the HTTP door: the declared routes, each behind its policy, and the console's files. Nothing else answers. */
export async function serveHttp(options: HttpOptions): Promise<Http> {
  const { host, port, log, handlers } = options
  const how = {
    logger: false, bodyLimit: limits.http.bodyBytes, requestTimeout: limits.http.timeoutMs * 3, genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 20_000 }, forceCloseConnections: 'idle',
    trustProxy: options.proxies?.isTrusted ?? false,
  } as const
  const waits = { headersTimeout: limits.http.headersMs, connectionsCheckingInterval: checkConnectionsMs }
  const app: FastifyInstance = options.tls ? fastify({ ...how, https: { ...options.tls, ...waits, handshakeTimeout: limits.http.headersMs } }) : fastify({ ...how, http: waits })
  const stopLimit = limitHalfOpen(app.server, options.proxies?.isTrusted ?? (() => false), log)
  acceptJsonOnly(app, options.workers)
  answerErrors(app, options)
  const callers = new WeakMap<FastifyRequest, Session>()
  observeRequests(app, { log, onAnswered: options.onAnswered, accountOf: (request) => callers.get(request)?.name })
  // Made once: fastify's own plugin of it makes all of it anew for each request.
  const guard = helmet({
    contentSecurityPolicy: contentSecurity((header) => options.mqttUrlFor(hostOf(header, 'localhost')), options.allowedOrigins),
    strictTransportSecurity: false, referrerPolicy: { policy: 'no-referrer' },
  })
  app.addHook('onRequest', (request, reply, done) => guard(request.raw, reply.raw, (cause) => done(cause === undefined || cause instanceof Error ? cause : new Error('the headers could not be made', { cause }))))
  // Only where people really come by TLS: a browser that was told so once never comes without again.
  app.addHook('onRequest', async (request, reply) => {
    if (request.protocol === 'https') reply.header('strict-transport-security', `max-age=${secureSeconds}`)
  })
  await app.register(compress, { encodings: ['gzip'], threshold: 1024 })

  const rates = createRateLimit()
  // Each by itself: an entity and a part of the server may have the same name.
  const ofEntities = options.entities ?? { routes: {}, handlers: {} }
  const pairs = [...pairUp(routeList, handlers), ...pairUp(Object.entries(ofEntities.routes), ofEntities.handlers)]
  for (const [id, { route, handler }] of pairs) if (!route.multipart) register(app, id, route, handler, options, rates, callers)
  await app.register(async (scope) => {
    await acceptMultipart(scope)
    for (const [id, { route, handler }] of pairs) if (route.multipart) register(scope, id, route, handler, options, rates, callers)
  })
  await serveDocs(app)
  await serveConsole(app, options.consoleDir)

  await app.listen({ host, port })
  const address = app.server.address()
  const actualPort = typeof address === 'object' && address !== null ? address.port : port
  return { url: `${options.tls ? 'https' : 'http'}://${shown(host)}:${actualPort}`, server: app.server, renewTls: (tls) => renewAt(app.server, tls), close: () => close(app).finally(stopLimit) }
}

/** Every declaration with its handler; the server does not start with one of either alone, or of a kind that skips the policy. */
function pairUp(declared: readonly (readonly [string, Route])[], handlers: Readonly<Record<string, AnyHandler>>): [string, { route: Route; handler: AnyHandler }][] {
  const given = new Map(Object.entries(handlers))
  const pairs = declared.map(([id, route]): [string, { route: Route; handler: AnyHandler }] => {
    const handler = given.get(id)
    given.delete(id)
    if (!handler) throw new Error(`the route ${id} is declared and has no handler`)
    if (!kindsFor(route).includes(handler.kind)) throw new Error(`the handler of ${id} is ${handler.kind}, which its policy does not allow`)
    return [id, { route, handler }]
  })
  if (given.size > 0) throw new Error(`handlers without a declared route: ${[...given.keys()].join(', ')}`)
  return pairs
}

function kindsFor({ policy }: Route): readonly AnyHandler['kind'][] {
  if (policy.public) return ['open']
  if (policy.roles.length === 0) return []
  return policy.scope === 'project' ? ['object', 'objects', 'list'] : ['own']
}

function register(app: FastifyInstance, id: string, route: Route, handler: AnyHandler, options: HttpOptions, rates: RateLimit, callers: WeakMap<FastifyRequest, Session>): void {
  const { policy, method, path } = route
  const { log } = options
  const identify = (request: FastifyRequest): Promise<Session> => {
    const { authorization } = request.headers
    const guest = options.guestOf?.(id, { authorization, address: request.ip, isForwarded: request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined })
    return guest ? Promise.resolve(guest) : sessionOf({ authorization, isUnattended: request.headers[unattendedHeader] !== undefined }, options)
  }
  app.route({
    method, url: path, bodyLimit: route.bodyBytes ?? limits.http.bodyBytes, config: { id, large: largeBodyOf(id, route) },
    /** Before the body is read: who may not come in shall not make us read ten megabytes. */
    onRequest: async (request) => {
      if (method !== 'GET') checkOrigin(request, options.publicUrl)
      if (policy.public) {
        if (policy.limit) rates.take(`${method} ${path} ${request.ip}`, policy.limit.perMinute)
        return
      }
      const session = await identify(request).catch((cause: unknown) => {
        rates.take(`failed token ${request.ip}`, failedTokensPerMinute)
        throw cause
      })
      callers.set(request, session)
      if (session.token !== undefined) rates.take(`token ${session.token}`, limits.token.callsPerMinute)
      rates.take(`${method} ${path} ${session.token ?? session.accountId}`, policy.limit?.perMinute ?? limits.http.callsPerMinute)
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
      if (answer instanceof SerializedAnswer) return reply.type('application/json; charset=utf-8').send(answer.write('{"code":200,"msg":"ok","data":', '}'))
      return reply.send({ code: 200, msg: 'ok', ...besideOf(route, answer), data: answer ?? null })
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
      for (const project of new Set(projects)) checkProject(policy, session, project, handler.kind === 'object' ? handler.missing : undefined)
    } catch (cause) {
      if (cause instanceof ApiError) log.warn('refused', { route: id, account: session.name, error: cause.error, address: call.address, request: call.request })
      throw cause
    }
    return handler.answer(call, caller)
  }
}

/**
 * Whether a request is refused while nothing can be stored. What is not refused may fail by itself: sessions, so that an administrator can
 * sign in, and whatever frees space, that is removals and the retention of history.
 */
const isRefusedWhileFull = (id: string, { method }: Route): boolean =>
  method !== 'GET' && method !== 'DELETE' && !['session.', 'share.', 'tagRetention.'].some((prefix) => id.startsWith(prefix)) && !id.endsWith('.remove')

/** A page of another origin writes nothing: neither of another site, nor of this one's other ports. Programs say no origin. */
function checkOrigin(request: FastifyRequest, publicUrl: string | undefined): void {
  const { origin } = request.headers
  const isOwn = origin === undefined || isOwnOrigin(origin, { host: hostOf(request.host, ''), isSecure: request.protocol === 'https', publicUrl })
  if (!isOwn || request.headers['sec-fetch-site'] === 'cross-site') throw new ApiError('access.denied')
}

function readCall(route: Route, request: FastifyRequest, reply: FastifyReply): AnyRouteRequest {
  const problems: Problem[] = []
  const read = (schema: ZodType | undefined, input: unknown, at: string): unknown => {
    if (!schema) {
      if (input !== undefined && !isEmpty(input)) problems.push({ path: at, code: 'unexpected', message: `this route takes no ${at}` })
      return undefined
    }
    return take(parse(schema, input, at === 'body' ? '' : at))
  }
  const take = (parsed: Parsed<unknown>): unknown => {
    if (parsed.problems) problems.push(...firstOf(parsed.problems))
    return parsed.value
  }
  const params = read(route.params, request.params, 'path')
  const query = read(route.query, isRecord(request.query) ? nestQuery(request.query) : {}, 'query')
  const body = request.body instanceof CheckedBody ? take(request.body.parsed) : read(route.body, request.body, 'body')
  // An id that cannot be one names nothing.
  if (problems.some(({ path }) => path.startsWith('path'))) throw new ApiError('object.missing')
  if (problems.length > 0) throw new ApiError('input.invalid', { problems: firstOf(problems) })
  return {
    params, query, body, revision: route.ifMatch ? revisionOf(request.headers['if-match']) : 0,
    key: route.idempotent ? keyOf(request.headers['idempotency-key']) : '',
    address: request.ip, request: request.id, client: clientOf(request.headers['user-agent']), host: hostOf(request.headers.host, 'localhost'),
    upload: () => {
      if (!route.multipart) throw new Error(`${route.path} takes no file`)
      return readUpload(request)
    },
    cookies: refreshCookies(request, reply),
    isWanted: () => !request.raw.socket.destroyed,
  }
}

function besideOf({ beside = {} }: Route, answer: unknown): Readonly<Record<string, unknown>> {
  return isRecord(answer) ? Object.fromEntries(Object.entries(beside).map(([name, field]) => [name, answer[field]])) : {}
}

/** A header may hold anything; what is kept of it is one short printable line. */
const clientOf = (agent = ''): string => agent.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, limits.http.clientLength)

const isRecord = (input: unknown): input is Readonly<Record<string, unknown>> => typeof input === 'object' && input !== null

const isEmpty = (input: unknown): boolean => isRecord(input) && Object.keys(input).length === 0

function revisionOf(header: string | undefined): number {
  if (header === undefined) throw new ApiError('drawing.revision')
  const revision = /^"?(\d{1,9})"?$/.exec(header)?.[1]
  if (revision === undefined) throw new ApiError('input.invalid', { problems: [{ path: 'If-Match', code: 'format', message: 'a revision in quotes' }] })
  return Number(revision)
}

function keyOf(header: string | string[] | undefined): string {
  if (typeof header === 'string' && /^[\x21-\x7e]+$/.test(header) && header.length <= limits.command.keyLength) return header
  throw new ApiError('input.invalid', { problems: [{ path: 'Idempotency-Key', code: 'format', message: `1 to ${limits.command.keyLength} printable characters` }] })
}

function acceptJsonOnly(app: FastifyInstance, workers: Workers): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request: FastifyRequest, body: Buffer) => readBodyOf(body, request.routeOptions.config.large, workers))
}


function answerErrors(app: FastifyInstance, options: Pick<HttpOptions, 'log' | 'onStorageFailure'>): void {
  const { log } = options
  app.setErrorHandler((cause, request, reply) => {
    const refusal = toApiError(cause)
    // The pattern, not the address: that may hold what opens something, like the id of a link.
    const path = request.routeOptions.url ?? 'none'
    if (!refusal) log.error('a request failed', { method: request.method, path, request: request.id, cause })
    else if ([503, 507].includes(errors[refusal.error].status)) {
      options.onStorageFailure?.(cause)
      log.warn('not ready', { path, cause })
    }
    reply.header('x-request-id', request.id)
    if (refusal?.error === 'input.large') readOn(request, reply)
    else if (isFile(request)) cutSoon(request, reply)
    return sendError(reply, refusal ?? new ApiError('server.failed'))
  })
}

/**
 * Reads on and throws away what a client still sends after its refusal, as long as a request may last: a connection closed
 * under its hands would be reset, and the answer that says why be lost with it.
 */
function readOn(request: FastifyRequest, reply: FastifyReply): void {
  reply.removeHeader('connection')
  request.raw.resume()
}

const isFile = ({ headers }: FastifyRequest): boolean => (headers['content-type'] ?? '').startsWith('multipart/form-data')

/** The same for a file, which may have no end: who still sends after some seconds is cut off. */
function cutSoon(request: FastifyRequest, reply: FastifyReply): void {
  if (request.raw.complete) return
  request.raw.unpipe()
  readOn(request, reply)
  const cut = setTimeout(() => request.raw.destroy(), limits.http.drainMs)
  request.raw.once('close', () => clearTimeout(cut))
}

async function close(app: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), limits.http.drainMs / 2)
  await app.close()
  clearTimeout(cut)
}

/** A name by which people can reach what listens everywhere. */
const shown = (host: string): string => (host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host)
