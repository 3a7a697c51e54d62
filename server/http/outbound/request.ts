import type { IncomingMessage, RequestOptions } from 'node:http'
import { Agent as HttpAgent, request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { limits } from '../../../contract/limits.ts'
import type { Guard, Target } from './guard.ts'
import { OutboundFailure } from './guard.ts'

export interface OutboundRequest {
  readonly url: string
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** Response of a request. Redirects are returned and never followed. */
export interface OutboundResponse {
  readonly status: number
  /** Media type without parameters; empty if missing. */
  readonly type: string
  readonly text: string
  readonly bytes: Buffer
  /** Authentication that the server demands; empty if none. */
  readonly challenge: string
}

export interface OutboundLimits {
  readonly answerMs: number
  readonly answerBytes: number
  readonly atOnce: number
}

/**
 * Creates the only function that sends requests to other servers. Each target is checked first, and duration, response
 * size and concurrency are limited. Throws `OutboundFailure`.
 */
export function createOutbound(guard: Guard, { answerMs, answerBytes, atOnce }: OutboundLimits = limits.outbound) {
  let activeCount = 0

  return async (request: OutboundRequest): Promise<OutboundResponse> => {
    const url = parseWebUrl(request.url)
    if (activeCount >= atOnce) throw new OutboundFailure('busy', 'too many concurrent requests', '正在进行的请求过多')
    activeCount++
    const controller = new AbortController()
    const timer = setTimeout(
      () =>
        controller.abort(
          new OutboundFailure(
            'timeout',
            `no complete response within ${answerMs / 1000} s`,
            `${answerMs / 1000} 秒内未收到完整应答`,
          ),
        ),
      answerMs,
    )
    try {
      const target = await withAbort(guard(url.hostname, getPort(url), url.pathname), controller.signal)
      return await exchange(url, target, request, answerBytes, controller.signal)
    } finally {
      clearTimeout(timer)
      activeCount--
    }
  }
}

export type Outbound = ReturnType<typeof createOutbound>

/**
 * Parses a URL strictly, so that the requested URL is the one the user sees: rejects everything that a URL parser would
 * silently remove or change.
 */
function parseWebUrl(text: string): URL {
  const url =
    !/[\s\\\p{Cc}]/u.test(text) && /^https?:\/\/[^/]/i.test(text) && URL.canParse(text) ? new URL(text) : undefined
  if (!url || url.hostname === '')
    throw new OutboundFailure('address', 'not an http(s) URL', '不是有效的 http 或 https 地址')
  if (url.username !== '' || url.password !== '')
    throw new OutboundFailure(
      'address',
      'the URL must not contain a username or password',
      '地址中不得包含用户名或密码',
    )
  return url
}

const getPort = ({ port, protocol }: URL): number => (port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port))

/** Uses a new agent for each request, so that proxies of the environment are ignored. */
function exchange(
  url: URL,
  { address, family, host, port }: Target,
  { method = 'GET', headers = {}, body }: OutboundRequest,
  maxBytes: number,
  signal: AbortSignal,
): Promise<OutboundResponse> {
  const isSecure = url.protocol === 'https:'
  const options: RequestOptions & { servername?: string } = {
    host: address,
    family,
    port,
    path: url.pathname + url.search,
    method,
    signal,
    agent: isSecure ? new HttpsAgent({ keepAlive: false }) : new HttpAgent({ keepAlive: false }),
    headers: {
      'accept-encoding': 'identity',
      ...headers,
      host: url.host,
      'user-agent': 'Mimic',
      connection: 'close',
      ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
    },
    ...(isSecure && !/^[\d.]+$|:/.test(host) ? { servername: host } : {}),
  }
  return new Promise((done, fail) => {
    const failed = (cause: unknown): void =>
      fail(
        signal.aborted
          ? getReason(signal)
          : cause instanceof OutboundFailure
            ? cause
            : new OutboundFailure('unreachable', `${host} does not respond`, `${host} 无应答`),
      )
    const request = (isSecure ? httpsRequest : httpRequest)(options, (response) => {
      readBytes(response, maxBytes).then(
        (bytes) =>
          done({
            status: response.statusCode ?? 0,
            type: getMediaType(response),
            text: bytes.toString('utf8'),
            bytes,
            challenge: response.headers['www-authenticate'] ?? '',
          }),
        (cause: unknown) => {
          request.destroy()
          failed(cause)
        },
      )
    })
    request.on('error', failed)
    request.end(body)
  })
}

const getMediaType = ({ headers }: IncomingMessage): string =>
  (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''

async function readBytes(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    // without an encoding, chunks are buffers
    bytes += part.length
    if (bytes > maxBytes)
      throw new OutboundFailure('size', `the response is larger than ${maxBytes} bytes`, `应答超过 ${maxBytes} 字节`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

const getReason = ({ reason }: AbortSignal): unknown => reason

/** The address lookup also counts towards the time limit. */
function withAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((done, fail) => {
    signal.addEventListener('abort', () => fail(getReason(signal)), { once: true })
    work.then(done, fail)
  })
}
