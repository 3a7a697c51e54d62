import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { monotonicNow } from '../../monotonicClock.ts'
import type { EntityTable } from './entityColumns.ts'
import { frameColumns, sqlName } from './entityColumns.ts'
import type { Db } from '../index.ts'
import { withPlannerHints } from '../plannerHints.ts'

export type Condition = RawBuilder<boolean>

export interface Sort {
  readonly column: string
  readonly descending: boolean
}

/** Maximum number of projects whose orders are merged. With more projects, all their rows are sorted. */
const mergedProjects = 200
/** Number of rows that one statement skips on the way to a far page. */
const stride = 10_000
/** Distance between two marks in rows. From a mark, any page can be reached quickly. */
const markEach = 1_000
/** Lifetime of marks in milliseconds. Rows written by another server may be missing in far pages for this time. */
const marksTtlMs = 60_000
const maxOrders = 32

/** A position in an order: a row and the number of rows up to and including it. */
interface Mark {
  readonly offset: number
  /** Column value as text. */
  readonly key: string
  readonly id: string
}
interface OrderMarks {
  readonly stamp: string
  readonly untilMs: number
  /** Ascending marks from the start of the order. The only larger gap is over empty values. */
  readonly marks: Mark[]
  /** Running scan. Other requests wait for it, because they probably need the same marks. */
  scan: Promise<void> | undefined
}

const marksByTable = new WeakMap<EntityTable, Map<string, OrderMarks>>()
/** Keyed by table name, because other services may hold a separate `EntityTable` object of the same table. */
const changeCounts = new Map<string, Map<string, number>>()

/** Invalidates the marks of orders by these columns; by default all, because rows were added or removed. */
export function orderChanged(table: EntityTable, columns: readonly string[] = ['*']): void {
  const changes = changeCounts.get(table.name) ?? new Map<string, number>()
  changeCounts.set(table.name, changes)
  for (const column of columns) changes.set(column, (changes.get(column) ?? 0) + 1)
}

/** Number of inserts and deletes known to this server; changes when rows are added or removed. */
export const rowsVersion = (table: EntityTable): number => changeCounts.get(table.name)?.get('*') ?? 0

/** Like `rowsVersion`, but also changes when a value of the column changes. */
export const columnVersion = (table: EntityTable, column: string): number =>
  rowsVersion(table) + (changeCounts.get(table.name)?.get(column) ?? 0)

export const createOrderBy = ({ column, descending }: Sort): RawBuilder<unknown> =>
  descending ? sql`${sqlName(column)} desc nulls last, id desc` : sql`${sqlName(column)} asc nulls first, id asc`

/**
 * Builds a query for the first `most` rows of each project by its index, for the database to merge. Each part has its
 * own order and limit; otherwise PostgreSQL would read and sort all rows.
 */
export function firstRowsQuery(
  table: EntityTable,
  projects: readonly string[],
  columns: RawBuilder<unknown>,
  sort: Sort,
  conditions: readonly Condition[],
  rowLimit: number,
): RawBuilder<unknown> {
  const more = conditions.length > 0 ? sql` and ${sql.join(conditions, sql` and `)}` : sql``
  const part = (where: RawBuilder<unknown>) =>
    sql`(select ${columns} from ${sqlName(table.name)} where ${where}${more} order by ${createOrderBy(sort)} limit ${rowLimit})`
  if (projects.length > mergedProjects) return part(sql`project = any(${projects}::text[])`)
  return sql.join(
    projects.map((project) => part(sql`project = ${project}`)),
    sql` union all `,
  )
}

/** Runs a statement with planner settings that force reading along the index instead of sorting a million rows. */
export const queryInOrder = <Row>(db: Db, statement: RawBuilder<Row>): Promise<readonly Row[]> =>
  withPlannerHints(db, ['enable_sort', 'enable_seqscan', 'enable_bitmapscan'], statement)

/** Reads the ids of a page along the order. `conditions` may include a start position. */
export async function readPage(
  db: Db,
  table: EntityTable,
  projects: readonly string[],
  sort: Sort,
  conditions: readonly Condition[],
  offset: number,
  limit: number,
): Promise<string[]> {
  const rows = await queryInOrder(
    db,
    sql<{ id: string }>`
    select id from (${firstRowsQuery(table, projects, sql`id, ${sqlName(sort.column)}`, sort, conditions, offset + limit)}) as u order by ${createOrderBy(sort)} offset ${offset} limit ${limit}`,
  )
  return rows.map(({ id }) => id)
}

