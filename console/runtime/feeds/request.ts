import { readPath, writeValue } from '@mimic/engine/catalog'
import { safeUrl } from '@mimic/engine/document'
import { limits } from '../../../contract/limits.ts'

export interface Requests {
  /** Origin of this page. */
  readonly origin: string
  /** Sends an authenticated GET to a path of the server. */
  readonly getOwn: (path: string, signal: AbortSignal) => Promise<string>
  /** Sends a GET to another origin. */
  readonly getOther: (url: string, signal: AbortSignal) => Promise<string>
}

/** Response of a GET request, parsed as JSON on demand. */
export class JsonResponse {
  readonly text: string
  #data: { readonly json: unknown } | undefined

  constructor(text: string) {
    this.text = text
  }

  /**
   * Returns the value at a path as text, or the whole response for an empty path. Undefined if the path does not exist;
   * null if its value is null.
   */
  at(path: string): string | null | undefined {
    if (path.trim() === '') return this.text
    const found = readPath(this.#json(), path)
    return found === undefined || found === null ? found : writeValue(found)
  }

  #json(): unknown {
    this.#data ??= { json: parsed(this.text) }
    return this.#data.json
  }
}

/**
 * Requests an address of a drawing: paths of this origin with the session, other origins through `getOther`. Throws on
 * failure or if the response is too long.
 */
export async function request(
  url: string,
  signal: AbortSignal,
  { origin, getOwn, getOther: getExternal }: Requests,
): Promise<JsonResponse> {
  const safe = safeUrl(url)
  if (safe === undefined) throw new Error('the address is none that a drawing may ask')
  const target = new URL(safe, `${origin}/`)
  if (target.origin === origin) return new JsonResponse(checked(await getOwn(target.pathname + target.search, signal)))
  return new JsonResponse(checked(await getExternal(target.href, signal)))
}

function checked(text: string): string {
  if (text.length > limits.feed.answerBytes) throw new Error('the answer is too long')
  return text
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON: no path exists in it, which counts as a failure.
    return undefined
  }
}
