import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { EntityTable } from './entityColumns.ts'
import { frameColumns, named } from './entityColumns.ts'
import type { Db } from './index.ts'
import { planned } from './planned.ts'

export type Condition = RawBuilder<boolean>

export interface Sort {
  readonly column: string
  readonly descending: boolean
}

/** Projects whose orders are merged; beyond, all their rows are sorted. */
const mergedProjects = 200
/** So many rows are passed over at once on the way to a far page, and the place is remembered. */
const stride = 10_000
/** Another server of the same database may have written meanwhile; so long its rows may be missed in the places of far pages. */
const keptMs = 60_000
const keptOrders = 32

/** A row of an order with so many rows before it and it. */
interface Mark {
  readonly offset: number
  /** The column's value as the database writes it. */
  readonly key: string
  readonly id: string
}
interface Passed {
  readonly stamp: string
  readonly until: number
  /** Ascending. */
  readonly marks: Mark[]
}

const passedOf = new WeakMap<EntityTable, Map<string, Passed>>()
/** By the table's name: a service that writes to an entity's table beside its own service holds another object of it. */
const changesOf = new Map<string, Map<string, number>>()

/** Says that rows may stand elsewhere in the orders of these columns; without columns in all, for there are more or fewer. */
export function orderChanged(table: EntityTable, columns: readonly string[] = ['*']): void {
  const changes = changesOf.get(table.name) ?? new Map<string, number>()
  changesOf.set(table.name, changes)
  for (const column of columns) changes.set(column, (changes.get(column) ?? 0) + 1)
}

/** How often rows came or went, as far as this server knows. */
export const rowsTurn = (table: EntityTable): number => changesOf.get(table.name)?.get('*') ?? 0

/** How often rows came or went or got another value in this column, as far as this server knows. */
export const columnTurn = (table: EntityTable, column: string): number => rowsTurn(table) + (changesOf.get(table.name)?.get(column) ?? 0)

export const orderOf = ({ column, descending }: Sort): RawBuilder<unknown> =>
  (descending ? sql`${named(column)} desc nulls last, id desc` : sql`${named(column)} asc nulls first, id asc`)

/**
 * The first rows of an order, `most` of them at least where there are as many: each project's by its index, for the database to
 * merge. Each part says its order and its end itself; without, a part is read whole and all are sorted.
 */
export function firstOf(table: EntityTable, projects: readonly string[], columns: RawBuilder<unknown>, sort: Sort, conditions: readonly Condition[], most: number): RawBuilder<unknown> {
  const more = conditions.length > 0 ? sql` and ${sql.join(conditions, sql` and `)}` : sql``
  const part = (where: RawBuilder<unknown>) => sql`(select ${columns} from ${named(table.name)} where ${where}${more} order by ${orderOf(sort)} limit ${most})`
  if (projects.length > mergedProjects) return part(sql`project = any(${projects}::text[])`)
  return sql.join(projects.map((project) => part(sql`project = ${project}`)), sql` union all `)
}

/** Makes the database read along the order's index instead of sorting a million rows. */
export const inOrder = <Row>(db: Db, statement: RawBuilder<Row>): Promise<readonly Row[]> => planned(db, ['enable_sort', 'enable_seqscan', 'enable_bitmapscan'], statement)

/** The ids of a page, read along the order from its start, or from `after` on. */
export async function readPage(
  db: Db, table: EntityTable, projects: readonly string[], sort: Sort, conditions: readonly Condition[], offset: number, limit: number,
): Promise<string[]> {
  const rows = await inOrder(db, sql<{ id: string }>`
    select id from (${firstOf(table, projects, sql`id, ${named(sort.column)}`, sort, conditions, offset + limit)}) as u order by ${orderOf(sort)} offset ${offset} limit ${limit}`)
  return rows.map(({ id }) => id)
}

/**
 * A page of an unfiltered order of `all` rows. Near one of the ends it is read from there. Far from both, rows are passed over
 * stride by stride, others being served in between, and the places are remembered as long as the order stays: the second far page
 * is as fast as a near one.
 */
export async function pageOf(
  db: Db, table: EntityTable, projects: readonly string[], sort: Sort, offset: number, limit: number, all: number,
): Promise<string[]> {
  if (offset >= all) return []
  const fromEnd = all - offset - limit
  if (Math.min(offset, fromEnd) <= stride) {
    if (offset <= fromEnd) return readPage(db, table, projects, sort, [], offset, limit)
    const backwards = await readPage(db, table, projects, { ...sort, descending: !sort.descending }, [], Math.max(0, fromEnd), Math.min(limit, all - offset))
    return backwards.toReversed()
  }
  const upwards: Sort = { ...sort, descending: false }
  const start = sort.descending ? fromEnd : offset
  const mark = await markBefore(db, table, projects, upwards, start, all)
  const ids = await readPage(db, table, projects, upwards, mark ? [after(table, upwards, mark)] : [], start - (mark?.offset ?? 0), limit)
  return sort.descending ? ids.toReversed() : ids
}

/** The last place that is known or found before `start`. Empty values come first and are no place to go on from. */
async function markBefore(
  db: Db, table: EntityTable, projects: readonly string[], sort: Sort, start: number, all: number,
): Promise<Mark | undefined> {
  const { marks } = passed(table, projects, sort, all)
  let mark = marks.findLast(({ offset }) => offset <= start)
  for (let step = stride; start - (mark?.offset ?? 0) > step;) {
    const from = mark
    const [row] = await inOrder(db, sql<{ key: string | null; id: string }>`
      select ${named(sort.column)}::text as key, id from (${firstOf(table, projects, sql`id, ${named(sort.column)}`, sort, from ? [after(table, sort, from)] : [], step)}) as u
      order by ${orderOf(sort)} offset ${step - 1} limit 1`)
    if (!row) return mark
    if (row.key === null) {
      step += stride
      continue
    }
    mark = { offset: (mark?.offset ?? 0) + step, key: row.key, id: row.id }
    const { offset } = mark
    if (!marks.some((one) => one.offset === offset)) {
      marks.push(mark)
      marks.sort((a, b) => a.offset - b.offset)
    }
    step = stride
  }
  return mark
}

const after = (table: EntityTable, { column }: Sort, { key, id }: Mark): Condition => sql<boolean>`(${named(column)}, id) > (${key}::${sql.raw(typeOf(table, column))}, ${id})`

const typeOf = (table: EntityTable, column: string): string => table.columns.find(({ name }) => name === column)?.sqlType ?? frameColumns[column] ?? 'text'

/** What is remembered of an order, empty where rows may have moved since. */
function passed(table: EntityTable, projects: readonly string[], { column }: Sort, all: number): Passed {
  const orders = passedOf.get(table) ?? new Map<string, Passed>()
  passedOf.set(table, orders)
  const changes = changesOf.get(table.name)
  const stamp = `${all} ${changes?.get('*') ?? 0} ${changes?.get(column) ?? 0}`
  const key = JSON.stringify([column, projects])
  const known = orders.get(key)
  if (known && known.stamp === stamp && known.until > Date.now()) return known
  const fresh: Passed = { stamp, until: Date.now() + keptMs, marks: [] }
  orders.delete(key)
  orders.set(key, fresh)
  for (const old of orders.keys()) {
    if (orders.size <= keptOrders) break
    orders.delete(old)
  }
  return fresh
}
