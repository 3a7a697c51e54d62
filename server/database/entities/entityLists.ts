import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { monotonicNow } from '../../monotonicClock.ts'
import type { EntityTable, StoredRow } from './entityColumns.ts'
import { sqlName, readable } from './entityColumns.ts'
import type { Condition, Sort } from './entityPagination.ts'
import {
  firstRowsQuery,
  queryInOrder,
  createOrderBy,
  readOrderedPage,
  readPage,
  rowsVersion,
} from './entityPagination.ts'
import { normalizeForSearch, computeSearchGrams } from './ngramIndex.ts'
import type { Db } from '../index.ts'
import { withPlannerHints } from '../plannerHints.ts'

export type { Condition } from './entityPagination.ts'

export interface Listing {
  /** Projects to search; undefined for all. */
  readonly projects: readonly string[] | undefined
  readonly search?: string | undefined
  /** Additional search condition for rows that display a text stored elsewhere. */
  readonly orSearch?: OrSearch | undefined
  readonly conditions: readonly Condition[]
  readonly sort: Sort
  readonly limit: number
  readonly offset: number
  /** Whether the total is required; a selection list shows only its first rows. */
  readonly isCounted?: boolean
}

/** A condition in two forms: `sharp` can use its index, `loose` is evaluated on rows that are read anyway. */
export interface OrSearch {
  readonly sharp: Condition
  readonly loose: Condition
}

export interface ListResult {
  readonly rows: readonly StoredRow[]
  readonly total: number
  readonly atLeast?: true
}

/** Matching rows are counted up to this number. */
const countedRows = 2_000
/** Time for which a condition is assumed to match more than `countedRows` rows, together with the best access path. */
const cutMs = 10_000
const maxCuts = 200
/** Number of rows at the start of the order that are sampled to estimate how many match. */
const probedRows = 800
/**
 * Number of search grams that are sampled. Rows are found by the `usedGrams` rarest of them, and the text is always
 * compared.
 */
const probedGrams = 16
const usedGrams = 4
/** Without a total, number of rows that are read in order before an index is used. */
const walkedRows = 20_000
const joinedCounts = 100
const countMs = 500
/**
 * A page that ends before this row is read directly with all columns: for a short range, the planner always chooses the
 * index.
 */
const nearRows = 200

/**
 * Reads a page of a list of any length. Without conditions, it reads along an index from the nearer end, and triggers
 * maintain the total. With conditions, it samples the start of the order: common matches are read in order, rare ones
 * by the index of the rarest condition. The PostgreSQL planner cannot make this choice, because the embedded database
 * does not collect statistics by itself.
 */
export async function listRows(db: Db, table: EntityTable, listing: Listing): Promise<ListResult> {
  const counts = await countRows(db, table)
  const projects = (listing.projects ?? [...counts.keys()]).filter((project) => (counts.get(project) ?? 0) > 0)
  const all = projects.reduce((sum, project) => sum + (counts.get(project) ?? 0), 0)
  if (all === 0) return { rows: [], total: 0 }
  const conditions = createConditions(listing, projects)
  if (conditions.length === 0 && listing.offset + listing.limit <= nearRows)
    return { rows: await nearPage(db, table, projects, listing), total: all }
  if (conditions.length === 0) {
    const ids = await readOrderedPage(db, table, projects, listing.sort, listing.offset, listing.limit, all)
    return { rows: await readInOrder(db, table, ids), total: all }
  }
  const readForward = (): Promise<string[]> =>
    readPage(
      db,
      table,
      projects,
      listing.sort,
      conditions.map(({ loose }) => loose),
      listing.offset,
      listing.limit,
    )
  const cut = async (ids: readonly string[]): Promise<ListResult> => ({
    rows: await readInOrder(db, table, ids),
    total: countedRows,
    atLeast: true,
  })
  const cuts = getCutCache(db, table, projects, listing)
  const cached = cuts.find()
  if (cached)
    return cut(
      cached.probe ? await sortPage(db, table, projects, conditions, cached.probe, listing) : await readForward(),
    )
  const probe = await probeRows(db, table, projects, listing.sort, conditions)
  const endRow = listing.offset + listing.limit
  if (listing.isCounted === false && endRow * probe.sampleCount <= probe.matchCount * walkedRows) {
    const ids = await walkPage(db, table, projects, conditions, listing)
    if (ids.length === listing.limit) return { rows: await readInOrder(db, table, ids), total: endRow, atLeast: true }
  }
  const isCommon = probe.sampleCount < probedRows || probe.matchCount * 10 >= probe.sampleCount
  const result = isCommon ? undefined : await findRare(db, table, projects, conditions, probe, listing)
  const total = result?.total ?? (await countCommon(db, table, projects, conditions, probe))
  if (total <= countedRows) return { rows: await readInOrder(db, table, result?.ids ?? (await readForward())), total }
  // Matches that are rare at the start but exceed the count limit may be anywhere; reading in order could scan all
  // rows.
  const isScattered = result !== undefined && probe.matchCount === 0
  cuts.store(isScattered ? { probe } : {})
  return cut(isScattered ? await sortPage(db, table, projects, conditions, probe, listing) : await readForward())
}

