import { type ErrorName, errors } from '../../contract/errors.ts'
import type { FilePurpose } from '../../contract/files/purposes.ts'
import { limits } from '../../contract/limits.ts'
import { routes, type UploadedFile } from '../../contract/routes.ts'
import type { Renewal } from './client.ts'
import { toCallFailure, CallFailure, isRecord, ownFailure } from './failure.ts'
import { acceptsBearer } from './externalService.ts'
import { type Query, queryString } from './query.ts'
import { type Transport, xhrTransport } from './transport.ts'

export interface UploadOptions {
  readonly purpose: FilePurpose
  /** Restricts reading to the members of this project. */
  readonly project?: string | undefined
  readonly signal?: AbortSignal
  /** Upload progress from 0 to 1. */
  readonly onProgress?: (share: number) => void
}

export interface Downloaded {
  /** Name from the header `download-filename`. */
  readonly name: string
  readonly blob: Blob
}

/**
 * Uploads and downloads files. Methods throw a CallFailure, which has already been shown to the user except by
 * `resource`, or the abort reason.
 */
export interface FilesClient {
  upload(file: File, options: UploadOptions): Promise<UploadedFile>
  download(id: string, signal?: AbortSignal): Promise<Downloaded>
  /** Loads a file for display; the caller shows failures. */
  resource(id: string, signal?: AbortSignal): Promise<Downloaded>
  /** Downloads several files as one zip file. */
  zip(ids: readonly string[], signal?: AbortSignal): Promise<Downloaded>
  /** Downloads from any path of the server (specification, section 7). */
  blob(path: string, query?: Query, signal?: AbortSignal): Promise<Downloaded>
}

export interface FilesOptions {
  readonly baseUrl: () => string
  readonly token: () => string | null
  readonly renewal?: Renewal
  readonly onUnauthorised: (code: number) => void
  readonly onFailure: (failure: CallFailure) => void
  readonly fetch?: typeof fetch
  readonly transport?: Transport
  /** Idle timeout of downloads in milliseconds. Defaults to the timeout of all calls. */
  readonly idleMs?: number
}

export function createFilesClient(options: FilesOptions): FilesClient {
  const get = options.fetch ?? ((input, init) => fetch(input, init))
  const send = options.transport ?? xhrTransport
  const headers = (): Record<string, string> => {
    const token = options.token()
    return token === null ? {} : { authorization: `Bearer ${token}` }
  }

  async function withFailureReport<T>(
    signal: AbortSignal | undefined,
    isQuiet: boolean,
    fallback: ErrorName,
    work: () => Promise<T>,
  ): Promise<T> {
    try {
      const renewal = options.renewal?.()
      if (renewal) await renewal
      return await work()
    } catch (thrown) {
      if (signal?.aborted) throw thrown
      const failure = thrown instanceof CallFailure ? thrown : ownFailure(fallback)
      if (failure.status === 401 || failure.code === 401) options.onUnauthorised(failure.code)
      else if (!isQuiet) options.onFailure(failure)
      throw failure
    }
  }

  async function fetched(path: string, query: Query, signal: AbortSignal | undefined): Promise<Downloaded> {
    const text = queryString(query)
    const { response, blob } = await withIdleTimeout(options.idleMs ?? limits.http.timeoutMs, signal, (either) =>
      get(`${options.baseUrl()}${path}${text && `?${text}`}`, {
        headers: acceptsBearer(path) ? headers() : {},
        cache: 'no-store',
        signal: either,
      }),
    )
    // An error is JSON instead of the file; some servers send it with status 200.
    const refusal = !response.ok || isJson(response, blob) ? await readRefusal(blob) : null
    if (refusal) throw downloadFailure(response.status, refusal)
    if (!response.ok) throw downloadFailure(response.status, {})
    return { name: getFileName(response), blob }
  }

  const blob = (path: string, query: Query = {}, signal?: AbortSignal, isQuiet = false): Promise<Downloaded> =>
    withFailureReport(signal, isQuiet, 'download.failed', () => fetched(path, query, signal))

  return {
    upload: (file, { purpose, project, signal, onProgress }) =>
      withFailureReport(signal, false, 'upload.failed', async () => {
        const route = routes[purpose === 'picture' || purpose === 'gallery' ? 'picture.upload' : 'file.upload']
        const form = new FormData()
        form.append('file', file, file.name)
        const url = `${options.baseUrl()}${route.path}?${queryString({ purpose, project })}`
        const { status, text } = await send({
          url,
          headers: headers(),
          form,
          signal,
          onProgress,
          idleMs: limits.http.timeoutMs,
        })
        return readUploaded(status, text, file)
      }),
    download: (id, signal) => blob(routes['file.download'].path, { fileName: id, delete: 'false' }, signal),
    resource: (id, signal) => blob(routes['file.resource'].path, { resource: id }, signal, true),
    zip: (ids, signal) => blob(routes['file.zip'].path, { files: ids.join(',') }, signal),
    blob,
  }
}

