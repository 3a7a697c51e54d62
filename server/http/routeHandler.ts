import type { ErrorName } from '../../contract/errors.ts'
import type { AnswerOf, BodyOf, ParamsOf, QueryOf, RouteId, Routes } from '../../contract/routes.ts'
import type { RequestContext, ClientInfo } from '../services/base/requestContext.ts'
import type { Upload } from '../services/files/types.ts'
import type { SerializedAnswer } from '../services/base/serializedAnswer.ts'
import type { RefreshCookies } from './refreshCookies.ts'

/** What came in with a request, checked by the route's schemas. */
export interface RouteRequest<R> extends ClientInfo {
  readonly params: ParamsOf<R>
  readonly query: QueryOf<R>
  readonly body: BodyOf<R>
  /** Of `If-Match`, where the route asks for it; else 0. */
  readonly revision: number
  /** Of `Idempotency-Key`, where the route asks for it; else empty. */
  readonly key: string
  /** The name and port by which the browser reached us. */
  readonly host: string
  /** The file of a route of kind `multipart`; elsewhere there is none to ask for. */
  readonly upload: () => Promise<Upload>
  /** What the browser keeps for the session's own routes. */
  readonly cookies: RefreshCookies
  /** Whether the client is still there: a long answer stops where it is once it is not. */
  readonly isWanted: () => boolean
}

/** A route that answers nothing may return nothing. */
type Answered<R> = undefined extends AnswerOf<R> ? void : AnswerOf<R>
type Answer<R> = Answered<R> | Promise<Answered<R> | SerializedAnswer<AnswerOf<R>>>

/**
 * How a route is answered. Its kind must fit the route's policy, which the server checks before it opens: an object
 * of a project cannot be answered without saying which project it is in.
 */
export type Handler<R> =
  | { readonly kind: 'open'; readonly answer: (call: RouteRequest<R>) => Answer<R> }
  | { readonly kind: 'own'; readonly answer: (call: RouteRequest<R>, caller: RequestContext) => Answer<R> }
  | {
      readonly kind: 'object'
      /** The project of what is asked for; undefined when there is no such thing. */
      readonly project: (call: RouteRequest<R>) => Promise<string | undefined>
      /** What is said where there is none, or one that the caller may not know of: the same. */
      readonly missing?: ErrorName
      readonly answer: (call: RouteRequest<R>, caller: RequestContext) => Answer<R>
    }
  /** `projects`: those the caller may see; undefined: all. */
  | { readonly kind: 'list'; readonly answer: (call: RouteRequest<R>, caller: RequestContext, projects: readonly string[] | undefined) => Answer<R> }

/** One handler for each declared route: a missing one does not compile. */
export type Handlers = { readonly [Id in RouteId]: Handler<Routes[Id]> }

/** A handler whose route is not known by type: what the loop over all of them sees. Methods, so that each handler is one. */
export type AnyHandler =
  | { readonly kind: 'open'; answer(call: AnyRouteRequest): unknown }
  | { readonly kind: 'own'; answer(call: AnyRouteRequest, caller: RequestContext): unknown }
  | { readonly kind: 'object'; readonly missing?: ErrorName; project(call: AnyRouteRequest): Promise<string | undefined>; answer(call: AnyRouteRequest, caller: RequestContext): unknown }
  /** Several objects at once: each must be there and granted, or none is touched. */
  | { readonly kind: 'objects'; projects(call: AnyRouteRequest): Promise<readonly (string | undefined)[]>; answer(call: AnyRouteRequest, caller: RequestContext): unknown }
  | { readonly kind: 'list'; answer(call: AnyRouteRequest, caller: RequestContext, projects: readonly string[] | undefined): unknown }

export interface AnyRouteRequest extends ClientInfo {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
  readonly revision: number
  readonly key: string
  readonly host: string
  readonly upload: () => Promise<Upload>
  readonly cookies: RefreshCookies
  readonly isWanted: () => boolean
}
