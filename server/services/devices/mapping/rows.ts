import { sql } from 'kysely'
import { getEntity } from '../../../../contract/entities.ts'
import type { EntityValues } from '../../../../contract/entity/field.ts'
import { readMapping } from '../../../../contract/mapping/index.ts'
import { entityTable, readable } from '../../../database/entities/entityColumns.ts'
import type { StoredRow } from '../../../database/entities/entityColumns.ts'
import { toEntityRow } from '../../../database/entities/entityRows.ts'
import type { Db } from '../../../database/index.ts'
import { createFault, createInvalidInputError } from '../../entities/validationErrors.ts'
import { parseJson } from './registry.ts'

const batchSize = 5_000

/** Rejects an invalid definition with the place of each problem. */
export function checkMapping({ protocol, definition }: EntityValues): void {
  if (protocol !== 'mapping' || typeof definition !== 'string') return
  const { problems = [] } = readMapping(parseJson(definition))
  if (problems.length === 0) return
  throw createInvalidInputError(
    ...problems.map(({ path, words: { en, zh } }) =>
      createFault('definition', 'mapping', path === '' ? { en, zh } : { en: `${path}: ${en}`, zh: `${path}：${zh}` }),
    ),
  )
}

/** Loads all rows of an entity in batches. */
export async function loadRows(
  db: Db,
  entity: string,
  put: (id: string, project: string, values: EntityValues) => void,
): Promise<void> {
  const table = entityTable(getEntity(entity), (text) => text)
  for (let after: string | undefined = ''; after !== undefined;) {
    const { rows }: { rows: StoredRow[] } =
      await sql<StoredRow>`select ${readable(table)} from ${sql.table(table.name)} where id > ${after} order by id limit ${batchSize}`.execute(
        db,
      )
    for (const row of rows) {
      const { id, project = '', values } = toEntityRow(table, row)
      put(id, project, values)
    }
    after = rows.length < batchSize ? undefined : String(rows.at(-1)?.['id'])
  }
}
