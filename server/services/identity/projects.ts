import { sql } from 'kysely'
import type { EntityValues } from '../../../contract/entity/field.ts'
import { readValues } from '../../../contract/entity/read.ts'
import { ApiError } from '../../../contract/errors.ts'
import { readFaultLimits } from '../../../contract/lighting/faultLimits.ts'
import { project as entity } from '../../../contract/system/access.ts'
import { statePoint } from '../../../contract/telemetry/tags.ts'
import type { Db } from '../../database/index.ts'
import { faultLimitColumns, toFaultLimitColumns, toFaultLimits } from '../../database/tables/faultLimitTables.ts'
import { audit } from '../base/audit.ts'
import type { Author, ChangeRequest, EntityService, NewEntityRow } from '../entities/index.ts'
import { createFault, createInvalidInputError } from '../entities/validationErrors.ts'
import { getAuthorName } from '../entities/types.ts'
import type { View } from '../entities/readOnlyView.ts'
import { createViewReading } from '../entities/readOnlyView.ts'
import { createInUseError } from './permissions.ts'
import { getText, toText } from '../entities/values.ts'

export interface ProjectParts {
  readonly db: Db
  readonly getService: (name: string) => EntityService
  readonly clearReferences: (tx: Db, author: Author, name: string, ids: readonly string[]) => Promise<void>
  /** Notifies consoles about added, removed or changed projects, because they show names and time zones. */
  readonly notifyChanged: (ids: readonly string[]) => void
}

const view: View = {
  entity,
  lockTable: 'project',
  query: sql`select p.id, '' as project, p.revision, p.created_at, p.created_by, coalesce(p.updated_at, p.created_at) as updated_at, p.updated_by, p.id as _order,
    p.id as key, p.name, p.description, p.edition, p.drawing, p.time_zone,
    ${sql.join(faultLimitColumns.map((column) => sql.ref(`p.${column}`)))} from project p`,
  /** Only granted projects; others are reported as missing. */
  getVisibilityCondition: ({ session }) =>
    session.role === 'super' ? undefined : sql<boolean>`id = any(${session.projects.map(({ id }) => id)}::text[])`,
}

