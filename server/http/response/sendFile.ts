import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { ServedFile } from '../../../contract/routes.ts'

export const isServedFile = (answer: unknown): answer is ServedFile =>
  typeof answer === 'object' && answer !== null && 'name' in answer && 'content' in answer

/**
 * Sends an uploaded file as a download. Content sniffing and scripts are disabled, so an upload can never run as a page
 * of this server. The name is sent in `download-filename` (specification, section 7) and in the standard header.
 */
export function sendFile(reply: FastifyReply, { name, type, bytes, content }: ServedFile): FastifyReply {
  const encoded = encodeURIComponent(name.replaceAll(/\p{Cs}/gu, '')).replaceAll(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  if (bytes !== undefined) reply.header('content-length', bytes)
  return reply
    .header('download-filename', encoded)
    .header('content-disposition', `attachment; filename*=UTF-8''${encoded}`)
    .header('content-security-policy', `sandbox; default-src 'none'`)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-store')
    .type(type)
    .send(Readable.from(content))
}
