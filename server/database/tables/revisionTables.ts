import type { ColumnType } from 'kysely'

const fileId = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'

/**
 * All saved revisions of drawings; most are stored as a delta to the previous one. For drawings older than this table,
 * the revisions start with the current one. The table does not reference `drawing`, so revisions remain while a drawing
 * is in the recycle bin.
 */
export const revisionStatements: readonly string[] = [
  `create table drawing_revision (
    drawing text not null, revision int not null, project text not null references project (id) on delete cascade, form text not null check (form in ('plain', 'full', 'delta')),
    base int not null, content bytea not null, chain_bytes int not null, hash text not null, bytes int not null, name text not null, components int not null, width float8 not null,
    height float8 not null, saved_at timestamptz not null, saved_by text not null, author text, note text not null default '', restored_from int, files jsonb not null default '[]',
    primary key (drawing, revision))`,
  `create index drawing_revision_project on drawing_revision (project)`,
  `insert into drawing_revision (drawing, revision, project, form, base, content, chain_bytes, hash, bytes, name, components, width, height, saved_at, saved_by, files)
    select id, revision, project, 'plain', revision, convert_to(body, 'UTF8'), 0, hash, octet_length(body), name, components, width, height, updated_at, updated_by,
      coalesce((select jsonb_agg(distinct found[1]) from regexp_matches(body, '${fileId}', 'g') as found), '[]') from drawing`,
]

type Instant = ColumnType<Date, Date, Date>

export interface DrawingRevisionTable {
  drawing: string
  revision: number
  project: string
  /**
   * `plain`: the text. `full`: the compressed text. `delta`: the compressed difference to the previous revision
   * (`services/drawings`).
   */
  form: 'plain' | 'full' | 'delta'
  /** Revision with the full copy on which the deltas up to this one are based; all revisions in between exist. */
  base: number
  content: Buffer
  /** Total size of the deltas from the base up to this one, in bytes. */
  chain_bytes: number
  /** Hash of the text. */
  hash: string
  bytes: number
  name: string
  components: number
  width: number
  height: number
  saved_at: Instant
  saved_by: string
  /** Account; null for the server or an unknown author. */
  author: string | null
  note: ColumnType<string, string | undefined, string>
  /** Revision whose content was restored. */
  restored_from: number | null
  /** Ids of uploaded files that this revision added; written as JSON text. */
  files: ColumnType<readonly string[], string, string>
}
