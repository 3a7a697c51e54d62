import type { Db } from '../../../database/index.ts'
import { readSetting, writeSetting } from '../../installation/install.ts'

const shownKey = 'lightingShown'
const owedKey = 'lightingOwed'

/** Lamps whose level is not delivered yet. */
export interface PendingLevel {
  readonly lamps: ReadonlySet<string>
  /** Those that start or resume the program; they are also switched on if switched off individually. */
  readonly again: ReadonlySet<string>
  readonly at: number
  readonly waitMs: number
}

/** A segment's level in percent, its time, the targeted lamps and the lamps reached. */
export interface Shown {
  readonly level: number
  readonly at: number
  /** Null if unknown. */
  readonly asked: ReadonlySet<string> | null
  readonly told: ReadonlySet<string>
}

/**
 * Persistent state of tunnel segments: `shown` is the last level sent, `owed` the lamps not reached and their next
 * retry. Loaded once.
 */
export function createStrategyState(db: Db) {
  let shown: Map<string, Shown> | undefined
  let owed: Map<string, PendingLevel> | undefined

  const shownNow = async (): Promise<Map<string, Shown>> => {
    if (shown) return shown
    const rows = await db.selectFrom('setting').select(['key', 'value']).where('key', 'like', `${shownKey}/%`).execute()
    const all = await readSetting(db, shownKey)
    shown ??= new Map([...readShown(all), ...rows.flatMap(({ value }) => [...readShown(value)])])
    if (all === undefined) return shown
    // Migrates the former single setting for all tunnels.
    await keepShown(new Set([...shown.keys()].map(tunnelOf)))
    await db.deleteFrom('setting').where('key', '=', shownKey).execute()
    return shown
  }

  /** One setting per tunnel, so that a change writes only its own lamps. */
  const keepShown = async (tunnels: ReadonlySet<string>): Promise<void> => {
    const all = [...await shownNow()]
    for (const tunnel of tunnels) {
      const own = new Map(all.filter(([key]) => tunnelOf(key) === tunnel))
      if (own.size > 0) await writeSetting(db, `${shownKey}/${tunnel}`, writeShown(own))
      else await db.deleteFrom('setting').where('key', '=', `${shownKey}/${tunnel}`).execute()
    }
  }

  const owedNow = async (): Promise<Map<string, PendingLevel>> => {
    owed ??= readOwed(await readSetting(db, owedKey))
    return owed
  }

  return {
    shownNow, keepShown, owedNow,

    /**
     * Replaces pending levels `before` with `debt` and merges levels added meanwhile. Stored immediately, so that a
     * restart continues with the lamps not reached.
     */
    async owe(changes: readonly { readonly key: string; readonly before?: PendingLevel | undefined; readonly debt: PendingLevel | null }[]): Promise<void> {
      const all = await owedNow()
      let isChanged = false
      for (const { key, before, debt } of changes) {
        const present = all.get(key)
        const next = present && present !== before ? both(present, debt) : debt
        if (next) all.set(key, next)
        else all.delete(key)
        isChanged ||= next !== (present ?? null)
      }
      if (isChanged) await writeSetting(db, owedKey, writeOwed(all))
    },
  }
}

export type StrategyState = ReturnType<typeof createStrategyState>

/** Parses stored pending levels; invalid entries are skipped. */
function readOwed(kept: string | undefined): Map<string, PendingLevel> {
  const stored = storedIn(kept)
  return new Map(Object.entries(typeof stored === 'object' && stored !== null ? stored : {}).flatMap(([key, one]: [string, unknown]): [string, PendingLevel][] =>
    (typeof one === 'object' && one !== null && 'lamps' in one && Array.isArray(one.lamps) && 'at' in one && typeof one.at === 'number' && 'waitMs' in one && typeof one.waitMs === 'number'
      ? [[key, { lamps: namesIn(one.lamps) ?? new Set(), again: ('again' in one ? namesIn(one.again) : null) ?? new Set(), at: one.at, waitMs: one.waitMs }]] : [])))
}

/** Parses stored segment levels; invalid entries count as never sent. */
function readShown(kept: string | undefined): Map<string, Shown> {
  const stored = storedIn(kept)
  return new Map(Object.entries(typeof stored === 'object' && stored !== null ? stored : {}).flatMap(([key, one]: [string, unknown]): [string, Shown][] =>
    (typeof one === 'object' && one !== null && 'level' in one && typeof one.level === 'number' && 'at' in one && typeof one.at === 'number'
      ? [[key, { level: one.level, at: one.at, asked: 'asked' in one ? namesIn(one.asked) : null, told: ('told' in one ? namesIn(one.told) : null) ?? new Set() }]] : [])))
}

/** Inverse of `readOwed` and `readShown`. */
const writeOwed = (owed: ReadonlyMap<string, PendingLevel>): string => JSON.stringify(Object.fromEntries([...owed].map(([key, one]) => [key, { ...one, lamps: [...one.lamps], again: [...one.again] }])))
const writeShown = (shown: ReadonlyMap<string, Shown>): string =>
  JSON.stringify(Object.fromEntries([...shown].map(([key, one]) => [key, { ...one, asked: one.asked && [...one.asked], told: [...one.told] }])))

/** Tunnel id of a segment key. */
export const tunnelOf = (key: string): string => key.slice(0, key.lastIndexOf('/'))

/** Merges two pending levels; the earlier retry applies. */
function both(one: PendingLevel, other: PendingLevel | null): PendingLevel {
  if (!other) return one
  return { lamps: new Set([...one.lamps, ...other.lamps]), again: new Set([...one.again, ...other.again]), at: Math.min(one.at, other.at), waitMs: Math.min(one.waitMs, other.waitMs) }
}

const namesIn = (value: unknown): ReadonlySet<string> | null => (Array.isArray(value) ? new Set(value.filter((name) => typeof name === 'string')) : null)

function storedIn(kept: string | undefined): unknown {
  try {
    return JSON.parse(kept ?? '{}')
  } catch {
    return null
  }
}
