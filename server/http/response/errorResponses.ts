import type { FastifyReply } from 'fastify'
import type { ErrorEnvelope } from '../../../contract/errors.ts'
import { errors, ApiError } from '../../../contract/errors.ts'
import { toStorageError } from '../../storage/failure.ts'

/**
 * Converts an error to an `ApiError` with a status and a text without internal details; undefined for unexpected
 * errors.
 */
export function toApiError(cause: unknown): ApiError | undefined {
  if (cause instanceof ApiError) return cause
  if (!(cause instanceof Error)) return undefined
  const code = 'code' in cause ? cause.code : undefined
  const status = 'statusCode' in cause ? Number(cause.statusCode) : 0
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new ApiError('input.large')
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new ApiError('input.type')
  const refusal = toStorageError(cause)
  if (refusal) return refusal
  return status >= 400 && status < 500 ? new ApiError('input.invalid') : undefined
}

export function sendError(reply: FastifyReply, { error, problems, detail }: ApiError): FastifyReply {
  const { status, code, words } = errors[error]
  const body: ErrorEnvelope = {
    code,
    msg: words.en,
    error,
    ...(problems ? { problems } : {}),
    ...(detail ? { detail } : {}),
  }
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  if (status === 503 || status === 507) reply.header('retry-after', '1')
  if (detail?.retryAfterSeconds !== undefined) reply.header('retry-after', String(detail.retryAfterSeconds))
  return reply.status(status).header('cache-control', 'no-store').type('application/json').send(body)
}
