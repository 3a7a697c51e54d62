import { sql } from 'kysely'
import { entityOf } from '../../../../contract/entities.ts'
import type { CustomTopics } from '../../../broker/customTopics.ts'
import { entityTable, readable } from '../../../database/entityColumns.ts'
import type { StoredRow } from '../../../database/entityColumns.ts'
import { frameOf } from '../../../database/entityRows.ts'
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
const atOnce = 5_000

/** Custom topics of the installation for the broker; empty until opened. */
export function createOwnTopics(log: Log) {
  const book = new TopicRegistry()
  const listeners = new Set<() => void>()
  /** Ids of devices whose tags must be described. `isAll`: a topic changed. */
  const due = { devices: new Set<string>(), isAll: false }
  let isRead = (): boolean => true
  let poke = (): void => {}

  const tell = (): void => { for (const listener of listeners) listener() }
  const hookOf = (entity: RegistryEntity): EntityHooks => ({
    afterWrite: ({ id, project, after }) => {
      book.put(entity, id, project, after)
      if (entity === 'device') due.devices.add(id)
      else if (entity !== 'subscription') due.isAll = true
      if (entity === 'topic' || entity === 'subscription') tell()
      poke()
    },
  })

  const forBroker: CustomTopics = {
    find: (topic) => {
      const found = book.find(topic)
      return found === null || isRead() ? found : { ...found, device: null }
    },
    covers: (filter) => book.covers(filter),
    heard: () => book.filters('up'),
    messagesFor: (command) => (isRead() ? book.messagesFor(command, Date.now()) : []),
    meantFor: (clientId) => book.meantFor(clientId),
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }

  return {
    forBroker,
    /** Update the registry on writes, and reject changes that would alter the meaning of data for other projects. */
    hooks: { product: { ...hookOf('product'), beforeUpdate: checkModel }, device: { ...hookOf('device'), beforeCreate: checkSerial }, topic: hookOf('topic'), subscription: hookOf('subscription') },

    /** Loads the rows. `isOn`: whether custom topics are enabled. Returns a function that stops the service. */
    async open({ db, isOn }: { readonly db: Db; readonly isOn: () => boolean }): Promise<() => Promise<void>> {
      isRead = isOn
      for (const entity of entities) await fill(db, book, entity)
      const rounds = createPeriodicTask({
        name: 'tags of thing models', clock: systemClock, log,
        round: async () => {
          const isAll = due.isAll
          const ids = new Set(due.devices)
          due.isAll = false
          due.devices.clear()
          if (!isAll && ids.size === 0) return undefined
          try {
            await describeTags(db, book.described().filter(({ id }) => isAll || ids.has(id)), (product) => book.propertiesOf(product))
          } catch (cause) {
            due.isAll = true
            throw cause
          }
          return undefined
        },
      })
      due.isAll = true
      poke = rounds.poke
      poke()
      tell()
      return () => rounds.stop()
    },
  }
}

export type OwnTopicsService = ReturnType<typeof createOwnTopics>

/** Loads all rows of an entity in batches. */
async function fill(db: Db, book: TopicRegistry, entity: RegistryEntity): Promise<void> {
  const table = entityTable(entityOf(entity), (text) => text)
  for (let after: string | undefined = ''; after !== undefined;) {
    const { rows }: { rows: StoredRow[] } = await sql<StoredRow>`select ${readable(table)} from ${sql.table(table.name)} where id > ${after} order by id limit ${atOnce}`.execute(db)
    for (const row of rows) {
      const { id, project = '', values } = frameOf(table, row)
      book.put(entity, id, project, values)
    }
    after = rows.length < atOnce ? undefined : String(rows.at(-1)?.['id'])
  }
}
