import { setImmediate as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Entity } from '../../../../contract/entity/define.ts'
import { storedFields } from '../../../../contract/entity/define.ts'
import type { EntityField } from '../../../../contract/entity/field.ts'
import { entityTable, sqlName, snake } from '../../../database/entities/entityColumns.ts'
import type { Db } from '../../../database/index.ts'

const rowBatchSize = 500
const nameBatchSize = 20_000
const deviceNamePattern = /[a-z0-9][a-z0-9-]*/g

interface Source {
  readonly table: string
  readonly columns: readonly string[]
  /** Rows may be megabytes in size, so they are read one at a time. */
  readonly isLarge?: true
}

/**
 * Tables whose texts can name a tag or a device: drawings, library entries, items of the recycle bin, which can be
 * restored, and user-entered entities such as rules.
 */
export function listSources(entities: readonly Entity[]): readonly Source[] {
  const entitySources = entities
    .filter(({ origin, custom }) => origin === 'people' && custom !== true)
    .flatMap((entity): Source[] => {
      const columns = storedFields(entity)
        .filter(([, field]) => canNameTag(field))
        .map(([name]) => snake(name))
      return columns.length > 0 ? [{ table: entityTable(entity, (secret) => secret).name, columns }] : []
    })
  const largeSources: readonly Source[] = [
    { table: 'drawing', columns: ['body'], isLarge: true },
    { table: 'library_entry', columns: ['body'], isLarge: true },
    { table: 'recycled_item', columns: ['rows'], isLarge: true },
  ]
  return [...largeSources, ...entitySources]
}

function canNameTag(field: EntityField): boolean {
  if (field.kind === 'rows') return true
  return (
    field.kind === 'text' &&
    (field.isDevice === true || ['tag', 'plantDevice', 'json', 'lines', 'code'].includes(field.format))
  )
}

/**
 * Returns those of the devices that are named in any text. Only whole names count. A tag composed from parts is found
 * by its device.
 */
export async function findUsedDevices(
  db: Db,
  sources: readonly Source[],
  devices: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const used = new Set<string>()
  for (const { table, columns, isLarge } of sources) {
    const limit = isLarge ? 1 : rowBatchSize
    for (let after: string | undefined = ''; after !== undefined;) {
      const { rows }: { readonly rows: readonly { readonly id: string; readonly text: string }[] } = await sql<{
        id: string
        text: string
      }>`
        select id, concat_ws(' ', ${sql.join(columns.map((column) => sql`${sqlName(column)}::text`))}) as text from ${sqlName(table)} where id > ${after} order by id limit ${limit}`.execute(
        db,
      )
      for (const { text } of rows) await findNames(text, devices, used)
      after = rows.length < limit ? undefined : rows.at(-1)?.id
    }
  }
  return used
}

async function findNames(text: string, devices: ReadonlySet<string>, used: Set<string>): Promise<void> {
  let count = 0
  for (const [name] of text.matchAll(deviceNamePattern)) {
    if (devices.has(name)) used.add(name)
    if (++count % nameBatchSize === 0) await pause()
  }
}
