import type { ErrorName } from '../../contract/errors.ts'
import type { RouteResponse, RouteBody, RouteParams, RouteQuery, RouteId, Routes } from '../../contract/routes.ts'
import type { RequestContext, ClientInfo } from '../services/base/requestContext.ts'
import type { Upload } from '../services/files/types.ts'
import type { SerializedResponse } from '../services/base/serializedAnswer.ts'
import type { RefreshCookies } from './request/refreshCookies.ts'

/** A request, validated by the schemas of its route. */
export interface RouteRequest<R> extends ClientInfo {
  readonly params: RouteParams<R>
  readonly query: RouteQuery<R>
  readonly body: RouteBody<R>
  /** Revision of `If-Match` if the route requires it, otherwise 0. */
  readonly revision: number
  /** Value of `Idempotency-Key` if the route requires it, otherwise empty. */
  readonly key: string
  /** Host name and port by which the browser reached the server. */
  readonly host: string
  /** Reads the file of a `multipart` route; throws for other routes. */
  readonly upload: () => Promise<Upload>
  /** Refresh cookies, for the session routes. */
  readonly cookies: RefreshCookies
  /** Returns false once the client has disconnected, so that a long query can stop. */
  readonly shouldContinue: () => boolean
}

/** A route without an answer may return nothing. */
type ResponseValue<R> = undefined extends RouteResponse<R> ? void : RouteResponse<R>
type Answer<R> = ResponseValue<R> | Promise<ResponseValue<R> | SerializedResponse<RouteResponse<R>>>

/**
 * Handler of a route. Its kind must match the policy of the route, which the server checks on start: an object in a
 * project cannot be answered without declaring its project.
 */
export type Handler<R> =
  | { readonly kind: 'open'; readonly answer: (call: RouteRequest<R>) => Answer<R> }
  | { readonly kind: 'own'; readonly answer: (call: RouteRequest<R>, caller: RequestContext) => Answer<R> }
  | {
      readonly kind: 'object'
      /** Project of the requested object; undefined if it does not exist. */
      readonly project: (call: RouteRequest<R>) => Promise<string | undefined>
      /** Error for an object that does not exist or that the caller may not see; the same for both. */
      readonly missing?: ErrorName
      readonly answer: (call: RouteRequest<R>, caller: RequestContext) => Answer<R>
    }
  /** `projects`: projects that the caller may see; undefined for all. */
  | {
      readonly kind: 'list'
      readonly answer: (
        call: RouteRequest<R>,
        caller: RequestContext,
        projects: readonly string[] | undefined,
      ) => Answer<R>
    }

/** One handler for each declared route; a missing one is a compile error. */
export type Handlers = { readonly [Id in RouteId]: Handler<Routes[Id]> }

/**
 * A handler without the type of its route, as generic code uses it. Declared with methods, so that every `Handler` is
 * assignable.
 */
export type AnyHandler =
  | { readonly kind: 'open'; answer(call: AnyRouteRequest): unknown }
  | { readonly kind: 'own'; answer(call: AnyRouteRequest, caller: RequestContext): unknown }
  | {
      readonly kind: 'object'
      readonly missing?: ErrorName
      project(call: AnyRouteRequest): Promise<string | undefined>
      answer(call: AnyRouteRequest, caller: RequestContext): unknown
    }
  /** Several objects at once: if one is missing or not granted, none is changed. */
  | {
      readonly kind: 'objects'
      projects(call: AnyRouteRequest): Promise<readonly (string | undefined)[]>
      answer(call: AnyRouteRequest, caller: RequestContext): unknown
    }
  | {
      readonly kind: 'list'
      answer(call: AnyRouteRequest, caller: RequestContext, projects: readonly string[] | undefined): unknown
    }

export interface AnyRouteRequest extends ClientInfo {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
  readonly revision: number
  readonly key: string
  readonly host: string
  readonly upload: () => Promise<Upload>
  readonly cookies: RefreshCookies
  readonly shouldContinue: () => boolean
}