/**
 * Reads a page of an unfiltered order of `all` rows, from the nearer end if possible. Otherwise it skips rows in
 * strides, which lets other queries run in between, and caches marks until the order changes. A second far page is then
 * as fast as a near one.
 */
export async function readOrderedPage(
  db: Db,
  table: EntityTable,
  projects: readonly string[],
  sort: Sort,
  offset: number,
  limit: number,
  all: number,
): Promise<string[]> {
  if (offset >= all) return []
  const fromEnd = all - offset - limit
  if (Math.min(offset, fromEnd) <= stride) {
    if (offset <= fromEnd) return readPage(db, table, projects, sort, [], offset, limit)
    const backwards = await readPage(
      db,
      table,
      projects,
      { ...sort, descending: !sort.descending },
      [],
      Math.max(0, fromEnd),
      Math.min(limit, all - offset),
    )
    return backwards.toReversed()
  }
  const upwards: Sort = { ...sort, descending: false }
  const start = sort.descending ? fromEnd : offset
  const mark = await markBefore(db, table, projects, upwards, start, all)
  const ids = await readPage(
    db,
    table,
    projects,
    upwards,
    mark ? [afterMark(table, upwards, mark)] : [],
    start - (mark?.offset ?? 0),
    limit,
  )
  return sort.descending ? ids.toReversed() : ids
}

/** Returns the last mark before `start`. Empty values come first and cannot be marks. */
async function markBefore(
  db: Db,
  table: EntityTable,
  projects: readonly string[],
  sort: Sort,
  start: number,
  all: number,
): Promise<Mark | undefined> {
  const order = getOrderMarks(table, projects, sort, all)
  for (;;) {
    const last = order.marks.at(-1)
    if (last && start - last.offset < stride) break
    if (!order.scan) {
      if (start < stride) break
      order.scan = advance(db, table, projects, sort, order.marks, start).finally(() => {
        order.scan = undefined
      })
    }
    await order.scan
    if (order.marks.at(-1) === last) break
  }
  return order.marks.findLast(({ offset }) => offset <= start)
}

/** Advances by one stride, or by as many rows as there are empty values, and stores marks on the way. */
async function advance(
  db: Db,
  table: EntityTable,
  projects: readonly string[],
  sort: Sort,
  marks: Mark[],
  start: number,
): Promise<void> {
  const from = marks.at(-1)
  const passedBefore = from?.offset ?? 0
  for (let rowLimit = stride; passedBefore + rowLimit <= start + stride; rowLimit += stride) {
    const rows = await queryInOrder(
      db,
      sql<{ key: string | null; id: string; place: string }>`
      select ${sqlName(sort.column)}::text as key, id, place from (
        select id, ${sqlName(sort.column)}, row_number() over (order by ${createOrderBy(sort)}) as place
        from (${firstRowsQuery(table, projects, sql`id, ${sqlName(sort.column)}`, sort, from ? [afterMark(table, sort, from)] : [], rowLimit)}) as u order by ${createOrderBy(sort)} limit ${rowLimit}) as p
      where place % ${markEach} = 0 and place > ${rowLimit - stride}`,
    )
    for (const { key, id, place } of rows)
      if (key !== null) marks.push({ offset: passedBefore + Number(place), key, id })
    if (rows.length === 0 || marks.at(-1) !== from) return
  }
}

const afterMark = (table: EntityTable, { column }: Sort, { key, id }: Mark): Condition =>
  sql<boolean>`(${sqlName(column)}, id) > (${key}::${sql.raw(getColumnType(table, column))}, ${id})`

const getColumnType = (table: EntityTable, column: string): string =>
  table.columns.find(({ name }) => name === column)?.sqlType ?? frameColumns[column] ?? 'text'

/** Returns the cached marks of an order; empty if rows may have moved since. */
function getOrderMarks(table: EntityTable, projects: readonly string[], { column }: Sort, all: number): OrderMarks {
  const orders = marksByTable.get(table) ?? new Map<string, OrderMarks>()
  marksByTable.set(table, orders)
  const changes = changeCounts.get(table.name)
  const stamp = `${all} ${changes?.get('*') ?? 0} ${changes?.get(column) ?? 0}`
  const key = JSON.stringify([column, projects])
  const cached = orders.get(key)
  if (cached && cached.stamp === stamp && cached.untilMs > monotonicNow()) return cached
  const fresh: OrderMarks = { stamp, untilMs: monotonicNow() + marksTtlMs, marks: [], scan: undefined }
  orders.delete(key)
  orders.set(key, fresh)
  for (const old of orders.keys()) {
    if (orders.size <= maxOrders) break
    orders.delete(old)
  }
  return fresh
}
