import { entityRoutes } from '../../contract/entities.ts'
import { errors, type ErrorName } from '../../contract/errors.ts'
import { routes, type Route } from '../../contract/routes.ts'
import { type Answer, fakeServer, good, type Request } from './fakes.ts'

/** What a route answers: its data, or an `Answer` made by `refusal` or `noAnswer`. */
export type RouteAnswers = Readonly<Record<string, (request: Request) => unknown>>

const allRoutes: Readonly<Record<string, Route>> = { ...routes, ...entityRoutes }
/** Paths without a parameter first: `/api/alarms/export` is no row of `/api/alarms/:id`. */
const known = Object.entries(allRoutes).map(([id, { method, path }]) => ({
  id, method, parameters: path.split(':').length, pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`),
})).sort((a, b) => a.parameters - b.parameters)

const refusals = new WeakSet<object>()
const isRefusal = (data: unknown): data is Answer => typeof data === 'object' && data !== null && refusals.has(data)

/** The server refuses a request with this error. */
export function refusal(error: ErrorName): Answer {
  const { status, code } = errors[error]
  const answer = { status, body: { code, msg: '', error } }
  refusals.add(answer)
  return answer
}

/** The connection breaks before the server answers. */
export function noAnswer(): never {
  throw new TypeError('no network')
}

/** A server that answers by route id, and with "not found" where a test names no answer. It records every request by its route id. */
export function serverByRoute(answers: RouteAnswers) {
  const routeOf = ({ method, url }: Pick<Request, 'method' | 'url'>): string | undefined => {
    const { pathname } = new URL(url)
    return known.find((route) => route.method === method && route.pattern.test(pathname))?.id
  }
  const { asked, fetch } = fakeServer(async (request) => {
    const answer = answers[routeOf(request) ?? '']
    if (!answer) return refusal('object.missing')
    const data = await answer(request)
    return isRefusal(data) ? data : good(data ?? null)
  })
  return {
    fetch,
    /** Requests of this route so far. */
    sent: (id: string): Request[] => asked.filter((request) => routeOf(request) === id),
    /** Route ids of requests that change something, in order. */
    writes: (): string[] => asked.filter(({ method }) => method !== 'GET').map((request) => routeOf(request) ?? request.url),
  }
}
