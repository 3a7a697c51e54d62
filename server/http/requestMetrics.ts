import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Log } from '../log.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Id of the declared route. */
    id?: string
  }
}

/** A completed request, for the metrics. */
export interface CompletedRequest {
  /** Id of the declared route; `console` for files of the console, `none` for unknown paths. */
  readonly route: string
  readonly method: string
  readonly status: number
  readonly seconds: number
}

export interface Observers {
  readonly log: Log
  readonly onCompleted?: ((completed: CompletedRequest) => void) | undefined
  /** Name of the caller, if known. */
  readonly getAccount: (request: FastifyRequest) => string | undefined
}

/** Logs and counts each request. The query string is never logged, because it may contain secrets. */
export function observeRequests(app: FastifyInstance, { log, onCompleted, getAccount }: Observers): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method } = request
    const route =
      request.routeOptions.config.id ?? (request.is404 || request.routeOptions.url === undefined ? 'none' : 'console')
    const status = reply.statusCode
    const ms = reply.elapsedTime
    onCompleted?.({ route, method, status, seconds: ms / 1000 })
    log.info('request', {
      method,
      route,
      status,
      ms: Math.round(ms * 10) / 10,
      account: getAccount(request),
      request: request.id,
    })
  })
}
