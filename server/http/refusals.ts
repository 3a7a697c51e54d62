import type { FastifyReply } from 'fastify'
import type { BadEnvelope } from '../../contract/errors.ts'
import { errors, Refusal } from '../../contract/errors.ts'

/** Turns whatever was thrown into a refusal with a status, words and no inside news; undefined for our own mistakes. */
export function refusalOf(cause: unknown): Refusal | undefined {
  if (cause instanceof Refusal) return cause
  if (!(cause instanceof Error)) return undefined
  const code = 'code' in cause ? cause.code : undefined
  const status = 'statusCode' in cause ? Number(cause.statusCode) : 0
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Refusal('input.large')
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new Refusal('input.type')
  if (isLostConnection(cause)) return new Refusal('server.busy')
  return status >= 400 && status < 500 ? new Refusal('input.invalid') : undefined
}

export function sendRefusal(reply: FastifyReply, { error, problems, detail }: Refusal): FastifyReply {
  const { status, code, words } = errors[error]
  const body: BadEnvelope = { code, msg: words.en, error, ...(problems ? { problems } : {}), ...(detail ? { detail } : {}) }
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  if (status === 503) reply.header('retry-after', '1')
  if (detail?.retryAfterSeconds !== undefined) reply.header('retry-after', String(detail.retryAfterSeconds))
  return reply.status(status).header('cache-control', 'no-store').type('application/json').send(body)
}

/** Unique and foreign keys, serialization: a database that answers is not a lost one. */
function isLostConnection(cause: Error): boolean {
  const code = 'code' in cause ? String(cause.code) : ''
  return ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', '57P01', '57P02', '57P03'].includes(code) || /connection (terminated|ended)/i.test(cause.message)
}
