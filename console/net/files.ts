import { type ErrorName, errors } from '../../contract/errors.ts'
import type { FilePurpose } from '../../contract/files/purposes.ts'
import { limits } from '../../contract/limits.ts'
import { routes, type UploadedFile } from '../../contract/routes.ts'
import type { Renewal } from './client.ts'
import { answeredFailure, CallFailure, isRecord, ownFailure } from './failure.ts'
import { takesBearer } from './externalService.ts'
import { type Query, queryString } from './query.ts'
import { type Transport, xhrTransport } from './transport.ts'

export interface UploadOptions {
  readonly purpose: FilePurpose
  /** Whose members alone may read it. */
  readonly project?: string | undefined
  readonly signal?: AbortSignal
  /** From 0 to 1, as the bytes go out. */
  readonly onProgress?: (share: number) => void
}

export interface Downloaded {
  /** As the header `download-filename` has it. */
  readonly name: string
  readonly blob: Blob
}

/** Files to the server and back. Both throw a CallFailure, of which the person has been told, or the abort's reason. */
export interface FilesClient {
  upload(file: File, options: UploadOptions): Promise<UploadedFile>
  download(id: string, signal?: AbortSignal): Promise<Downloaded>
  /** For showing on a page; a failure is the page's to show. */
  resource(id: string, signal?: AbortSignal): Promise<Downloaded>
  /** Several as one zip file. */
  zip(ids: readonly string[], signal?: AbortSignal): Promise<Downloaded>
  /** Any path of the server that answers a file (specification, section 7). */
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
  /** So long nothing may come of an answer; the timeout of all calls unless a test says otherwise. */
  readonly idleMs?: number
}

export function createFilesClient(options: FilesOptions): FilesClient {
  const get = options.fetch ?? ((input, init) => fetch(input, init))
  const send = options.transport ?? xhrTransport
  const headers = (): Record<string, string> => {
    const token = options.token()
    return token === null ? {} : { authorization: `Bearer ${token}` }
  }

  async function told<T>(signal: AbortSignal | undefined, isQuiet: boolean, fallback: ErrorName, work: () => Promise<T>): Promise<T> {
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
    const { response, blob } = await withinIdle(options.idleMs ?? limits.http.timeoutMs, signal, (either) =>
      get(`${options.baseUrl()}${path}${text && `?${text}`}`, { headers: takesBearer(path) ? headers() : {}, cache: 'no-store', signal: either }))
    // A refusal is JSON where a file was asked for; some servers send it with status 200.
    const refusal = !response.ok || isJson(response, blob) ? await readRefusal(blob) : null
    if (refusal) throw downloadFailure(response.status, refusal)
    if (!response.ok) throw downloadFailure(response.status, {})
    return { name: nameOf(response), blob }
  }

  const blob = (path: string, query: Query = {}, signal?: AbortSignal, isQuiet = false): Promise<Downloaded> =>
    told(signal, isQuiet, 'download.failed', () => fetched(path, query, signal))

  return {
    upload: (file, { purpose, project, signal, onProgress }) => told(signal, false, 'upload.failed', async () => {
      const route = routes[purpose === 'picture' || purpose === 'gallery' ? 'picture.upload' : 'file.upload']
      const form = new FormData()
      form.append('file', file, file.name)
      const url = `${options.baseUrl()}${route.path}?${queryString({ purpose, project })}`
      const { status, text } = await send({ url, headers: headers(), form, signal, onProgress, idleMs: limits.http.timeoutMs })
      return uploadedOf(status, text, file)
    }),
    download: (id, signal) => blob(routes['file.download'].path, { fileName: id, delete: 'false' }, signal),
    resource: (id, signal) => blob(routes['file.resource'].path, { resource: id }, signal, true),
    zip: (ids, signal) => blob(routes['file.zip'].path, { files: ids.join(',') }, signal),
    blob,
  }
}

/** A whole answer, however long it takes, as long as something comes of it within each `idleMs`. */
async function withinIdle(idleMs: number, signal: AbortSignal | undefined, ask: (signal: AbortSignal) => Promise<Response>): Promise<{ readonly response: Response; readonly blob: Blob }> {
  const idle = new AbortController()
  const late = (): void => idle.abort(ownFailure('network.timeout'))
  let timer = setTimeout(late, idleMs)
  try {
    const response = await ask(signal ? AbortSignal.any([signal, idle.signal]) : idle.signal)
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

/** A code other than 200 is a failure whose words are of the table, else the one that says to check the configuration. */
function uploadedOf(status: number, text: string, file: File): UploadedFile {
  const body = readJson(text)
  if (!isRecord(body)) throw ownFailure('upload.failed')
  const code = typeof body['code'] === 'number' ? body['code'] : status
  if (code !== 200 || status < 200 || status > 299) {
    const failure = answeredFailure(status, { ...body, code })
    throw failure.error !== null || status === 401 || code === 401 ? failure : withWords(failure, 'upload.refused')
  }
  const { data } = body
  const read = routes['file.upload'].answer?.safeParse(data)
  if (read?.success) return read.data
  // Other servers of this kind say only what they call the file.
  if (typeof body['fileName'] !== 'string' || body['fileName'] === '') throw ownFailure('upload.failed')
  return { id: body['fileName'], name: file.name, bytes: file.size, type: file.type }
}

/** Words by the table, else the body's msg, else a default (specification, section 8). */
function downloadFailure(status: number, body: Readonly<Record<string, unknown>>): CallFailure {
  const failure = answeredFailure(status, body)
  const isSaid = failure.words !== errors['server.failed'].words || failure.error === 'server.failed'
  return isSaid ? failure : withWords(failure, 'download.failed')
}

const withWords = ({ status, code, problems, detail }: CallFailure, error: ErrorName): CallFailure =>
  new CallFailure({ status, code, error, words: errors[error].words, manner: errors[error].manner, problems, detail })

const isJson = (response: Response, blob: Blob): boolean =>
  !response.headers.has('download-filename') && (blob.type || (response.headers.get('content-type') ?? '')).startsWith('application/json')

/** Null where it is JSON that refuses nothing: a file of that type. */
async function readRefusal(blob: Blob): Promise<Readonly<Record<string, unknown>> | null> {
  const body = readJson(await blob.text())
  return isRecord(body) && typeof body['code'] === 'number' && body['code'] !== 200 ? body : null
}

function nameOf({ headers }: Response): string {
  const given = headers.get('download-filename') ?? ''
  try {
    return decodeURIComponent(given)
  } catch {
    return given // some servers write it as it is
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
