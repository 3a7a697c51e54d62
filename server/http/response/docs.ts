import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/**
 * Serves the interactive API documentation at `/api/docs`. The page contains no data: it loads the OpenAPI document
 * with the token of the reader, taken from the console session of the tab or entered by hand.
 */
export async function serveDocs(app: FastifyInstance): Promise<void> {
  const viewer = join(dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui')), 'static')
  await app.register(fastifyStatic, {
    root: [join(import.meta.dirname, '..', 'docs'), viewer],
    prefix: '/api/docs/',
    index: ['index.html'],
    decorateReply: false,
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders: (response) => {
      response.setHeader('cache-control', 'no-cache')
    },
  })
  app.get('/api/docs', (_request, reply) => reply.redirect('/api/docs/'))
}
