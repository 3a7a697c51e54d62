import { readPath, writeAnswer } from '@mimic/engine/catalog'
import { safeUrl } from '@mimic/engine/document'
import { limits } from '../../../contract/limits.ts'

export interface Requests {
  /** Where this page is from. */
  readonly origin: string
  /** GETs a path of the server, with the session. */
  readonly getOwn: (path: string, signal: AbortSignal) => Promise<string>
  /** GETs an address of another site. */
  readonly getOther: (url: string, signal: AbortSignal) => Promise<string>
}

/** What a GET answered; as data where it is any. */
export class Answered {
  readonly text: string
  #data: { readonly json: unknown } | undefined

  constructor(text: string) {
    this.text = text
  }

  /** The part at a path as a text property holds it; the whole as it came for an empty path; undefined where nothing is there, null where it says that there is no value. */
  at(path: string): string | null | undefined {
    if (path.trim() === '') return this.text
    const found = readPath(this.#json(), path)
    return found === undefined || found === null ? found : writeAnswer(found)
  }

  #json(): unknown {
    this.#data ??= { json: parsed(this.text) }
    return this.#data.json
  }
}

/**
 * GETs an address of a drawing: a path of our own host with the session, another site by way of who may ask it.
 * Rejects where there is no good answer, or one too long to be meant for a drawing.
 */
export async function request(url: string, signal: AbortSignal, { origin, getOwn, getOther }: Requests): Promise<Answered> {
  const safe = safeUrl(url)
  if (safe === undefined) throw new Error('the address is none that a drawing may ask')
  const target = new URL(safe, `${origin}/`)
  if (target.origin === origin) return new Answered(checked(await getOwn(target.pathname + target.search, signal)))
  return new Answered(checked(await getOther(target.href, signal)))
}

function checked(text: string): string {
  if (text.length > limits.feed.answerBytes) throw new Error('the answer is too long')
  return text
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // No data: nothing is found in it, which is told as a failure.
    return undefined
  }
}
