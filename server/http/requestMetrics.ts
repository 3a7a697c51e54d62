import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Log } from '../log.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The declared route's id. */
    id?: string
  }
}

/** One answered request, as it is counted. */
export interface CompletedRequest {
  /** The declared route; `console` for the console's files and `none` for what is not there. */
  readonly route: string
  readonly method: string
  readonly status: number
  readonly seconds: number
}

export interface Observers {
  readonly log: Log
  readonly onAnswered?: ((answered: CompletedRequest) => void) | undefined
  /** The name of who asked, where it is known. */
  readonly accountOf: (request: FastifyRequest) => string | undefined
}

/** Writes a line of each request and counts it. The address's query is never written: it may hold what nobody should read later. */
export function observeRequests(app: FastifyInstance, { log, onAnswered, accountOf }: Observers): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method } = request
    const route = request.routeOptions.config.id ?? (request.is404 || request.routeOptions.url === undefined ? 'none' : 'console')
    const status = reply.statusCode
    const ms = reply.elapsedTime
    onAnswered?.({ route, method, status, seconds: ms / 1000 })
    log.info('request', { method, route, status, ms: Math.round(ms * 10) / 10, account: accountOf(request), request: request.id })
  })
}
