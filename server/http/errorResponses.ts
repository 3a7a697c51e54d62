import type { FastifyReply } from 'fastify'
import type { BadEnvelope } from '../../contract/errors.ts'
import { errors, Refusal } from '../../contract/errors.ts'
import { storageRefusalOf } from '../storage/failure.ts'

/** Turns whatever was thrown into a refusal with a status, words and no inside news; undefined for our own mistakes. */
export function toApiError(cause: unknown): Refusal | undefined {
  if (cause instanceof Refusal) return cause
  if (!(cause instanceof Error)) return undefined
  const code = 'code' in cause ? cause.code : undefined
  const status = 'statusCode' in cause ? Number(cause.statusCode) : 0
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Refusal('input.large')
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new Refusal('input.type')
  const refusal = storageRefusalOf(cause)
  if (refusal) return refusal
  return status >= 400 && status < 500 ? new Refusal('input.invalid') : undefined
}

export function sendError(reply: FastifyReply, { error, problems, detail }: Refusal): FastifyReply {
  const { status, code, words } = errors[error]
  const body: BadEnvelope = { code, msg: words.en, error, ...(problems ? { problems } : {}), ...(detail ? { detail } : {}) }
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  if (status === 503 || status === 507) reply.header('retry-after', '1')
  if (detail?.retryAfterSeconds !== undefined) reply.header('retry-after', String(detail.retryAfterSeconds))
  return reply.status(status).header('cache-control', 'no-store').type('application/json').send(body)
}
