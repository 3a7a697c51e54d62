import { entityRoutes } from '../../contract/entities.ts'
import { errors, type ErrorName } from '../../contract/errors.ts'
import { routes, type Route } from '../../contract/routes.ts'
import { type Answer, fakeServer, good, type Request } from './fakes.ts'

/** Responses by route id: data, or an `Answer` created by `refusal` or `noAnswer`. */
export type RouteResponses = Readonly<Record<string, (request: Request) => unknown>>

const allRoutes: Readonly<Record<string, Route>> = { ...routes, ...entityRoutes }
/** Paths without parameters first: `/api/alarms/export` is not a row of `/api/alarms/:id`. */
const knownRoutes = Object.entries(allRoutes)
  .map(([id, { method, path }]) => ({
    id,
    method,
    parameters: path.split(':').length,
    pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`),
  }))
  .sort((a, b) => a.parameters - b.parameters)

const refusals = new WeakSet<object>()
const isRefusal = (data: unknown): data is Answer => typeof data === 'object' && data !== null && refusals.has(data)

/** The server rejects a request with this error. */
export function refusal(error: ErrorName): Answer {
  const { status, code } = errors[error]
  const answer = { status, body: { code, msg: '', error } }
  refusals.add(answer)
  return answer
}

/** The connection breaks before the server answers. */
export function failUnanswered(): never {
  throw new TypeError('no network')
}

/** Fake server with responses by route id; other routes return "not found". Records all requests. */
export function serverByRoute(answers: RouteResponses) {
  const findRoute = ({ method, url }: Pick<Request, 'method' | 'url'>): string | undefined => {
    const { pathname } = new URL(url)
    return knownRoutes.find((route) => route.method === method && route.pattern.test(pathname))?.id
  }
  const { requests, fetch } = fakeServer(async (request) => {
    const answer = answers[findRoute(request) ?? '']
    if (!answer) return refusal('object.missing')
    const data = await answer(request)
    return isRefusal(data) ? data : good(data ?? null)
  })
  return {
    fetch,
    /** Requests of this route so far. */
    sent: (id: string): Request[] => requests.filter((request) => findRoute(request) === id),
    /** Route ids of all write requests, in order. */
    writes: (): string[] =>
      requests.filter(({ method }) => method !== 'GET').map((request) => findRoute(request) ?? request.url),
  }
}
