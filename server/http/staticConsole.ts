import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../../contract/errors.ts'
import { sendError } from './errorResponses.ts'

/**
 * The console's files: hashed ones for ever, the rest asked for anew. An address that is no file is a page of the
 * console, unless it is of the API or not a page that was asked for.
 */
export async function serveConsole(app: FastifyInstance, directory: string | undefined): Promise<void> {
  const isBuilt = directory !== undefined && existsSync(join(directory, 'index.html'))
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: directory, cacheControl: false, index: ['index.html'], dotfiles: 'ignore', redirect: false,
      setHeaders: (response, path) => {
        const isHashed = path.startsWith(join(directory, 'assets'))
        response.setHeader('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const isPage = request.method === 'GET' && !path.startsWith('/api') && !/\.[a-z0-9]+$/i.test(path) && (request.headers.accept ?? '').includes('text/html')
    if (isBuilt && isPage) return reply.header('cache-control', 'no-cache').sendFile('index.html')
    return sendError(reply, new ApiError('object.missing'))
  })
}