/** Reads a complete response. There is no overall time limit; aborts if no data arrives for `idleMs`. */
async function withIdleTimeout(
  idleMs: number,
  signal: AbortSignal | undefined,
  request: (signal: AbortSignal) => Promise<Response>,
): Promise<{ readonly response: Response; readonly blob: Blob }> {
  const idle = new AbortController()
  const late = (): void => idle.abort(ownFailure('network.timeout'))
  let timer = setTimeout(late, idleMs)
  try {
    const response = await request(signal ? AbortSignal.any([signal, idle.signal]) : idle.signal)
    const parts: Uint8Array<ArrayBuffer>[] = []
    const reader = response.body?.getReader()
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      parts.push(part.value)
      clearTimeout(timer)
      timer = setTimeout(late, idleMs)
    }
    return { response, blob: new Blob(parts, { type: response.headers.get('content-type') ?? '' }) }
  } finally {
    clearTimeout(timer)
  }
}

/** Parses the response of an upload. Codes other than 200 are failures, with the catalogue text or `upload.refused`. */
function readUploaded(status: number, text: string, file: File): UploadedFile {
  const body = readJson(text)
  if (!isRecord(body)) throw ownFailure('upload.failed')
  const code = typeof body['code'] === 'number' ? body['code'] : status
  if (code !== 200 || status < 200 || status > 299) {
    const failure = toCallFailure(status, { ...body, code })
    throw failure.error !== null || status === 401 || code === 401 ? failure : withMessage(failure, 'upload.refused')
  }
  const { data } = body
  const read = routes['file.upload'].answer?.safeParse(data)
  if (read?.success) return read.data
  // Other servers return only the file name.
  if (typeof body['fileName'] !== 'string' || body['fileName'] === '') throw ownFailure('upload.failed')
  return { id: body['fileName'], name: file.name, bytes: file.size, type: file.type }
}

/** Text from the catalogue, else the body's `msg`, else a default (specification, section 8). */
function downloadFailure(status: number, body: Readonly<Record<string, unknown>>): CallFailure {
  const failure = toCallFailure(status, body)
  const hasMessage = failure.words !== errors['server.failed'].words || failure.error === 'server.failed'
  return hasMessage ? failure : withMessage(failure, 'download.failed')
}

const withMessage = ({ status, code, problems, detail }: CallFailure, error: ErrorName): CallFailure =>
  new CallFailure({ status, code, error, words: errors[error].words, manner: errors[error].manner, problems, detail })

const isJson = (response: Response, blob: Blob): boolean =>
  !response.headers.has('download-filename') &&
  (blob.type || (response.headers.get('content-type') ?? '')).startsWith('application/json')

/** Returns null for JSON that is not an error, that is, a downloaded JSON file. */
async function readRefusal(blob: Blob): Promise<Readonly<Record<string, unknown>> | null> {
  const body = readJson(await blob.text())
  return isRecord(body) && typeof body['code'] === 'number' && body['code'] !== 200 ? body : null
}

function getFileName({ headers }: Response): string {
  const header = headers.get('download-filename') ?? ''
  try {
    return decodeURIComponent(header)
  } catch {
    return header // some servers send it unencoded
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
