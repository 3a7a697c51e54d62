import type { Entity, Row } from '../../../contract/entity/define.ts'
import type { EntityValues } from '../../../contract/entity/field.ts'
import type { ImportJob, RowEvent } from '../../../contract/entity/routes.ts'
import type { Db } from '../../database/index.ts'
import type { RequestContext } from '../base/requestContext.ts'
import type { RowChunks, SheetRow } from './rowChunks.ts'

/** Author of a change: a user's request, or `systemContext`. */
export type Author =
  | RequestContext
  | {
      readonly name: string
      readonly role: string
      readonly address: string
      readonly request: string
      readonly client?: string
    }

export const getAuthorName = (author: Author): string => ('session' in author ? author.session.name : author.name)

/** List query. `projects`: those visible to the caller; undefined: all. */
export interface ListQuery {
  readonly projects: readonly string[] | undefined
  readonly project?: string | undefined
  readonly search?: string | undefined
  readonly sort?: string | undefined
  readonly filter?: Readonly<Record<string, string>> | undefined
  readonly since?: string | undefined
  readonly from?: number | undefined
  readonly to?: number | undefined
}

export interface PageQuery extends ListQuery {
  readonly page: number
  readonly pageSize: number
}

export interface RowPage {
  readonly rows: readonly Row[]
  readonly total: number
  readonly atLeast?: true
}

/** A row as shown where it is referenced. */
export interface Titled {
  readonly id: string
  readonly title: string
  /** Empty for entities without a project. */
  readonly project: string
}

export interface NewEntityRow {
  /** Required for entities with a project. */
  readonly project?: string | undefined
  readonly values: unknown
  /** True to replace an existing binding. */
  readonly overwrite?: boolean | undefined
}

export interface ChangeRequest {
  readonly values: unknown
  readonly overwrite?: boolean | undefined
}

/**
 * Access to the rows of an entity. Errors are thrown as `ApiError`. Services of `custom` entities implement the same
 * interface and get the same routes. `caller` limits visible rows; undefined: the server itself.
 */
export interface EntityService {
  readonly entity: Entity
  /** Project of a row; empty for entities without a project, undefined for a missing row. */
  findProject(id: string): Promise<string | undefined>
  findProjects(ids: readonly string[]): Promise<ReadonlyMap<string, string>>
  list(query: PageQuery, caller?: RequestContext): Promise<RowPage>
  /** All rows of a list query. Throws if the entity has no list export. */
  export(query: ListQuery, caller?: RequestContext): Promise<RowPage>
  options(
    query: ListQuery & { readonly ids?: readonly string[] | undefined },
    caller?: RequestContext,
  ): Promise<readonly { readonly id: string; readonly title: string; readonly project?: string }[]>
  read(id: string, caller?: RequestContext): Promise<Row>
  create(author: Author, row: NewEntityRow): Promise<Row>
  update(author: Author, id: string, revision: number, change: ChangeRequest): Promise<Row>
  /** Changes all rows or none. */
  updateMany(author: Author, ids: readonly string[], change: ChangeRequest): Promise<{ changed: number }>
  remove(author: Author, id: string): Promise<void>
  removeMany(author: Author, ids: readonly string[]): Promise<{ removed: number }>
  move(author: Author, id: string, move: string, values: unknown): Promise<Row>
  events(id: string, caller?: RequestContext): Promise<readonly RowEvent[]>
  /** Present if the entity supports imports. */
  readonly imports?: EntityImports
  /**
   * Titles of the existing rows among the ids. `lock` keeps them from being deleted until the transaction ends. Private
   * rows are included only if visible to the reader.
   */
  getTitles(db: Db, ids: readonly string[], lock?: boolean, reader?: Author): Promise<ReadonlyMap<string, Titled>>
  /** Ids by title or id within a project, for spreadsheets, which contain titles. */
  findIds(
    db: Db,
    texts: readonly string[],
    project: string,
    reader?: Author,
  ): Promise<ReadonlyMap<string, readonly string[]>>
}

/** An entity stored in a table, with operations reserved for the server. */
export interface StoredEntityService extends EntityService {
  /** Adds rows of the server, including fields that requests may not set. Audited only if `isAudited` is set. */
  add(
    author: Author,
    rows: readonly { readonly project?: string; readonly values: EntityValues }[],
    options?: { readonly isAudited?: boolean },
  ): Promise<readonly string[]>
  /**
   * Writes server-managed fields, such as a device state, without changing the revision, so that editors see no
   * conflict. With a function, the values are computed from the locked row; null writes nothing.
   */
  set(id: string, values: EntityValues | ((present: EntityValues) => EntityValues | null)): Promise<void>
  /** Returns a decrypted secret for internal use, or null. */
  readSecret(id: string, field: string): Promise<string | null>
}

export interface EntityImports {
  /** Validates an import. `zone`: time zone of dates; default is the project's zone, or UTC. */
  check(
    author: Author,
    project: string | undefined,
    rows: readonly SheetRow[] | RowChunks,
    zone?: string,
  ): Promise<ImportJob>
  /**
   * Project of an import job; undefined if it does not exist. The other methods check that the job belongs to the
   * caller.
   */
  findProject(job: string): string | undefined
  read(author: Author, job: string): ImportJob
  start(author: Author, job: string): Promise<ImportJob>
  /** Stops the job and removes the rows written, except referenced ones. Resolves when done. */
  stop(author: Author, job: string): Promise<ImportJob>
}