/**
 * Cached result for a condition with more than `countedRows` matches. With a probe, its pages are found by the rarest
 * condition and sorted.
 */
interface Cut {
  readonly probe?: Probe
}

const cutsByTable = new WeakMap<EntityTable, Map<string, Cut & { readonly untilMs: number }>>()

function getCutCache(
  db: Db,
  table: EntityTable,
  projects: readonly string[],
  { search, orSearch, conditions, sort }: Listing,
): { find(): Cut | undefined; store(cut: Cut): void } {
  const cuts = cutsByTable.get(table) ?? new Map<string, Cut & { readonly untilMs: number }>()
  cutsByTable.set(table, cuts)
  const compiled = [...conditions, ...(orSearch ? [orSearch.loose] : [])].map((condition) => condition.compile(db))
  const key = JSON.stringify([
    rowsVersion(table),
    projects,
    search,
    sort,
    compiled.map(({ sql: text, parameters }) => [text, parameters]),
  ])
  return {
    find() {
      const cut = cuts.get(key)
      return cut && cut.untilMs > monotonicNow() ? cut : undefined
    },
    store(cut) {
      if (cuts.size >= maxCuts) cuts.clear()
      cuts.set(key, { ...cut, untilMs: monotonicNow() + cutMs })
    },
  }
}

async function nearPage(
  db: Db,
  table: EntityTable,
  projects: readonly string[],
  { sort, offset, limit }: Listing,
): Promise<readonly StoredRow[]> {
  const { rows } = await sql<StoredRow>`
    select * from (${firstRowsQuery(table, projects, readable(table), sort, [], offset + limit)}) as u order by ${createOrderBy(sort)} offset ${offset} limit ${limit}`.execute(
    db,
  )
  return rows
}

/**
 * Returns the number of rows by project. Includes writes of this server immediately, writes of others within `countMs`.
 */
export function countRows(db: Db, table: EntityTable): Promise<Counts> {
  const version = rowsVersion(table)
  const cached = countsByTable.get(table)
  if (cached && cached.version === version && cached.untilMs > monotonicNow()) return cached.counts
  const counts = readCounts(db, table)
  countsByTable.set(table, { version, untilMs: monotonicNow() + countMs, counts })
  counts.catch(() => countsByTable.delete(table))
  return counts
}

type Counts = ReadonlyMap<string, number>

const countsByTable = new WeakMap<
  EntityTable,
  { readonly version: number; readonly untilMs: number; readonly counts: Promise<Counts> }
>()

/** Reads the counts that triggers maintain, and merges many small entries into one. */
async function readCounts(db: Db, { entity }: EntityTable): Promise<Counts> {
  const { rows } = await sql<{ project: string; rows: string; parts: string }>`
    select project, sum(rows) as rows, count(*) as parts from entity_count where entity = ${entity.name} group by project order by project`.execute(
    db,
  )
  if (rows.some(({ parts }) => Number(parts) > joinedCounts)) {
    await sql`with gone as (delete from entity_count where entity = ${entity.name} returning project, rows)
      insert into entity_count select ${entity.name}, project, sum(rows) from gone group by project`.execute(db)
  }
  return new Map(rows.map(({ project, rows: count }) => [project, Number(count)]))
}

