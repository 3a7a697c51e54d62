import type { ErrorName } from '../../contract/errors.ts'
import type { AnswerOf, BodyOf, ParamsOf, QueryOf, RouteId, Routes } from '../../contract/routes.ts'
import type { Caller, Origin } from '../services/caller.ts'
import type { Upload } from '../services/files/types.ts'
import type { SerializedAnswer } from '../services/serializedAnswer.ts'
import type { RefreshCookies } from './refreshCookies.ts'

/** What came in with a request, checked by the route's schemas. */
export interface Call<R> extends Origin {
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
  | { readonly kind: 'open'; readonly answer: (call: Call<R>) => Answer<R> }
  | { readonly kind: 'own'; readonly answer: (call: Call<R>, caller: Caller) => Answer<R> }
  | {
      readonly kind: 'object'
      /** The project of what is asked for; undefined when there is no such thing. */
      readonly project: (call: Call<R>) => Promise<string | undefined>
      /** What is said where there is none, or one that the caller may not know of: the same. */
      readonly missing?: ErrorName
      readonly answer: (call: Call<R>, caller: Caller) => Answer<R>
    }
  /** `projects`: those the caller may see; undefined: all. */
  | { readonly kind: 'list'; readonly answer: (call: Call<R>, caller: Caller, projects: readonly string[] | undefined) => Answer<R> }

/** One handler for each declared route: a missing one does not compile. */
export type Handlers = { readonly [Id in RouteId]: Handler<Routes[Id]> }

/** A handler whose route is not known by type: what the loop over all of them sees. Methods, so that each handler is one. */
export type AnyHandler =
  | { readonly kind: 'open'; answer(call: AnyCall): unknown }
  | { readonly kind: 'own'; answer(call: AnyCall, caller: Caller): unknown }
  | { readonly kind: 'object'; readonly missing?: ErrorName; project(call: AnyCall): Promise<string | undefined>; answer(call: AnyCall, caller: Caller): unknown }
  /** Several objects at once: each must be there and granted, or none is touched. */
  | { readonly kind: 'objects'; projects(call: AnyCall): Promise<readonly (string | undefined)[]>; answer(call: AnyCall, caller: Caller): unknown }
  | { readonly kind: 'list'; answer(call: AnyCall, caller: Caller, projects: readonly string[] | undefined): unknown }

export interface AnyCall extends Origin {
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
