import type { ErrorName } from '../../contract/errors.ts'
import type { ApiError } from '../../contract/errors.ts'
import type { TaskName } from './tasks.ts'

/** What a worker receives. */
export interface TaskMessage {
  readonly name: TaskName
  readonly input: unknown
}

/** What a worker returns. Copying between threads loses the class of an error, so a refusal is sent as data. */
export type TaskResult =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'refusal'; readonly error: ErrorName; readonly problems: ApiError['problems']; readonly detail: ApiError['detail'] }
