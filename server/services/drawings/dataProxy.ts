import { ApiError } from '../../../contract/errors.ts'
import type { ErrorName } from '../../../contract/errors.ts'
import type { Outbound, OutboundAnswer } from '../../http/outbound/index.ts'
import { OutboundFailure } from '../../http/outbound/index.ts'
import { faultAt } from '../entities/validationErrors.ts'

/**
 * Fetches external data for drawings and charts, which browsers may not request themselves. Concurrent requests for one
 * URL share a single fetch, so many displays cause one request.
 */
export function createDataProxy(outbound: Outbound) {
  const underway = new Map<string, Promise<string>>()

  return async (url: string): Promise<string> => {
    const asked = underway.get(url) ?? ask(outbound, url).finally(() => underway.delete(url))
    underway.set(url, asked)
    return asked
  }
}

export type DataProxy = ReturnType<typeof createDataProxy>

async function ask(outbound: Outbound, url: string): Promise<string> {
  const { status, type, text } = await outbound({ url, headers: { accept: 'application/json, text/*;q=0.9' } }).catch((cause: unknown): OutboundAnswer => {
    if (cause instanceof OutboundFailure) throw refused(refusals[cause.kind], cause.kind, cause.words)
    throw cause
  })
  if (status >= 300 && status < 400) throw refused('data.failed', 'redirect', { en: `status ${status}: redirects are not followed`, zh: `应答为 ${status}：不跟随重定向` })
  if (status < 200 || status > 299) throw refused('data.failed', 'status', { en: `status ${status}`, zh: `应答为 ${status}` })
  if (!isText(type)) throw refused('data.failed', 'type', { en: `the content type ${printable(type)} is neither JSON nor text`, zh: `应答类型为 ${printable(type)}，既非 JSON 也非文本` })
  return text
}

const refusals: Readonly<Record<OutboundFailure['kind'], ErrorName>> = {
  address: 'data.address', forbidden: 'data.forbidden', unreachable: 'data.failed', timeout: 'data.failed', size: 'data.failed', busy: 'limit.rate',
}

const refused = (error: ErrorName, code: string, words: { readonly en: string; readonly zh: string }): ApiError => new ApiError(error, { problems: [faultAt('url', code, words)] })

/** Treats a missing content type as text, because many small devices send none. */
const isText = (type: string): boolean => type === '' || type.startsWith('text/') || /^application\/(?:[\w.-]+\+)?(?:json|xml)$/.test(type)

const printable = (type: string): string => type.replaceAll(/[^\x21-\x7e]/g, '?').slice(0, 80)
