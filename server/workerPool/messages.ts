import type { ErrorName } from '../../contract/errors.ts'
import type { ApiError } from '../../contract/errors.ts'
import type { TaskName } from './tasks.ts'

/** Message to a worker. */
export interface TaskMessage {
  readonly name: TaskName
  readonly input: unknown
}

/** Result of a worker. Copying between threads loses the class of an error, so an `ApiError` is sent as data. */
export type TaskResult =
  | { readonly kind: 'value'; readonly value: unknown }
  | {
      readonly kind: 'refusal'
      readonly error: ErrorName
      readonly problems: ApiError['problems']
      readonly detail: ApiError['detail']
    }
