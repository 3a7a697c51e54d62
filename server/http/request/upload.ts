import multipart from '@fastify/multipart'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { Upload } from '../../services/files/types.ts'

/** Accepts `multipart/form-data` in this fastify scope; other routes reject it. */
export async function acceptMultipart(app: FastifyInstance): Promise<void> {
  await app.register(multipart, { throwFileSizeLimit: false, limits: { ...uploadLimits, fileSize: Infinity } })
}

/**
 * Reads the single file of a multipart request as a stream. Fields before it are ignored and limited in number and
 * size. All received bytes are counted, so that an endless body is rejected.
 */
export async function readUpload(request: FastifyRequest): Promise<Upload> {
  if (!request.isMultipart()) throw new ApiError('input.type')
  const parts = request.parts({ limits: uploadLimits })
  let rejectUpload: (refusal: ApiError) => void = () => undefined
  const overflow = new Promise<never>((_done, fail) => {
    rejectUpload = fail
  })
  overflow.catch(() => undefined) // handled by the next read; without one it can be ignored
  const next = async (): Promise<MultipartFile | undefined> => {
    for (;;) {
      const { value, done } = await Promise.race([parts.next(), overflow])
      if (done) return undefined
      if (value.type === 'file') return value
    }
  }
  let received = 0
  const first = next()
  // Attached in the same turn of the event loop in which the parser starts to read.
  request.raw.on('data', (chunk: Buffer) => {
    received += chunk.length
    if (received > maxBytes) rejectUpload(new ApiError('file.large'))
  })
  const part = await first.catch(throwAsApiError)
  if (!part)
    throw new ApiError('input.invalid', {
      problems: [{ path: 'file', code: 'required', message: 'exactly one file is required' }],
    })
  return {
    name: part.filename,
    content: readWhole(part.file),
    end: async () => {
      const other = await next().catch(throwAsApiError)
      if (!other) return
      other.file.destroy()
      throw new ApiError('file.count')
    },
  }
}

/** Converts a truncated body to an input error. */
async function* readWhole(file: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* file
  } catch (cause) {
    throwAsApiError(cause)
  }
}

/** A second file is allowed so that it can be detected and rejected. */
const uploadLimits = { files: 2, fields: 8, fieldSize: 1024, fieldNameSize: 100, headerPairs: 50, parts: 10 }

const maxBytes = Math.max(...Object.values(limits.files.purposes).map(({ bytes }) => bytes)) + 64 * 1024

function throwAsApiError(cause: unknown): never {
  if (cause instanceof ApiError) throw cause
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  if (code === 'FST_FILES_LIMIT') throw new ApiError('file.count')
  throw new ApiError('input.invalid', {
    problems: [{ path: '', code: 'multipart', message: 'incomplete multipart body' }],
  })
}
