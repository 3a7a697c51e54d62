import { ApiError } from '../../../contract/errors.ts'
import type { ErrorName } from '../../../contract/errors.ts'
import type { Outbound, OutboundResponse } from '../../http/outbound/index.ts'
import { OutboundFailure } from '../../http/outbound/index.ts'
import { createFault } from '../entities/validationErrors.ts'

/**
 * Fetches external data for drawings and charts, which browsers may not request themselves. Concurrent requests for one
 * URL share a single fetch, so many displays cause one request.
 */
export function createDataProxy(outbound: Outbound) {
  const requests = new Map<string, Promise<string>>()

  return async (url: string): Promise<string> => {
    const pending = requests.get(url) ?? fetchData(outbound, url).finally(() => requests.delete(url))
    requests.set(url, pending)
    return pending
  }
}

export type DataProxy = ReturnType<typeof createDataProxy>

async function fetchData(outbound: Outbound, url: string): Promise<string> {
  const { status, type, text } = await outbound({ url, headers: { accept: 'application/json, text/*;q=0.9' } }).catch(
    (cause: unknown): OutboundResponse => {
      if (cause instanceof OutboundFailure) throw createError(errorsByFailure[cause.kind], cause.kind, cause.words)
      throw cause
    },
  )
  if (status >= 300 && status < 400)
    throw createError('data.failed', 'redirect', {
      en: `status ${status}: redirects are not followed`,
      zh: `应答为 ${status}：不跟随重定向`,
    })
  if (status < 200 || status > 299)
    throw createError('data.failed', 'status', { en: `status ${status}`, zh: `应答为 ${status}` })
  if (!isText(type))
    throw createError('data.failed', 'type', {
      en: `the content type ${toPrintable(type)} is neither JSON nor text`,
      zh: `应答类型为 ${toPrintable(type)}，既非 JSON 也非文本`,
    })
  return text
}

const errorsByFailure: Readonly<Record<OutboundFailure['kind'], ErrorName>> = {
  address: 'data.address',
  forbidden: 'data.forbidden',
  unreachable: 'data.failed',
  timeout: 'data.failed',
  size: 'data.failed',
  busy: 'limit.rate',
}

const createError = (error: ErrorName, code: string, words: { readonly en: string; readonly zh: string }): ApiError =>
  new ApiError(error, { problems: [createFault('url', code, words)] })

/** Treats a missing content type as text, because many small devices send none. */
const isText = (type: string): boolean =>
  type === '' || type.startsWith('text/') || /^application\/(?:[\w.-]+\+)?(?:json|xml)$/.test(type)

const toPrintable = (type: string): string => type.replaceAll(/[^\x21-\x7e]/g, '?').slice(0, 80)
