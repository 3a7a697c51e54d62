import { createClient, type Client, type ClientOptions } from '../net/client.ts'
import type { Surroundings } from '../stores/root.ts'

export interface Request {
  readonly method: string
  readonly url: string
  readonly headers: Headers
  readonly body: unknown
}

export interface Answer {
  readonly status?: number
  readonly body?: unknown
  readonly text?: string
}

/** Fake server for tests of net and stores; `answer` handles requests, and all requests are recorded. */
export function fakeServer(answer: (request: Request) => Answer | Promise<Answer>) {
  const requests: Request[] = []
  const fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const sent = new globalThis.Request(input, init)
    const text = await sent.text()
    const request = {
      method: sent.method,
      url: sent.url,
      headers: sent.headers,
      body: text ? (JSON.parse(text) as unknown) : undefined,
    }
    requests.push(request)
    const { status = 200, body, text: raw } = await answer(request)
    if (sent.signal.aborted) throw sent.signal.reason
    return new Response(raw ?? JSON.stringify(body), { status })
  }
  return { requests, fetch }
}

export const good = (data: unknown): Answer => ({ body: { code: 200, msg: 'ok', data } })

/** Answers list requests with pages of rows with these ids, as the server does. */
export const fakeRows =
  (getIds: (path: string) => readonly string[]) =>
  ({ url }: Request): Answer => {
    const { pathname, searchParams } = new URL(url)
    const ids = getIds(pathname)
    const [page, size] = [Number(searchParams.get('page')), Number(searchParams.get('pageSize'))]
    const rows = ids.slice((page - 1) * size, page * size).map((id) => ({
      id,
      revision: 1,
      project: 'p',
      createdAt: 0,
      createdBy: 'a',
      updatedAt: 0,
      updatedBy: 'a',
      titles: {},
      name: id,
    }))
    return good({ rows, total: ids.length })
  }

export function fakeClient(fetch: typeof globalThis.fetch, more: Partial<ClientOptions> = {}): Client {
  return createClient({
    baseUrl: () => 'http://server.test',
    token: () => null,
    onUnauthorised: () => undefined,
    onFailure: () => undefined,
    fetch,
    ...more,
  })
}

/** In-memory Storage for a test. */
export function fakeStorage(start: Readonly<Record<string, string>> = {}): Storage {
  const map = new Map(Object.entries(start))
  return {
    get length() {
      return map.size
    },
    clear: () => map.clear(),
    getItem: (key) => map.get(key) ?? null,
    key: (index) => [...map.keys()][index] ?? null,
    removeItem: (key) => void map.delete(key),
    setItem: (key, value) => void map.set(key, value),
  }
}

/** Fake browser environment with this session storage. */
export const fakeSurroundings = (session: Readonly<Record<string, string>> = {}): Surroundings => ({
  sessionStorage: fakeStorage(session),
  localStorage: fakeStorage(),
  prefersDark: false,
  zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  events: new EventTarget(),
  origin: 'http://server.test',
  tabs: null,
})
