import { sql } from 'kysely'
import { getEntity } from '../../../../contract/entities.ts'
import type { CustomTopics } from '../../../broker/custom/customTopics.ts'
import { entityTable, readable } from '../../../database/entities/entityColumns.ts'
import type { StoredRow } from '../../../database/entities/entityColumns.ts'
import { toEntityRow } from '../../../database/entities/entityRows.ts'
import type { Db } from '../../../database/index.ts'
import type { Log } from '../../../log.ts'
import type { EntityHooks } from '../../entities/index.ts'
import { createPeriodicTask, systemClock } from '../../base/scheduler.ts'
import { TopicRegistry } from './topicRegistry.ts'
import type { RegistryEntity } from './topicRegistry.ts'
import { checkModel } from './thingModelGuard.ts'
import { checkSerial } from './serialNumberGuard.ts'
import { describeTags } from './tags.ts'

const entities: readonly RegistryEntity[] = ['product', 'device', 'topic', 'subscription']
const batchSize = 5_000

/** Custom topics of the installation for the broker; empty until opened. */
export function createCustomTopics(log: Log) {
  const registry = new TopicRegistry()
  const listeners = new Set<() => void>()
  /** Ids of devices whose tags must be described. `isAll`: a topic changed. */
  const due = { devices: new Set<string>(), isAll: false }
  let isRead = (): boolean => true
  let poke = (): void => {}

  const notify = (): void => {
    for (const listener of listeners) listener()
  }
  const createHook = (entity: RegistryEntity): EntityHooks => ({
    afterWrite: ({ id, project, after }) => {
      registry.put(entity, id, project, after)
      if (entity === 'device') due.devices.add(id)
      else if (entity !== 'subscription') due.isAll = true
      if (entity === 'topic' || entity === 'subscription') notify()
      poke()
    },
  })

  const forBroker: CustomTopics = {
    find: (topic) => {
      const found = registry.find(topic)
      return found === null || isRead() ? found : { ...found, device: null }
    },
    covers: (filter) => registry.covers(filter),
    getPublishFilters: () => registry.filters('up'),
    messagesFor: (command) => (isRead() ? registry.messagesFor(command, Date.now()) : []),
    getSubscriptions: (clientId) => registry.getSubscriptions(clientId),
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }

  return {
    forBroker,
    /** Update the registry on writes, and reject changes that would alter the meaning of data for other projects. */
    hooks: {
      product: { ...createHook('product'), beforeUpdate: checkModel },
      device: { ...createHook('device'), beforeCreate: checkSerial },
      topic: createHook('topic'),
      subscription: createHook('subscription'),
    },

    /** Loads the rows. `isOn`: whether custom topics are enabled. Returns a function that stops the service. */
    async open({ db, isOn }: { readonly db: Db; readonly isOn: () => boolean }): Promise<() => Promise<void>> {
      isRead = isOn
      for (const entity of entities) await loadRegistry(db, registry, entity)
      const task = createPeriodicTask({
        name: 'tags of thing models',
        clock: systemClock,
        log,
        round: async () => {
          const isAll = due.isAll
          const ids = new Set(due.devices)
          due.isAll = false
          due.devices.clear()
          if (!isAll && ids.size === 0) return undefined
          try {
            await describeTags(
              db,
              registry.listDevices().filter(({ id }) => isAll || ids.has(id)),
              (product) => registry.getProperties(product),
            )
          } catch (cause) {
            due.isAll = true
            throw cause
          }
          return undefined
        },
      })
      due.isAll = true
      poke = task.poke
      poke()
      notify()
      return () => task.stop()
    },
  }
}

export type CustomTopicsService = ReturnType<typeof createCustomTopics>

/** Loads all rows of an entity in batches. */
async function loadRegistry(db: Db, registry: TopicRegistry, entity: RegistryEntity): Promise<void> {
  const table = entityTable(getEntity(entity), (text) => text)
  for (let after: string | undefined = ''; after !== undefined;) {
    const { rows }: { rows: StoredRow[] } =
      await sql<StoredRow>`select ${readable(table)} from ${sql.table(table.name)} where id > ${after} order by id limit ${batchSize}`.execute(
        db,
      )
    for (const row of rows) {
      const { id, project = '', values } = toEntityRow(table, row)
      registry.put(entity, id, project, values)
    }
    after = rows.length < batchSize ? undefined : String(rows.at(-1)?.['id'])
  }
}
