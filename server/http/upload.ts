import multipart from '@fastify/multipart'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import type { Upload } from '../services/files/types.ts'

/** Lets the routes of this part of the server read `multipart/form-data`; all others go on refusing it. */
export async function acceptMultipart(app: FastifyInstance): Promise<void> {
  await app.register(multipart, { throwFileSizeLimit: false, limits: { ...most, fileSize: Infinity } })
}

/**
 * The one file of a request, as it comes. Fields before it are passed over, their number and size limited; what comes besides
 * the file is counted too, so that a body without an end finds one.
 */
export async function readUpload(request: FastifyRequest): Promise<Upload> {
  if (!request.isMultipart()) throw new ApiError('input.type')
  const parts = request.parts({ limits: most })
  let refuse: (refusal: ApiError) => void = () => undefined
  const overflow = new Promise<never>((_done, fail) => { refuse = fail })
  overflow.catch(() => undefined) // told to whoever waits for the next part; with nobody waiting it is no news
  const next = async (): Promise<MultipartFile | undefined> => {
    for (;;) {
      const { value, done } = await Promise.race([parts.next(), overflow])
      if (done) return undefined
      if (value.type === 'file') return value
    }
  }
  let received = 0
  const first = next()
  // The parser reads from the same turn on, and so does the counter.
  request.raw.on('data', (chunk: Buffer) => {
    received += chunk.length
    if (received > mostBytes) refuse(new ApiError('file.large'))
  })
  const part = await first.catch(asRefusal)
  if (!part) throw new ApiError('input.invalid', { problems: [{ path: 'file', code: 'required', message: 'one file is needed' }] })
  return {
    name: part.filename,
    content: whole(part.file),
    end: async () => {
      const other = await next().catch(asRefusal)
      if (!other) return
      other.file.destroy()
      throw new ApiError('file.count')
    },
  }
}

/** A body that ends before its file does is refused like any other that is not whole. */
async function* whole(file: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* file
  } catch (cause) {
    asRefusal(cause)
  }
}

/** A second file is let through to be seen and refused. */
const most = { files: 2, fields: 8, fieldSize: 1024, fieldNameSize: 100, headerPairs: 50, parts: 10 }

const mostBytes = Math.max(...Object.values(limits.files.purposes).map(({ bytes }) => bytes)) + 64 * 1024

function asRefusal(cause: unknown): never {
  if (cause instanceof ApiError) throw cause
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  if (code === 'FST_FILES_LIMIT') throw new ApiError('file.count')
  throw new ApiError('input.invalid', { problems: [{ path: '', code: 'multipart', message: 'not a whole multipart body' }] })
}
