import ky from 'ky'
import { limits } from '../../contract/limits.ts'
import { toCallFailure, isRecord, ownFailure } from './failure.ts'
import { type Query, queryString } from './query.ts'

export interface ExternalServiceOptions {
  /** Base URL of the service; undefined if there is none. */
  readonly url: string | undefined
  readonly token: () => string | null
  readonly fetch?: typeof fetch
}

export type Form = Readonly<Record<string, string | number | boolean | null | undefined>>

/** API of a separate service, for example the camera service, or of a server whose routes are not declared here. */
export interface ExternalService {
  get(path: string, query?: Query, signal?: AbortSignal): Promise<unknown>
  /** Sends the fields as `application/x-www-form-urlencoded`; empty ones are left out. */
  postForm(path: string, form: Form, signal?: AbortSignal): Promise<unknown>
}

/**
 * Creates a client for a separate service. The bearer token is sent except to the video service and to `api/v1` paths,
 * which use other keys (specification, section 7). Responses have the usual envelope; throws a CallFailure for codes
 * other than 200.
 */
export function createExternalService({ url: base, token, fetch: through }: ExternalServiceOptions): ExternalService {
  const http = ky.create({
    timeout: limits.http.timeoutMs,
    retry: 0,
    throwHttpErrors: false,
    redirect: 'error',
    ...(through ? { fetch: through } : {}),
  })
  async function request(
    path: string,
    init: { method: 'GET' | 'POST'; body?: string; signal?: AbortSignal | undefined },
  ): Promise<unknown> {
    if (base === undefined) throw ownFailure('network.lost')
    const address = `${base.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`
    const bearer = acceptsBearer(address) ? token() : null
    const response = await http(address, {
      method: init.method,
      ...(init.body === undefined ? {} : { body: init.body }),
      ...(init.signal ? { signal: init.signal } : {}),
      headers: {
        accept: 'application/json',
        ...(init.body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded;charset=utf-8' }),
        ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
      },
    }).catch((cause: unknown) => {
      if (init.signal?.aborted) throw cause
      throw ownFailure('network.lost')
    })
    const envelope: unknown = await response.json().catch(() => null)
    if (!isRecord(envelope)) throw toCallFailure(response.status, {})
    const code = typeof envelope['code'] === 'number' ? envelope['code'] : Number(envelope['code'] ?? response.status)
    if (!response.ok || code !== 200) throw toCallFailure(response.status, { ...envelope, code })
    return envelope['data']
  }
  return {
    get: (path, query = {}, signal) => {
      const text = queryString(query)
      return request(text ? `${path}?${text}` : path, { method: 'GET', signal })
    },
    postForm: (path, form, signal) => request(path, { method: 'POST', body: queryString(form), signal }),
  }
}

/** Returns false for the video service and `api/v1`, which must not receive the session token. */
export const acceptsBearer = (address: string): boolean => !/\/(?:video-service|api\/v1)(?:\/|$|\?)/.test(address)
