import type { Entity } from '../../../contract/entity/define.ts'
import { getEntityRoutes } from '../../../contract/entity/routes.ts'
import { ApiError } from '../../../contract/errors.ts'
import type { EntityTable } from '../../database/entities/entityColumns.ts'
import { entityTable } from '../../database/entities/entityColumns.ts'
import { orderChanged } from '../../database/entities/entityPagination.ts'
import { readRows } from '../../database/entities/entityRows.ts'
import { migrateEntityTables } from '../../database/entities/entityTables.ts'
import type { Db } from '../../database/index.ts'
import type { Log } from '../../log.ts'
import { createDeviceNames, type DeviceNames } from '../base/deviceNames.ts'
import type { RecycleBin, RecycledKind } from '../recycleBin/index.ts'
import type { SecretBox } from '../base/secrets.ts'
import { withDerived } from './derived.ts'
import type { EntityHooks, Hooks } from './hooks.ts'
import { createImports, undoBrokenImports } from './imports.ts'
import { createReading } from './reading.ts'
import { clearReferences } from './references.ts'
import { prepareRestored } from './restoring.ts'
import { createTableMaintenance } from './tableMaintenance.ts'
import type { Author, EntityService, StoredEntityService } from './types.ts'
import { createWriting } from './writes/index.ts'

export type { EntityHooks, HookContext, Hooks, CurrentRow, WrittenRow } from './hooks.ts'
export type {
  Author,
  ChangeRequest,
  EntityImports,
  EntityService,
  ListQuery,
  NewEntityRow,
  PageQuery,
  RowPage,
  StoredEntityService,
  Titled,
} from './types.ts'

export interface EntityParts {
  readonly db: Db
  readonly entities: readonly Entity[]
  readonly secrets: SecretBox
  readonly log: Log
  readonly bin: RecycleBin
  readonly hooks?: Hooks
  /** True if the database runs autovacuum; the embedded database does not. */
  readonly hasAutovacuum: boolean
}

export interface EntityServices {
  /** Returns the service of an entity. Throws for unknown names, which only code can produce. */
  readonly getService: (name: string) => EntityService
  /** Service of an entity stored in a table. */
  getStoredService(name: string): StoredEntityService
  /** Registers the service of a `custom` entity. Call before the server starts listening. */
  register(service: EntityService): void
  /** For custom services: rejects the removal of referenced rows, or clears the references. */
  readonly clearReferences: (tx: Db, author: Author, name: string, ids: readonly string[]) => Promise<void>
  stop(): Promise<void>
}

/** Creates the tables and services of all entities from their declarations. */
export async function createEntityServices({
  db,
  entities,
  secrets,
  log,
  bin,
  hooks = {},
  hasAutovacuum,
}: EntityParts): Promise<EntityServices> {
  const tables = entities.filter(({ custom }) => custom !== true).map((entity) => entityTable(entity, secrets.seal))
  for (const name of Object.keys(hooks))
    if (!entities.some((entity) => entity.name === name)) throw new Error(`hooks for unknown entity ${name}`)
  await migrateEntityTables(db, tables)
  await undoBrokenImports(db, tables, log)

  const deviceNames = createDeviceNames(db, entities)
  const storedServices = new Map<string, StoredEntityService>()
  const customServices = new Map<string, EntityService>()
  const getService = (name: string): EntityService => {
    const service = storedServices.get(name) ?? customServices.get(name)
    if (!service) throw new Error(`the entity ${name} has no service`)
    return service
  }
  const stops: (() => Promise<void>)[] = []
  for (const table of tables) {
    const maintenance = hasAutovacuum ? undefined : createTableMaintenance(db, table, log)
    if (maintenance) stops.push(() => maintenance.stop())
    if (table.entity.recycles) bin.register(createRecycledKind(table, getService))
    storedServices.set(
      table.entity.name,
      createEntityService({
        db,
        table,
        tables,
        secrets,
        log,
        bin,
        deviceNames,
        hooks: withDerived(table.entity, hooks[table.entity.name] ?? {}),
        getService,
        onWrite: (rows) => maintenance?.onWrite(rows),
      }),
    )
  }
  return {
    getService: getService,
    getStoredService: (name) => {
      const service = storedServices.get(name)
      if (!service) throw new Error(`the entity ${name} is kept in no table`)
      return service
    },
    register: (service) => {
      const { name, custom } = service.entity
      if (custom !== true || !entities.includes(service.entity))
        throw new Error(`the entity ${name} has no service of its own`)
      customServices.set(name, service)
    },
    clearReferences: (tx, author, name, ids) => {
      const entity = entities.find((one) => one.name === name)
      if (!entity) throw new Error(`unknown entity ${name}`)
      return clearReferences(tx, author, tables, entity, ids)
    },
    stop: async () => {
      for (const stop of stops) await stop()
    },
  }
}

interface ServiceParts {
  readonly db: Db
  readonly table: EntityTable
  readonly tables: readonly EntityTable[]
  readonly secrets: SecretBox
  readonly log: Log
  readonly bin: RecycleBin
  readonly hooks: EntityHooks
  readonly deviceNames: DeviceNames
  readonly getService: (name: string) => EntityService
  readonly onWrite: (rows: number) => void
}

function createEntityService({ secrets, deviceNames, ...parts }: ServiceParts): StoredEntityService {
  const { db, table, getService, log } = parts
  const { entity } = table
  const { rowsOf: toRows, ...reading } = createReading(db, table, getService, deviceNames)
  const writing = createWriting({ ...parts, rowsOf: toRows })
  const { prepare: _prepare, insert: _insert, notify: _notify, ...writes } = writing
  return {
    entity,
    ...reading,
    ...writes,
    ...(entity.imports
      ? { imports: createImports({ db, table, tables: parts.tables, writing, getService: getService, log }) }
      : {}),
    async readSecret(id, field) {
      const [row] = await readRows(db, table, [id])
      if (!row || entity.fields[field]?.kind !== 'secret') throw new ApiError('object.missing')
      const column = table.column(field).name
      const sealed = row[column]
      if (typeof sealed !== 'string') return null
      try {
        return secrets.open(sealed, { table: table.name, column, row: id })
      } catch (cause) {
        log.error('a stored secret cannot be decrypted: wrong key, wrong place or altered', {
          entity: entity.name,
          row: id,
          field,
          cause,
        })
        throw new ApiError('secret.lost')
      }
    },
  }
}

/** Describes an entity's rows for the recycle bin. */
function createRecycledKind(table: EntityTable, getService: (name: string) => EntityService): RecycledKind {
  const { entity } = table
  const policy = getEntityRoutes(entity)['remove']?.policy
  if (!policy) throw new Error(`${entity.name} is recycled and cannot be deleted`)
  return {
    kind: entity.name,
    policy,
    ...(entity.owner === undefined ? {} : { isOwned: true }),
    parts: [{ table: table.name, column: 'id' }],
    prepare: (tx, row) => prepareRestored(tx, table, row, getService),
    onRestored: () => orderChanged(table),
  }
}