/** Manages projects. The key is the id, because it is the first part of every tag and topic. */
export function createProjects({ db, getService, clearReferences, notifyChanged }: ProjectParts): EntityService {
  const { readIn, ...reading } = createViewReading(db, view, getService)
  const getCaller = (author: Author) => ('session' in author ? author : undefined)

  const checkDrawing = async (tx: Db, id: string, { drawing }: EntityValues): Promise<void> => {
    if (typeof drawing !== 'string') return
    const ownDrawing = await tx
      .selectFrom('drawing')
      .select('id')
      .where('id', '=', drawing)
      .where('project', '=', id)
      .executeTakeFirst()
    if (!ownDrawing)
      throw createInvalidInputError(
        createFault('drawing', 'missing', {
          en: 'Bound drawing: not a drawing of this project',
          zh: '绑定组态：该项目没有此组态',
        }),
      )
  }

  const change = async (
    tx: Db,
    author: Author,
    id: string,
    revision: number | undefined,
    input: unknown,
  ): Promise<boolean> => {
    const row = await tx.selectFrom('project').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    if (!row) throw new ApiError('object.missing')
    if (revision !== undefined && row.revision !== revision) {
      throw new ApiError('entity.conflict', {
        detail: {
          revision: row.revision,
          updatedBy: row.updated_by,
          updatedAt: (row.updated_at ?? row.created_at).getTime(),
        },
      })
    }
    const before: EntityValues = {
      key: id,
      name: row.name,
      description: row.description,
      edition: row.edition,
      drawing: row.drawing,
      timeZone: row.time_zone,
      ...toFaultLimits(row),
    }
    const { values, problems } = readValues(entity, input, 'update', before)
    if (problems) throw new ApiError('input.invalid', { problems })
    const changed = Object.keys(before).filter((field) => before[field] !== values[field])
    if (changed.length === 0) return false
    if (changed.includes('drawing')) await checkDrawing(tx, id, values)
    await tx
      .updateTable('project')
      .set({
        ...toColumns(values),
        revision: row.revision + 1,
        updated_at: new Date(),
        updated_by: getAuthorName(author),
      })
      .where('id', '=', id)
      .execute()
    await audit(tx, author, {
      object: `project/${id}`,
      action: 'update',
      content: Object.fromEntries(changed.map((field) => [field, { before: before[field], after: values[field] }])),
    })
    return true
  }

  const removeProject = async (tx: Db, author: Author, id: string): Promise<void> => {
    const row = await tx.selectFrom('project').select('name').where('id', '=', id).forUpdate().executeTakeFirst()
    if (!row) throw new ApiError('object.missing')
    // State tags belong to the server and are deleted with the project.
    await tx.deleteFrom('tag').where('project', '=', id).where('point', '=', statePoint).execute()
    await checkUnused(tx, id)
    await clearReferences(tx, author, entity.name, [id])
    await tx.deleteFrom('project').where('id', '=', id).execute()
    await audit(tx, author, { object: `project/${id}`, action: 'remove', content: { name: row.name } })
  }

  return {
    entity,
    ...reading,

    async create(author: Author, { values: input }: NewEntityRow) {
      const { values, problems } = readValues(entity, input, 'create')
      if (problems) throw new ApiError('input.invalid', { problems })
      const id = getText(values, 'key')
      await db.transaction().execute(async (tx) => {
        await checkDrawing(tx, id, values)
        const { numInsertedOrUpdatedRows } = await tx
          .insertInto('project')
          .values({
            id,
            ...toColumns(values),
            created_at: new Date(),
            created_by: getAuthorName(author),
            updated_by: getAuthorName(author),
          })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .executeTakeFirstOrThrow()
        if (!numInsertedOrUpdatedRows)
          throw new ApiError('project.taken', {
            problems: [createFault('key', 'taken', { en: 'Name already in use', zh: '该项目名已存在' })],
          })
        await audit(tx, author, { object: `project/${id}`, action: 'create', content: { name: values['name'] } })
      })
      notifyChanged([id])
      return readIn(db, id, getCaller(author))
    },

    async update(author: Author, id: string, revision: number, { values }: ChangeRequest) {
      if (await db.transaction().execute((tx) => change(tx, author, id, revision, values))) notifyChanged([id])
      return readIn(db, id, getCaller(author))
    },

    async updateMany(author: Author, ids: readonly string[], { values }: ChangeRequest) {
      const changed = await db.transaction().execute(async (tx) => {
        const changedIds: string[] = []
        for (const id of [...new Set(ids)].toSorted())
          if (await change(tx, author, id, undefined, values)) changedIds.push(id)
        return changedIds
      })
      if (changed.length > 0) notifyChanged(changed)
      return { changed: changed.length }
    },

    async remove(author: Author, id: string) {
      await db.transaction().execute((tx) => removeProject(tx, author, id))
      notifyChanged([id])
    },

    async removeMany(author: Author, ids: readonly string[]) {
      const uniqueIds = [...new Set(ids)].toSorted()
      await db.transaction().execute(async (tx) => {
        for (const id of uniqueIds) await removeProject(tx, author, id)
      })
      notifyChanged(uniqueIds)
      return { removed: uniqueIds.length }
    },

    move: () => Promise.reject(new ApiError('object.missing')),
  }
}

/** Throws while the project is in use: drawings, tags, recycled objects, accounts or entity rows. */
async function checkUnused(tx: Db, id: string): Promise<void> {
  for (const [table, column, kind] of [
    ['drawing', 'name', 'drawing'],
    ['tag', 'path', 'tag'],
    ['recycled_item', 'name', 'recycleBin'],
  ] as const) {
    const found = await sql<{
      title: string
    }>`select ${sql.ref(column)} as title from ${sql.table(table)} where project = ${id} limit 100`.execute(tx)
    if (found.rows[0]) throw createInUseError(kind, found.rows[0].title, found.rows.length)
  }
  const people = await tx
    .selectFrom('project_grant')
    .innerJoin('account', 'account.id', 'project_grant.account')
    .select('account.name')
    .where('project', '=', id)
    .orderBy('name')
    .limit(100)
    .execute()
  if (people[0]) throw createInUseError('account', people[0].name, people.length)
  const {
    rows: [recycled],
  } = await sql<{ entity: string; rows: string }>`
    select entity, sum(rows) as rows from entity_count where project = ${id} group by entity having sum(rows) > 0 order by entity limit 1`.execute(
    tx,
  )
  if (recycled) throw createInUseError(recycled.entity, recycled.entity, Number(recycled.rows))
}

const toColumns = (values: EntityValues) => ({
  name: getText(values, 'name'),
  description: toText(values['description']),
  edition: getText(values, 'edition'),
  drawing: toText(values['drawing']),
  time_zone: toText(values['timeZone']),
  ...toFaultLimitColumns(readFaultLimits(values)),
})
