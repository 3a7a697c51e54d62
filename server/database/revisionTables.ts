import type { ColumnType } from 'kysely'

const fileId = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'

/**
 * Every saved revision of a drawing. Most are stored as the delta to the one before. A drawing that is older than this table begins with the
 * revision that it has. The table does not reference the drawing: the revisions of a deleted one stay with it in the recycle bin.
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
  /** `plain`: the text. `full`: the text, compressed. `delta`: what changed since the revision before, compressed (`services/drawings`). */
  form: 'plain' | 'full' | 'delta'
  /** The revision with the full copy that the deltas up to this one begin with; all between are there. */
  base: number
  content: Buffer
  /** Bytes of the deltas from the base up to this one. */
  chain_bytes: number
  /** Of the text. */
  hash: string
  bytes: number
  name: string
  components: number
  width: number
  height: number
  saved_at: Instant
  saved_by: string
  /** The account; null: the server, or not known. */
  author: string | null
  note: ColumnType<string, string | undefined, string>
  /** The revision whose content this one brought back. */
  restored_from: number | null
  /** Ids of uploaded files that this one names and the one before did not; written as JSON text. */
  files: ColumnType<readonly string[], string, string>
}
