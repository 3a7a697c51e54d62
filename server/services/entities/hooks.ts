import type { Entity } from '../../../contract/entity/define.ts'
import type { EntityValues } from '../../../contract/entity/field.ts'
import type { Db } from '../../database/index.ts'
import type { Author } from './types.ts'

/** Within the write's transaction: a guard asks `tx` and nothing else, for the embedded database has one connection. */
export interface HookContext {
  readonly tx: Db
  readonly author: Author
  readonly entity: Entity
  /** Empty where the entity is in no project. */
  readonly project: string
  /** The person has been asked and takes over what is bound elsewhere. */
  readonly overwrite: boolean
  /** Of new rows, those that the same sheet or the same write brings, this one among them: one may name another that comes after it. */
  readonly alongside: readonly EntityValues[]
  /** Does something once the write is kept, before anybody is told of it: what is remembered beside the database. A write that fails or begins anew leaves nothing. */
  readonly onceKept: (then: () => void) => void
}

/** A row as it is before the write. */
export interface Present {
  readonly id: string
  readonly values: EntityValues
}

/** What was written, told after it is kept for good. */
export interface Written {
  readonly author: Author
  readonly entity: Entity
  readonly action: 'create' | 'update' | 'remove' | (string & {})
  readonly id: string
  readonly project: string
  readonly before?: EntityValues
  readonly after?: EntityValues
}

type Maybe<T> = T | Promise<T>
/** Values that are written instead or besides; nothing: as they were. */
type Changed = Maybe<EntityValues | void>

/**
 * What one entity asks for beyond its declaration. A guard refuses by throwing a `ApiError`, which undoes the whole write; values
 * that it gives back are written besides, the server's own fields among them.
 */
export interface EntityHooks {
  beforeCreate?(context: HookContext, values: EntityValues): Changed
  beforeUpdate?(context: HookContext, present: Present, values: EntityValues): Changed
  beforeRemove?(context: HookContext, present: Present): Maybe<void>
  beforeMove?(context: HookContext, present: Present, move: string, values: EntityValues): Changed
  /** After the transaction: nothing that it throws undoes the write, and it is logged. */
  afterWrite?(written: Written): Maybe<void>
}

/** By the entity's name; put together in `start.ts`, where services may know each other. */
export type Hooks = Readonly<Record<string, EntityHooks>>
