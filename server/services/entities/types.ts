import type { Entity, Row } from '../../../contract/entity/define.ts'
import type { EntityValues } from '../../../contract/entity/field.ts'
import type { ImportJob, RowEvent } from '../../../contract/entity/routes.ts'
import type { Db } from '../../database/index.ts'
import type { RequestContext } from '../base/requestContext.ts'
import type { RowChunks, SheetRow } from './rowChunks.ts'

/** Who makes a change: a person, or `systemContext`. */
export type Author = RequestContext | { readonly name: string; readonly role: string; readonly address: string; readonly request: string; readonly client?: string }

export const nameOf = (author: Author): string => ('session' in author ? author.session.name : author.name)

/** What a list asks for, as its query has it. `projects`: those the caller may see; undefined: all. */
export interface ListAsked {
  readonly projects: readonly string[] | undefined
  readonly project?: string | undefined
  readonly search?: string | undefined
  readonly sort?: string | undefined
  readonly filter?: Readonly<Record<string, string>> | undefined
  readonly since?: string | undefined
  readonly from?: number | undefined
  readonly to?: number | undefined
}

export interface PageAsked extends ListAsked {
  readonly page: number
  readonly pageSize: number
}

export interface RowPage {
  readonly rows: readonly Row[]
  readonly total: number
  readonly atLeast?: true
}

/** A row as those see it that refer to it. */
export interface Titled {
  readonly id: string
  readonly title: string
  /** Empty where the entity is in no project. */
  readonly project: string
}

export interface NewEntityRow {
  /** Needed where the entity is in projects. */
  readonly project?: string | undefined
  readonly values: unknown
  /** A row that is bound elsewhere may be taken over. */
  readonly overwrite?: boolean | undefined
}

export interface ChangeAsked {
  readonly values: unknown
  readonly overwrite?: boolean | undefined
}

/**
 * One entity's rows. Everything is refused by throwing a `ApiError`. What an entity with `custom` is handed in as has the same
 * face, and with it the same routes. `caller` is who reads, for those whose rows are not one project's; undefined: the server itself.
 */
export interface EntityService {
  readonly entity: Entity
  /** The project of a row: empty where the entity is in none, undefined where there is no such row. */
  projectOf(id: string): Promise<string | undefined>
  projectsOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>
  list(asked: PageAsked, caller?: RequestContext): Promise<RowPage>
  /** All rows of a listing; refused where there is none. */
  export(asked: ListAsked, caller?: RequestContext): Promise<RowPage>
  options(asked: ListAsked & { readonly ids?: readonly string[] | undefined }, caller?: RequestContext): Promise<readonly { readonly id: string; readonly title: string; readonly project?: string }[]>
  read(id: string, caller?: RequestContext): Promise<Row>
  create(author: Author, row: NewEntityRow): Promise<Row>
  update(author: Author, id: string, revision: number, change: ChangeAsked): Promise<Row>
  /** All or nothing. */
  updateMany(author: Author, ids: readonly string[], change: ChangeAsked): Promise<{ changed: number }>
  remove(author: Author, id: string): Promise<void>
  removeMany(author: Author, ids: readonly string[]): Promise<{ removed: number }>
  move(author: Author, id: string, move: string, values: unknown): Promise<Row>
  events(id: string, caller?: RequestContext): Promise<readonly RowEvent[]>
  /** Where the entity may be imported. */
  readonly imports?: EntityImports
  /** Those of the ids that there are; `lock` keeps them there until the transaction ends. Private ones are there for a reader who sees them. */
  titled(db: Db, ids: readonly string[], lock?: boolean, reader?: Author): Promise<ReadonlyMap<string, Titled>>
  /** Rows by title or id, of one project where the entity is in projects: for spreadsheets, where people write titles. */
  named(db: Db, texts: readonly string[], project: string, reader?: Author): Promise<ReadonlyMap<string, readonly string[]>>
}

/** An entity that is kept in a table, with what only the server itself may do. */
export interface StoredEntityService extends EntityService {
  /** Adds rows of the server's own, fields that no body may have among them; they are audited only where asked. */
  add(author: Author, rows: readonly { readonly project?: string; readonly values: EntityValues }[], options?: { readonly isAudited?: boolean }): Promise<readonly string[]>
  /**
   * Writes fields that the server owns (a state from the plant). The revision stays: nobody who is editing is disturbed. What depends
   * on what is there is given as a function of the locked row; null: nothing is to be written.
   */
  set(id: string, values: EntityValues | ((present: EntityValues) => EntityValues | null)): Promise<void>
  /** A stored secret in plain, for the server's own use; null where there is none. */
  secretOf(id: string, field: string): Promise<string | null>
}

export interface EntityImports {
  /** `zone`: whose clock the dates mean; the project's, or UTC's, where it is not said. */
  check(author: Author, project: string | undefined, rows: readonly SheetRow[] | RowChunks, zone?: string): Promise<ImportJob>
  /** The project that a job imports into; undefined where there is no such job. That a job is its starter's own, the others see to. */
  projectOf(job: string): string | undefined
  read(author: Author, job: string): ImportJob
  start(author: Author, job: string): Promise<ImportJob>
  /** Also takes away what was written, but for rows that others refer to and must not lose; the answer comes when that is done. */
  stop(author: Author, job: string): Promise<ImportJob>
}
