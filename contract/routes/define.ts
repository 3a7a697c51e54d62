import type * as z from 'zod'
import type { Policy } from '../access.ts'

type Schema = z.ZodType

/** One declared route: all that server and browser must agree on about it. */
export interface Route<
  Params extends Schema = Schema, Query extends Schema = Schema, Body extends Schema = Schema, Answer extends Schema = Schema,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With `:name` for each of `params`. */
  readonly path: string
  readonly policy: Policy
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  /** Largest body in bytes; `limits.http.bodyBytes` when absent. */
  readonly bodyBytes?: number
  /** Needs `If-Match: "<revision>"`. */
  readonly ifMatch?: true
  /** Needs `Idempotency-Key`: the same key with the same body gets the first answer again. */
  readonly idempotent?: true
  /** What `data` of the envelope holds. */
  readonly answer?: Answer
  /** Answers as it is, of this media type, without an envelope. */
  readonly raw?: 'application/json' | 'image/svg+xml' | 'text/plain'
  /** The body is `multipart/form-data` with one file, which the handler reads as it comes (`Call.upload`). */
  readonly multipart?: true
  /** Answers a file as it is (`ServedFile`), for saving and never to be shown as a page. */
  readonly blob?: true
  /** Fields of the answer that stand in the envelope too, beside `data`, by their name there. */
  readonly beside?: Readonly<Record<string, string>>
}

/** What a route of kind `blob` answers. */
export interface ServedFile {
  /** What the browser saves it as. */
  readonly name: string
  readonly type: string
  /** Absent where it is known at the end only. */
  readonly bytes?: number
  readonly content: AsyncIterable<Uint8Array>
}

/** Declares a route. The server registers declared routes only, and the browser's client is typed by the same object. */
export function defineRoute<
  Params extends Schema = z.ZodUndefined, Query extends Schema = z.ZodUndefined,
  Body extends Schema = z.ZodUndefined, Answer extends Schema = z.ZodUndefined,
>(route: Route<Params, Query, Body, Answer>): Route<Params, Query, Body, Answer> {
  return Object.freeze(route)
}

export type ParamsOf<R> = R extends Route<infer P> ? z.output<P> : never
export type QueryOf<R> = R extends Route<Schema, infer Q> ? z.output<Q> : never
export type BodyOf<R> = R extends Route<Schema, Schema, infer B> ? z.output<B> : never
export type AnswerOf<R> = R extends Route<Schema, Schema, Schema, infer A> ? z.output<A> : never
/** What a caller writes: fields with a default may be left out. */
export type QueryInputOf<R> = R extends Route<Schema, infer Q> ? z.input<Q> : never
export type BodyInputOf<R> = R extends Route<Schema, Schema, infer B> ? z.input<B> : never
