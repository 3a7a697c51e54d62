import type { Entity } from '../../../contract/entity/define.ts'
import type { EntityValues } from '../../../contract/entity/field.ts'
import type { Db } from '../../database/index.ts'
import type { Author } from './types.ts'

/**
 * Context within the write's transaction. Hooks must query through `tx` only, because the embedded database has one
 * connection.
 */
export interface HookContext {
  readonly tx: Db
  readonly author: Author
  readonly entity: Entity
  /** Empty for entities without a project. */
  readonly project: string
  /** True if the user confirmed replacing an existing binding. */
  readonly overwrite: boolean
  /** Values of all new rows in the same write or import, including this one, because a row may refer to a later one. */
  readonly otherRows: readonly EntityValues[]
  /**
   * Registers an in-memory effect that runs after the commit and before listeners are notified. A failed or retried
   * write discards it.
   */
  readonly afterCommit: (then: () => void) => void
}

/** A row before the write. */
export interface CurrentRow {
  readonly id: string
  readonly values: EntityValues
}

/** A completed write, reported after the commit. */
export interface WrittenRow {
  readonly author: Author
  readonly entity: Entity
  readonly action: 'create' | 'update' | 'remove' | (string & {})
  readonly id: string
  readonly project: string
  readonly before?: EntityValues
  readonly after?: EntityValues
}

type Maybe<T> = T | Promise<T>
/** Values to write additionally or instead; undefined for no change. */
type ChangedValues = Maybe<EntityValues | void>

/**
 * Custom logic of an entity. A hook rejects a write by throwing an `ApiError`, which rolls it back. Returned values are
 * written as well, including fields managed by the server.
 */
export interface EntityHooks {
  beforeCreate?(context: HookContext, values: EntityValues): ChangedValues
  beforeUpdate?(context: HookContext, present: CurrentRow, values: EntityValues): ChangedValues
  beforeRemove?(context: HookContext, present: CurrentRow): Maybe<void>
  beforeMove?(context: HookContext, present: CurrentRow, move: string, values: EntityValues): ChangedValues
  /** Runs after the commit. Errors are logged and do not undo the write. */
  afterWrite?(written: WrittenRow): Maybe<void>
}

/** Hooks by entity name. They are assembled in `server/start/`, where services may refer to each other. */
export type Hooks = Readonly<Record<string, EntityHooks>>
