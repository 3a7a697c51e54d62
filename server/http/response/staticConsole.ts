import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../../../contract/errors.ts'
import { sendError } from './errorResponses.ts'

/**
 * Serves the files of the console: hashed files are cached indefinitely, others are revalidated. Other paths return the
 * console page, except API paths, file names and requests that do not accept HTML.
 */
export async function serveConsole(app: FastifyInstance, directory: string | undefined): Promise<void> {
  const isBuilt = directory !== undefined && existsSync(join(directory, 'index.html'))
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: directory,
      cacheControl: false,
      index: ['index.html'],
      dotfiles: 'ignore',
      redirect: false,
      setHeaders: (response, path) => {
        const isHashed = path.startsWith(join(directory, 'assets'))
        response.setHeader('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const isPage =
      request.method === 'GET' &&
      !path.startsWith('/api') &&
      !/\.[a-z0-9]+$/i.test(path) &&
      (request.headers.accept ?? '').includes('text/html')
    if (isBuilt && isPage) return reply.header('cache-control', 'no-cache').sendFile('index.html')
    return sendError(reply, new ApiError('object.missing'))
  })
}
