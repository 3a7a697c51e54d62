import type * as z from 'zod'
import type { Policy } from '../access.ts'

type Schema = z.ZodType

/** Declaration of a route, shared by server and browser. */
export interface Route<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Answer extends Schema = Schema,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Contains `:name` for each of `params`. */
  readonly path: string
  readonly policy: Policy
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  /** Maximum body size in bytes. Defaults to `limits.http.bodyBytes`. */
  readonly bodyBytes?: number
  /** Requires the header `If-Match: "<revision>"`. */
  readonly ifMatch?: true
  /** Requires the header `Idempotency-Key`. A repeated key with the same body returns the first response again. */
  readonly idempotent?: true
  /** Schema of `data` in the response envelope. */
  readonly answer?: Answer
  /** Media type of a response without an envelope. */
  readonly raw?: 'application/json' | 'image/svg+xml' | 'text/plain'
  /** The body is `multipart/form-data` with one file, streamed to the handler (`Call.upload`). */
  readonly multipart?: true
  /** Responds with a file download (`ServedFile`), never displayed inline. */
  readonly blob?: true
  /** Response fields that the envelope repeats beside `data`, mapped to their names there. */
  readonly envelopeFields?: Readonly<Record<string, string>>
}

/** Response of a `blob` route. */
export interface ServedFile {
  /** File name of the download. */
  readonly name: string
  readonly type: string
  /** Size in bytes. Absent if it is unknown until the end. */
  readonly bytes?: number
  readonly content: AsyncIterable<Uint8Array>
}

/**
 * Declares a route. The server registers declared routes only, and the client derives its types from the same object.
 */
export function defineRoute<
  Params extends Schema = z.ZodUndefined,
  Query extends Schema = z.ZodUndefined,
  Body extends Schema = z.ZodUndefined,
  Answer extends Schema = z.ZodUndefined,
>(route: Route<Params, Query, Body, Answer>): Route<Params, Query, Body, Answer> {
  return Object.freeze(route)
}

/** Path parameters of a route after validation. */
export type RouteParams<R> = R extends Route<infer P> ? z.output<P> : never
/** Query of a route after validation: defaults are applied and texts are converted. */
export type RouteQuery<R> = R extends Route<Schema, infer Q> ? z.output<Q> : never
/** Body of a request after validation. */
export type RouteBody<R> = R extends Route<Schema, Schema, infer B> ? z.output<B> : never
/** Type of `data` in the response envelope of a route. */
export type RouteResponse<R> = R extends Route<Schema, Schema, Schema, infer A> ? z.output<A> : never
/** Query type of the caller: fields with a default are optional. */
export type RouteQueryInput<R> = R extends Route<Schema, infer Q> ? z.input<Q> : never
/** Request body sent by the caller: fields with a default are optional. */
export type RouteBodyInput<R> = R extends Route<Schema, Schema, infer B> ? z.input<B> : never
