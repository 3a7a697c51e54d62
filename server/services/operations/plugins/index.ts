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
  const off = new Set<string>()
  const followers = new Map<PluginCode, () => Promise<void>>()

  const hooks: EntityHooks = {
    afterWrite: async ({ after }) => {
      const code = pluginCodes.find((one) => one === after?.['code'])
      if (code === undefined) return
      if (after?.['status'] === 'disabled') off.add(code)
      else off.delete(code)
      await followers.get(code)?.()
    },
  }

  const isOn = (code: PluginCode): boolean => !off.has(code)

  return {
    hooks,
    isOn,

    /**
     * Synchronizes the rows with the available parts and loads their state. Rows of temporarily missing parts keep
     * their state.
     */
    async open({ db, rows, present, version }: PluginParts): Promise<void> {
      const { rows: stored } = await sql<StoredPlugin>`select id, code, status from platform_plugin`.execute(db)
      const known = new Map(stored.map((row) => [row.code, row]))
      const gone = stored.filter(({ code }) => !pluginCodes.some((one) => one === code))
      if (gone.length > 0) await rows.removeMany(systemContext, gone.map(({ id }) => id))
      const added: { readonly values: EntityValues }[] = []
      for (const [order, code] of pluginCodes.entries()) {
        const isPresent = present.includes(code)
        const { kind, words, description } = pluginParts[code]
        const values = { name: encodeLocalized(words), code, kind, version, description: encodeLocalized(description), isPresent, order }
        const row = known.get(code)
        if (!row && isPresent) added.push({ values: { ...values, status: 'enabled' } })
        if (row) {
          if (row.status === 'disabled') off.add(code)
          await rows.set(row.id, (before) => (Object.entries(values).every(([field, value]) => before[field] === value) ? null : values))
        }
      }
      if (added.length > 0) await rows.add(systemContext, added)
    },

    /**
     * Runs a part while it is on. Resolves when it has started, if it is on, with a function that stops it permanently.
     */
    async keep(code: PluginCode, begin: () => Stop): Promise<Stop> {
      let running: Stop | undefined
      let isOver = false
      let turn = Promise.resolve()
      const follow = (): Promise<void> => {
        turn = turn.then(async () => {
          const isWanted = !isOver && isOn(code)
          if (isWanted === (running !== undefined)) return
          const stop = running
          running = isWanted ? begin() : undefined
          await stop?.()
        }).catch((cause: unknown) => log.error('could not switch a plugin', { part: code, cause }))
        return turn
      }
      followers.set(code, follow)
      await follow()
      return async () => {
        isOver = true
        await follow()
      }
    },
  }
}

export type Plugins = ReturnType<typeof createPlugins>
