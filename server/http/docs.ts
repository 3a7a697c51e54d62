import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/**
 * `/api/docs`: the API to read and to try. The page says nothing by itself: the document is asked for with the token of who
 * reads it, that of the console's session in this tab or one that is entered.
 */
export async function serveDocs(app: FastifyInstance): Promise<void> {
  const viewer = join(dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui')), 'static')
  await app.register(fastifyStatic, {
    root: [join(import.meta.dirname, 'docs'), viewer], prefix: '/api/docs/', index: ['index.html'], decorateReply: false, dotfiles: 'ignore', cacheControl: false,
    setHeaders: (response) => { response.setHeader('cache-control', 'no-cache') },
  })
  app.get('/api/docs', (_request, reply) => reply.redirect('/api/docs/'))
}