/**
 * A condition in a form that can use an index (`sharp`) and a form that cannot (`loose`), which keeps the planner on
 * the index of the order.
 */
interface TwoFormCondition {
  /** Grams of a search condition. Their index does not include the project. */
  readonly grams?: readonly number[]
  readonly sharp: Condition
  readonly loose: Condition
}

function createConditions(
  { search = '', orSearch, conditions }: Listing,
  projects: readonly string[],
): TwoFormCondition[] {
  const normalized = normalizeForSearch(search)
  const pattern = `%${normalized.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const fits = sql<boolean>`"_search" like ${pattern}`
  const grams = computeSearchGrams(normalized).slice(0, probedGrams)
  // Each side uses its own index.
  const either =
    orSearch &&
    sql<boolean>`(("_grams" @> ${grams}::int2[] and ${fits}) or (${inProjects(projects)} and ${orSearch.sharp}))`
  return [
    ...(normalized === ''
      ? []
      : [
          either
            ? { sharp: either, loose: sql<boolean>`((${fits} or ${orSearch.loose}) is true)` }
            : { grams, sharp: fits, loose: fits },
        ]),
    ...conditions.map((sharp) => ({ sharp, loose: sql<boolean>`((${sharp}) is true)` })),
  ]
}

interface Probe {
  /** Number of sampled rows that match all conditions. */
  readonly matchCount: number
  readonly sampleCount: number
  /** Index of the condition with the fewest matches. */
  readonly rarest: number
  /** The rarest grams of a search. */
  readonly grams: readonly number[]
}

async function probeRows(
  db: Db,
  table: EntityTable,
  projects: readonly string[],
  sort: Sort,
  conditions: readonly TwoFormCondition[],
): Promise<Probe> {
  const allGrams = conditions.flatMap(({ grams }) => grams ?? [])
  const each = [
    ...conditions.map(({ loose }, index) => sql`count(*) filter (where ${loose}) as ${sqlName(`c${index}`)}`),
    ...allGrams.map(
      (gram, index) => sql`count(*) filter (where ${gram}::int2 = any("_grams")) as ${sqlName(`g${index}`)}`,
    ),
  ]
  const both = sql.join(
    conditions.map(({ loose }) => loose),
    sql` and `,
  )
  const [result = {}] = await queryInOrder(
    db,
    sql<Record<string, string>>`
    select count(*) as seen, count(*) filter (where ${both}) as fitting, ${sql.join(each)}
    from (select * from (${firstRowsQuery(table, projects, sql`*`, sort, [], probedRows)}) as u order by ${createOrderBy(sort)} limit ${probedRows}) as p`,
  )
  const hits = conditions.map((_, index) => Number(result[`c${index}`]))
  const grams = allGrams
    .map((gram, index) => ({ gram, has: Number(result[`g${index}`]) }))
    .toSorted((a, b) => a.has - b.has)
    .slice(0, usedGrams)
    .map(({ gram }) => gram)
  return {
    matchCount: Number(result['fitting']),
    sampleCount: Number(result['seen']),
    rarest: hits.indexOf(Math.min(...hits)),
    grams,
  }
}

/**
 * Reads the page if it is within the first rows of the order. Returns fewer rows than `limit` if the sample was
 * misleading.
 */
async function walkPage(
  db: Db,
  table: EntityTable,
  projects: readonly string[],
  conditions: readonly TwoFormCondition[],
  { sort, offset, limit }: Listing,
): Promise<string[]> {
  const fits = sql.join(
    conditions.map(({ loose }) => loose),
    sql` and `,
  )
  const rows = await queryInOrder(
    db,
    sql<{ id: string }>`
    select id from (select * from (${firstRowsQuery(table, projects, sql`*`, sort, [], walkedRows)}) as u order by ${createOrderBy(sort)} limit ${walkedRows}) as w
    where ${fits} order by ${createOrderBy(sort)} offset ${offset} limit ${limit}`,
  )
  return rows.map(({ id }) => id)
}

/** Counts matches of a common condition, up to one more than `countedRows`. */
async function countCommon(
  db: Db,
  table: EntityTable,
  projects: readonly string[],
  conditions: readonly TwoFormCondition[],
  probe: Probe,
): Promise<number> {
  if (probe.sampleCount < probedRows) return probe.matchCount
  const where = sql.join([inProjects(projects), ...conditions.map(({ loose }) => loose)], sql` and `)
  const { rows } = await sql<{
    count: string
  }>`select count(*) as count from (select 1 from ${sqlName(table.name)} where ${where} limit ${countedRows + 1}) as f`.execute(
    db,
  )
  return Number(rows[0]?.count ?? 0)
}

/**
 * Finds rare matches once, for both the total and the page. If there are more than `countedRows` matches, the page is
 * incomplete.
 */
async function findRare(
  db: Db,
  table: EntityTable,
  projects: readonly string[],
  conditions: readonly TwoFormCondition[],
  probe: Probe,
  { sort, offset, limit }: Listing,
): Promise<{ total: number; ids: string[] }> {
  const rows = await byIndex(
    db,
    sql<{ id: string | null; total: string }>`
    with hits as materialized (select id, ${sqlName(sort.column)} from ${sqlName(table.name)} where ${byRarest(projects, conditions, probe)} limit ${countedRows + 1}),
      page as (select id, row_number() over (order by ${createOrderBy(sort)}) as place from hits order by ${createOrderBy(sort)} offset ${offset} limit ${limit})
    select page.id, counted.total from (select count(*) as total from hits) as counted left join page on true order by page.place`,
  )
  return { total: Number(rows[0]?.total ?? 0), ids: rows.flatMap(({ id }) => (id === null ? [] : [id])) }
}

async function sortPage(
  db: Db,
  table: EntityTable,
  projects: readonly string[],
  conditions: readonly TwoFormCondition[],
  probe: Probe,
  { sort, offset, limit }: Listing,
): Promise<string[]> {
  const rows = await byIndex(
    db,
    sql<{ id: string }>`
    with hits as materialized (select id, ${sqlName(sort.column)} from ${sqlName(table.name)} where ${byRarest(projects, conditions, probe)})
    select id from hits order by ${createOrderBy(sort)} offset ${offset} limit ${limit}`,
  )
  return rows.map(({ id }) => id)
}

const inProjects = (projects: readonly string[]): Condition => sql<boolean>`project = any(${projects}::text[])`

/**
 * Builds a filter that uses the index of the rarest condition together with the project; the other conditions are only
 * evaluated.
 */
function byRarest(
  projects: readonly string[],
  conditions: readonly TwoFormCondition[],
  { rarest, grams }: Probe,
): RawBuilder<unknown> {
  const isSearch = conditions[rarest]?.grams !== undefined
  const first = isSearch
    ? sql`"_grams" @> ${grams}::int2[] and ((${inProjects(projects)}) is true)`
    : inProjects(projects)
  return sql.join(
    [first, ...conditions.map(({ sharp, loose }, index) => (index === rarest ? sharp : loose))],
    sql` and `,
  )
}

const byIndex = <Row>(db: Db, statement: RawBuilder<Row>): Promise<readonly Row[]> =>
  withPlannerHints(db, ['enable_seqscan'], statement)

async function readInOrder(db: Db, table: EntityTable, ids: readonly string[]): Promise<StoredRow[]> {
  if (ids.length === 0) return []
  const { rows } =
    await sql<StoredRow>`select ${readable(table)} from ${sqlName(table.name)} where id = any(${ids}::text[])`.execute(
      db,
    )
  const byId = new Map(rows.map((row) => [String(row['id']), row]))
  return ids.map((id) => byId.get(id)).filter((row) => row !== undefined)
}
