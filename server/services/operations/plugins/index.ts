import { sql } from 'kysely'
import { encodeLocalized } from '../../../../contract/localizedText.ts'
import type { EntityValues } from '../../../../contract/entity/field.ts'
import { type PluginCode, pluginCodes, pluginParts } from '../../../../contract/platform/plugin.ts'
import type { Db } from '../../../database/index.ts'
import type { Log } from '../../../log.ts'
import { systemContext } from '../../base/requestContext.ts'
import type { EntityHooks, StoredEntityService } from '../../entities/index.ts'

export interface PluginParts {
  readonly db: Db
  readonly rows: StoredEntityService
  /** Parts available on this server. */
  readonly present: readonly PluginCode[]
  readonly version: string
}

type Stop = () => Promise<void> | void

interface StoredPlugin {
  readonly id: string
  readonly code: string | null
  readonly status: string
}

/** Manages optional parts that can be switched on and off. All are on until the rows are loaded. */
export function createPlugins(log: Log) {
  const disabledCodes = new Set<string>()
  const updatersByCode = new Map<PluginCode, () => Promise<void>>()

  const hooks: EntityHooks = {
    afterWrite: async ({ after }) => {
      const code = pluginCodes.find((one) => one === after?.['code'])
      if (code === undefined) return
      if (after?.['status'] === 'disabled') disabledCodes.add(code)
      else disabledCodes.delete(code)
      await updatersByCode.get(code)?.()
    },
  }

  const isOn = (code: PluginCode): boolean => !disabledCodes.has(code)

  return {
    hooks,
    isOn,

    /**
     * Synchronizes the rows with the available parts and loads their state. Rows of temporarily missing parts keep
     * their state.
     */
    async open({ db, rows, present, version }: PluginParts): Promise<void> {
      const { rows: stored } = await sql<StoredPlugin>`select id, code, status from platform_plugin`.execute(db)
      const storedByCode = new Map(stored.map((row) => [row.code, row]))
      const removed = stored.filter(({ code }) => !pluginCodes.some((one) => one === code))
      if (removed.length > 0)
        await rows.removeMany(
          systemContext,
          removed.map(({ id }) => id),
        )
      const added: { readonly values: EntityValues }[] = []
      for (const [order, code] of pluginCodes.entries()) {
        const isPresent = present.includes(code)
        const { kind, words, description } = pluginParts[code]
        const values = {
          name: encodeLocalized(words),
          code,
          kind,
          version,
          description: encodeLocalized(description),
          isPresent,
          order,
        }
        const row = storedByCode.get(code)
        if (!row && isPresent) added.push({ values: { ...values, status: 'enabled' } })
        if (row) {
          if (row.status === 'disabled') disabledCodes.add(code)
          await rows.set(row.id, (before) =>
            Object.entries(values).every(([field, value]) => before[field] === value) ? null : values,
          )
        }
      }
      if (added.length > 0) await rows.add(systemContext, added)
    },

    /**
     * Runs a part while it is on. Resolves when it has started, if it is on, with a function that stops it permanently.
     */
    async supervise(code: PluginCode, start: () => Stop): Promise<Stop> {
      let running: Stop | undefined
      let isStopped = false
      let queue = Promise.resolve()
      const update = (): Promise<void> => {
        queue = queue
          .then(async () => {
            const shouldRun = !isStopped && isOn(code)
            if (shouldRun === (running !== undefined)) return
            const stop = running
            running = shouldRun ? start() : undefined
            await stop?.()
          })
          .catch((cause: unknown) => log.error('could not switch a plugin', { part: code, cause }))
        return queue
      }
      updatersByCode.set(code, update)
      await update()
      return async () => {
        isStopped = true
        await update()
      }
    },
  }
}

export type Plugins = ReturnType<typeof createPlugins>
