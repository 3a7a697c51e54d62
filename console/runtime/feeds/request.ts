import { readPath, writeAnswer } from '@mimic/engine/catalog'
import { safeUrl } from '@mimic/engine/document'
import { limits } from '../../../contract/limits.ts'

export interface Requests {
  /** Where this page is from. */
  readonly origin: string
  /** GETs a path of the server, with the session. */
  readonly getOwn: (path: string, signal: AbortSignal) => Promise<string>
  readonly fetch: typeof fetch
}

/** What a GET answered; as data where it is any. */
export class Answered {
  readonly text: string
  #data: { readonly json: unknown } | undefined

  constructor(text: string) {
    this.text = text
  }

  /** The part at a path as a text property holds it; the whole as it came for an empty path; undefined where there is none. */
  at(path: string): string | undefined {
    if (path.trim() === '') return this.text
    const found = readPath(this.#json(), path)
    return found === undefined ? undefined : writeAnswer(found)
  }

  #json(): unknown {
    this.#data ??= { json: parsed(this.text) }
    return this.#data.json
  }
}

/**
 * GETs an address of a drawing: a path of our own host with the session, another host with nothing that says who asks.
 * Rejects where there is no good answer, or one too long to be meant for a drawing.
 */
export async function request(url: string, signal: AbortSignal, { origin, getOwn, fetch: get }: Requests): Promise<Answered> {
  const safe = safeUrl(url)
  if (safe === undefined) throw new Error('the address is none that a drawing may ask')
  const target = new URL(safe, `${origin}/`)
  if (target.origin === origin) return new Answered(checked(await getOwn(target.pathname + target.search, signal)))
  const response = await get(target, { signal, credentials: 'omit', referrerPolicy: 'no-referrer', cache: 'no-store' })
  if (!response.ok) throw new Error(`${target.host} answered ${response.status}`)
  if (Number(response.headers.get('content-length')) > limits.feed.answerBytes) throw tooLong()
  return new Answered(checked(await response.text()))
}

function checked(text: string): string {
  if (text.length > limits.feed.answerBytes) throw tooLong()
  return text
}

const tooLong = (): Error => new Error('the answer is too long')

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // No data: nothing is found in it, which is told as a failure.
    return undefined
  }
}
