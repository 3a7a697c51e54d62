import { sql } from 'kysely'
import { entities } from '../../../contract/entities.ts'
import type { Row } from '../../../contract/entity/define.ts'
import type { EntityField } from '../../../contract/entity/field.ts'
import { operationLog as entity } from '../../../contract/system/logs.ts'
import type { Condition } from '../../database/entities/entityLists.ts'
import type { Db } from '../../database/index.ts'
import { getManagedProjects } from '../identity/accounts/rank.ts'
import type { RequestContext } from '../base/requestContext.ts'
import type { EntityService } from '../entities/index.ts'
import type { PageQuery, RowPage, Titled } from '../entities/types.ts'
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
  getVisibilityCondition: ({ session }): Condition | undefined => {
    const managed = getManagedProjects(session)
    return (
      managed &&
      sql<boolean>`("user" = ${session.name} or "user" in (
      select a.name from account a join project_grant g on g.account = a.id where a.role <> 'super' group by a.name having bool_and(g.project = any(${managed}::text[]))))`
    )
  },
}

/** The audit log for users: author, object with its current name, action, time, address and client. */
export const createOperationLog = (db: Db, getService: (name: string) => EntityService): EntityService => ({
  entity,
  ...createReading(db, getService),
  ...readOnlyWriting(),
})

function createReading(db: Db, getService: (name: string) => EntityService) {
  const { readIn: _readIn, ...reading } = createViewReading(db, view, getService)
  const addTitles = async (rows: readonly Row[], caller: RequestContext | undefined): Promise<readonly Row[]> => {
    const mentions = rows.map((row) => ({ row, object: getText(row, 'object'), within: findMentions(row) }))
    const titles = await readTitles(
      db,
      mentions.flatMap(({ object, within: contentMentions }) => [object, ...contentMentions]),
      getService,
      caller,
    )
    return mentions.map(({ row, object, within: contentMentions }) => {
      const title = titles.get(object)
      const mentionTitles = contentMentions.flatMap((each): [string, string][] => {
        const found = titles.get(each)
        return found ? [[each, found.title]] : []
      })
      return title === undefined && mentionTitles.length === 0
        ? row
        : Object.assign(
            { ...row },
            { titles: { ...(title && { [title.id]: title.title }), ...Object.fromEntries(mentionTitles) } },
          )
    })
  }
  return {
    ...reading,
    async list(query: PageQuery, caller?: RequestContext): Promise<RowPage> {
      const page = await reading.list(query, caller)
      return { ...page, rows: await addTitles(page.rows, caller) }
    },
    async export(query: Parameters<typeof reading.export>[0], caller?: RequestContext): Promise<RowPage> {
      const page = await reading.export(query, caller)
      const rows: Row[] = []
      for (let at = 0; at < page.rows.length; at += titleBatchSize)
        rows.push(...(await addTitles(page.rows.slice(at, at + titleBatchSize), caller)))
      return { ...page, rows }
    },
    async read(id: string, caller?: RequestContext): Promise<Row> {
      const row = await reading.read(id, caller)
      return (await addTitles([row], caller))[0] ?? row
    },
  }
}

/** Maximum names resolved per query in an export. */
const titleBatchSize = 1000

/** Titles by `entity/id`. Managers get no names from other projects. */
async function readTitles(
  db: Db,
  objects: readonly string[],
  getService: (name: string) => EntityService,
  caller: RequestContext | undefined,
): Promise<ReadonlyMap<string, Titled>> {
  const managed = caller && getManagedProjects(caller.session)
  const isVisible = ({ project }: { readonly project: string }): boolean =>
    !managed || project === '' || managed.includes(project)
  const query = new Map<string, Set<string>>()
  for (const object of objects) {
    const [kind = '', id] = object.split('/')
    if (id !== undefined) query.set(kind, (query.get(kind) ?? new Set()).add(id))
  }
  const titles = new Map<string, Titled>()
  for (const [kind, ids] of query) {
    const found =
      kind === 'drawing'
        ? await db
            .selectFrom('drawing')
            .select(['id', 'project', 'name as title'])
            .where('id', 'in', [...ids])
            .execute()
        : entitiesByName.has(kind)
          ? [...(await getService(kind).getTitles(db, [...ids], false, caller)).values()]
          : []
    for (const each of found)
      if (isVisible(kind === 'project' ? { project: each.id } : each)) titles.set(`${kind}/${each.id}`, each)
  }
  return titles
}

/** Objects referenced in an entry as `entity/id`, by the fields of its entity and by common field names. */
function findMentions(row: Row): readonly string[] {
  const content = parseJson(getText(row, 'content'))
  const fields = entitiesByName.get(getText(row, 'object').split('/')[0] ?? '')?.fields ?? {}
  const found = new Set<string>()
  const collect = (name: string, value: unknown, field: EntityField | undefined): void => {
    if (isRecord(value) && ('before' in value || 'after' in value)) {
      collect(name, value['before'], field)
      collect(name, value['after'], field)
    } else if (name === 'values' && isRecord(value))
      for (const [inner, innerValue] of Object.entries(value)) collect(inner, innerValue, fields[inner])
    else if (field?.kind === 'rows') {
      for (const inner of toList(value))
        if (isRecord(inner))
          for (const [contentMentions, innerValue] of Object.entries(inner))
            collect(contentMentions, innerValue, field.fields[contentMentions])
    } else {
      const kind =
        field?.kind === 'ref' || field?.kind === 'refs'
          ? field.to
          : field?.kind === 'text' && field.format === 'drawing'
            ? 'drawing'
            : field === undefined
              ? entityByField[name]
              : undefined
      if (kind !== undefined)
        for (const id of [value, ...toList(value)]) if (typeof id === 'string' && id !== '') found.add(`${kind}/${id}`)
    }
  }
  if (isRecord(content)) for (const [name, value] of Object.entries(content)) collect(name, value, fields[name])
  return [...found].slice(0, maxMentions)
}

/** Maximum names resolved per entry; an entry may refer to thousands. */
const maxMentions = 200
/** Common field names outside entity declarations. */
const entityByField: Readonly<Record<string, string>> = {
  project: 'project',
  projects: 'project',
  drawing: 'drawing',
  alarm: 'alarm',
  floor: 'floor',
  linkage: 'linkage',
  account: 'account',
}
const entitiesByName = new Map(entities.map((each) => [each.name, each]))

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // Not valid JSON.
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

function getText(row: Row, name: string): string {
  const value = row[name]
  return typeof value === 'string' ? value : ''
}
