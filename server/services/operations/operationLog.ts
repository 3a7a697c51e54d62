import { sql } from 'kysely'
import { entities } from '../../../contract/entities.ts'
import type { Row } from '../../../contract/entity/define.ts'
import type { EntityField } from '../../../contract/entity/field.ts'
import { operationLog as entity } from '../../../contract/system/logs.ts'
import type { Condition } from '../../database/entityLists.ts'
import type { Db } from '../../database/index.ts'
import { managedBy } from '../identity/accounts/rank.ts'
import type { RequestContext } from '../base/requestContext.ts'
import type { EntityService } from '../entities/index.ts'
import type { PageAsked, RowPage, Titled } from '../entities/types.ts'
import type { View } from '../entities/readOnlyView.ts'
import { createViewReading, readOnlyWriting } from '../entities/readOnlyView.ts'

const view: View = {
  entity,
  query: sql`select t.id::text as id, '' as project, 1 as revision, t.at as created_at, t.who as created_by, t.at as updated_at, t.who as updated_by, t.id as _order,
    t.at, t.who as "user", t.address as ip, t.client, t.action, t.object, t.content from audit t`,
  /**
   * Managers see their own entries and those of accounts without other projects, because other accounts may have
   * changed objects outside the manager's projects.
   */
  visibleTo: ({ session }): Condition | undefined => {
    const managed = managedBy(session)
    return managed && sql<boolean>`("user" = ${session.name} or "user" in (
      select a.name from account a join project_grant g on g.account = a.id where a.role <> 'super' group by a.name having bool_and(g.project = any(${managed}::text[]))))`
  },
}

/** The audit log for users: author, object with its current name, action, time, address and client. */
export const createOperationLog = (db: Db, serviceOf: (name: string) => EntityService): EntityService => ({ entity, ...readingOf(db, serviceOf), ...readOnlyWriting() })

function readingOf(db: Db, serviceOf: (name: string) => EntityService) {
  const { readIn: _readIn, ...reading } = createViewReading(db, view, serviceOf)
  const named = async (rows: readonly Row[], caller: RequestContext | undefined): Promise<readonly Row[]> => {
    const mentions = rows.map((row) => ({ row, object: textOf(row, 'object'), within: mentioned(row) }))
    const titles = await titlesOf(db, mentions.flatMap(({ object, within }) => [object, ...within]), serviceOf, caller)
    return mentions.map(({ row, object, within }) => {
      const title = titles.get(object)
      const told = within.flatMap((each): [string, string][] => { const found = titles.get(each); return found ? [[each, found.title]] : [] })
      return title === undefined && told.length === 0 ? row : Object.assign({ ...row }, { titles: { ...(title && { [title.id]: title.title }), ...Object.fromEntries(told) } })
    })
  }
  return {
    ...reading,
    async list(asked: PageAsked, caller?: RequestContext): Promise<RowPage> {
      const page = await reading.list(asked, caller)
      return { ...page, rows: await named(page.rows, caller) }
    },
    async export(asked: Parameters<typeof reading.export>[0], caller?: RequestContext): Promise<RowPage> {
      const page = await reading.export(asked, caller)
      const rows: Row[] = []
      for (let at = 0; at < page.rows.length; at += namedAtOnce) rows.push(...await named(page.rows.slice(at, at + namedAtOnce), caller))
      return { ...page, rows }
    },
    async read(id: string, caller?: RequestContext): Promise<Row> {
      const row = await reading.read(id, caller)
      return (await named([row], caller))[0] ?? row
    },
  }
}

/** Maximum names resolved per query in an export. */
const namedAtOnce = 1000

/** Titles by `entity/id`. Managers get no names from other projects. */
async function titlesOf(db: Db, objects: readonly string[], serviceOf: (name: string) => EntityService, caller: RequestContext | undefined): Promise<ReadonlyMap<string, Titled>> {
  const managed = caller && managedBy(caller.session)
  const isTold = ({ project }: { readonly project: string }): boolean => !managed || project === '' || managed.includes(project)
  const asked = new Map<string, Set<string>>()
  for (const object of objects) {
    const [kind = '', id] = object.split('/')
    if (id !== undefined) asked.set(kind, (asked.get(kind) ?? new Set()).add(id))
  }
  const titles = new Map<string, Titled>()
  for (const [kind, ids] of asked) {
    const found = kind === 'drawing' ? (await db.selectFrom('drawing').select(['id', 'project', 'name as title']).where('id', 'in', [...ids]).execute())
      : known.has(kind) ? [...(await serviceOf(kind).titled(db, [...ids], false, caller)).values()] : []
    for (const each of found) if (isTold(kind === 'project' ? { project: each.id } : each)) titles.set(`${kind}/${each.id}`, each)
  }
  return titles
}

/** Objects referenced in an entry as `entity/id`, by the fields of its entity and by common field names. */
function mentioned(row: Row): readonly string[] {
  const content = parsed(textOf(row, 'content'))
  const fields = known.get(textOf(row, 'object').split('/')[0] ?? '')?.fields ?? {}
  const found = new Set<string>()
  const take = (name: string, value: unknown, field: EntityField | undefined): void => {
    if (isRecord(value) && ('before' in value || 'after' in value)) {
      take(name, value['before'], field)
      take(name, value['after'], field)
    } else if (name === 'values' && isRecord(value)) for (const [inner, its] of Object.entries(value)) take(inner, its, fields[inner])
    else if (field?.kind === 'rows') {
      for (const inner of listOf(value)) if (isRecord(inner)) for (const [within, its] of Object.entries(inner)) take(within, its, field.fields[within])
    } else {
      const kind = field?.kind === 'ref' || field?.kind === 'refs' ? field.to : field?.kind === 'text' && field.format === 'drawing' ? 'drawing' : field === undefined ? always[name] : undefined
      if (kind !== undefined) for (const id of [value, ...listOf(value)]) if (typeof id === 'string' && id !== '') found.add(`${kind}/${id}`)
    }
  }
  if (isRecord(content)) for (const [name, value] of Object.entries(content)) take(name, value, fields[name])
  return [...found].slice(0, mentionedAtMost)
}

/** Maximum names resolved per entry; an entry may refer to thousands. */
const mentionedAtMost = 200
/** Common field names outside entity declarations. */
const always: Readonly<Record<string, string>> = { project: 'project', projects: 'project', drawing: 'drawing', alarm: 'alarm', floor: 'floor', linkage: 'linkage', account: 'account' }
const known = new Map(entities.map((each) => [each.name, each]))

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // Not valid JSON.
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

function textOf(row: Row, name: string): string {
  const value = row[name]
  return typeof value === 'string' ? value : ''
}
