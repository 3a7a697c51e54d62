import { createHmac } from 'node:crypto'
import type { OutboundResponse } from '../../../../http/outbound/index.ts'
import { OutboundFailure } from '../../../../http/outbound/index.ts'
import type { BridgeConnection, BridgeContext, BridgeKind } from '../bridgeKind.ts'
import { BridgeFailure } from '../bridgeKind.ts'
import type { BridgeConfig } from '../config.ts'
import type { QueuedMessage } from '../queue.ts'
import type { Render } from '../render.ts'
import { compileBody, compileHeader, compileUrl, renderDefaultBody } from '../render.ts'

/** Messages read from the queue at once; a request has at most `batchSize` of the configuration. */
const readAhead = 200
/** Headers that the request sets itself. */
const ownHeaders = new Set(['content-length', 'transfer-encoding', 'connection', 'host', 'user-agent'])
/** Status codes by which the receiver rejects the content of a request. */
const rejectedStatus = new Set([400, 406, 409, 410, 413, 415, 422])
/** Status codes of an overloaded receiver, besides those from 500 on. */
const busyStatus = new Set([408, 425, 429])
const responseLength = 200

/** Sends messages as HTTP requests. */
export const httpPush: BridgeKind = {
  async open(config, context) {
    await checkTarget(config, context)
    return new HttpPush(config, context)
  },

  preview(config, message) {
    const { url, method, body } = createRequest(config)([message])
    return { target: `${method} ${url}`, content: body, problem: null }
  },

  async test(config, context, sample) {
    await checkTarget(config, context)
    const request = createRequest(config)
    const { status, text } = await exchange(context, request([sample]), false)
    return {
      message: {
        en: `${status} ${shorten(text)}`.trim(),
        zh: `${status} ${shorten(text)}`.trim(),
      },
    }
  },
}

interface HttpRequest {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

class HttpPush implements BridgeConnection {
  readonly isConfirmed = false
  readonly batchSize = readAhead
  readonly #config: BridgeConfig
  readonly #context: BridgeContext
  readonly #createRequest: ReturnType<typeof createRequest>
  readonly #getPlace: (message: QueuedMessage) => string
  #abort: (failure: BridgeFailure) => void = () => undefined
  readonly #closed: Promise<never>

  constructor(config: BridgeConfig, context: BridgeContext) {
    this.#config = config
    this.#context = context
    this.#createRequest = createRequest(config)
    const renders = [compileUrl(config.url), ...config.headers.map(({ value }) => compileHeader(value))]
    this.#getPlace = (message) => renders.map((render) => render(message)).join('\n')
    this.#closed = new Promise((_done, fail) => {
      this.#abort = fail
    })
    this.#closed.catch(() => undefined)
  }

  /** Sends the first messages with the same address and headers. */
  async send(messages: readonly QueuedMessage[]): Promise<number> {
    const [first] = messages
    if (!first) return 0
    const place = this.#getPlace(first)
    const end = messages.findIndex((message) => this.#getPlace(message) !== place)
    const batch = messages.slice(0, Math.min(this.#config.batchSize, end === -1 ? messages.length : end))
    await Promise.race([
      exchange(this.#context, this.#createRequest(batch), this.#config.url.includes('${')),
      this.#closed,
    ])
    return batch.length
  }

  onLost(): void {
    // Requests have no lasting connection.
  }

  async close(): Promise<void> {
    this.#abort(new BridgeFailure('connection', { en: 'closed', zh: '已关闭' }))
  }
}

/** Checks the host and, without placeholders, the path. Throws an `OutboundFailure`. */
async function checkTarget({ url }: BridgeConfig, { guard }: BridgeContext): Promise<void> {
  const { hostname, port, protocol, pathname } = new URL(url.replaceAll(/\$\{[^{}]*\}/g, 'x'))
  await guard(hostname, port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port), pathname)
}

function createRequest(config: BridgeConfig): (batch: readonly QueuedMessage[]) => HttpRequest {
  const { method, authentication, username, secrets, headers, batchSize } = config
  const renderUrl = compileUrl(config.url)
  const { isJson, render }: { isJson: boolean; render: Render } =
    config.body === null ? { isJson: true, render: renderDefaultBody } : compileBody(config.body)
  const renderHeaders = headers
    .map(({ name, value }) => ({ name: name.toLowerCase(), render: compileHeader(value) }))
    .filter(({ name }) => !ownHeaders.has(name))
  return (batch) => {
    const [first] = batch
    if (!first) throw new Error('a request needs a message')
    const bodies = batch.map(render)
    const body = batchSize === 1 ? (bodies[0] ?? '') : isJson ? `[${bodies.join(',')}]` : bodies.join('\n')
    const own: Record<string, string> = {
      'content-type': isJson ? 'application/json' : 'text/plain; charset=utf-8',
      'x-mimic-message': first.id,
    }
    for (const { name, render: renderHeader } of renderHeaders) own[name] = renderHeader(first)
    if (authentication === 'basic')
      own['authorization'] = `Basic ${Buffer.from(`${username ?? ''}:${secrets.password ?? ''}`).toString('base64')}`
    if (authentication === 'bearer') own['authorization'] = `Bearer ${secrets.token ?? ''}`
    if (authentication === 'hmac') Object.assign(own, sign(secrets.signingKey ?? '', body, Date.now()))
    return { url: renderUrl(first), method, headers: own, body }
  }
}

/** Headers that prove the sender and the time of a body. */
function sign(key: string, body: string, now: number): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000))
  const signature = createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex')
  return { 'x-mimic-timestamp': timestamp, 'x-mimic-signature': `sha256=${signature}` }
}

async function exchange(
  context: BridgeContext,
  { method, ...request }: HttpRequest,
  hasVariableAddress: boolean,
): Promise<OutboundResponse> {
  const answer = await context
    .outbound({ ...request, method: method === 'PUT' || method === 'PATCH' ? method : 'POST' })
    .catch((cause: unknown) => {
      // The host was checked when the bridge was opened, so the values of this message made the address invalid.
      if (
        hasVariableAddress &&
        cause instanceof OutboundFailure &&
        (cause.kind === 'forbidden' || cause.kind === 'address')
      )
        throw new BridgeFailure('message', cause.words)
      throw cause
    })
  const { status, text } = answer
  if (status >= 200 && status <= 299) return answer
  const response = `${status} ${shorten(text)}`.trim()
  if (status >= 300 && status <= 399)
    throw new BridgeFailure('configuration', {
      en: `${status}: redirects are not followed`,
      zh: `${status}：不跟随重定向`,
    })
  throw new BridgeFailure(
    rejectedStatus.has(status) ? 'message' : status >= 500 || busyStatus.has(status) ? 'connection' : 'configuration',
    { en: `response: ${response}`, zh: `返回 ${response}` },
  )
}

const shorten = (text: string): string =>
  text
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, responseLength)
