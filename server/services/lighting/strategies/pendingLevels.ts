import type { Db } from '../../../database/index.ts'
import { readSetting, writeSetting } from '../../installation/install.ts'

const levelsSettingKey = 'lightingShown'
const pendingSettingKey = 'lightingOwed'

/** Lamps whose level is not delivered yet. */
export interface PendingLevel {
  readonly lamps: ReadonlySet<string>
  /** Those that start or resume the program; they are also switched on if switched off individually. */
  readonly again: ReadonlySet<string>
  readonly at: number
  readonly waitMs: number
}

/** A segment's level in percent, its time, the targeted lamps and the lamps reached. */
export interface SegmentLevel {
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
  let levels: Map<string, SegmentLevel> | undefined
  let pending: Map<string, PendingLevel> | undefined

  const loadLevels = async (): Promise<Map<string, SegmentLevel>> => {
    if (levels) return levels
    const rows = await db
      .selectFrom('setting')
      .select(['key', 'value'])
      .where('key', 'like', `${levelsSettingKey}/%`)
      .execute()
    const all = await readSetting(db, levelsSettingKey)
    levels ??= new Map([...parseLevels(all), ...rows.flatMap(({ value }) => [...parseLevels(value)])])
    if (all === undefined) return levels
    // Migrates the former single setting for all tunnels.
    await saveLevels(new Set([...levels.keys()].map(getTunnelId)))
    await db.deleteFrom('setting').where('key', '=', levelsSettingKey).execute()
    return levels
  }

  /** One setting per tunnel, so that a change writes only its own lamps. */
  const saveLevels = async (tunnels: ReadonlySet<string>): Promise<void> => {
    const all = [...(await loadLevels())]
    for (const tunnel of tunnels) {
      const tunnelLevels = new Map(all.filter(([key]) => getTunnelId(key) === tunnel))
      if (tunnelLevels.size > 0) await writeSetting(db, `${levelsSettingKey}/${tunnel}`, serializeLevels(tunnelLevels))
      else await db.deleteFrom('setting').where('key', '=', `${levelsSettingKey}/${tunnel}`).execute()
    }
  }

  const loadPending = async (): Promise<Map<string, PendingLevel>> => {
    pending ??= parsePending(await readSetting(db, pendingSettingKey))
    return pending
  }

  return {
    shownNow: loadLevels,
    keepShown: saveLevels,
    owedNow: loadPending,

    /**
     * Replaces pending levels `before` with `debt` and merges levels added meanwhile. Stored immediately, so that a
     * restart continues with the lamps not reached.
     */
    async setPending(
      changes: readonly {
        readonly key: string
        readonly before?: PendingLevel | undefined
        readonly debt: PendingLevel | null
      }[],
    ): Promise<void> {
      const all = await loadPending()
      let isChanged = false
      for (const { key, before, debt: pendingLevel } of changes) {
        const present = all.get(key)
        const next = present && present !== before ? mergePending(present, pendingLevel) : pendingLevel
        if (next) all.set(key, next)
        else all.delete(key)
        isChanged ||= next !== (present ?? null)
      }
      if (isChanged) await writeSetting(db, pendingSettingKey, serializePending(all))
    },
  }
}

export type StrategyState = ReturnType<typeof createStrategyState>

/** Parses stored pending levels; invalid entries are skipped. */
function parsePending(json: string | undefined): Map<string, PendingLevel> {
  const stored = parseStored(json)
  return new Map(
    Object.entries(typeof stored === 'object' && stored !== null ? stored : {}).flatMap(
      ([key, one]: [string, unknown]): [string, PendingLevel][] =>
        typeof one === 'object' &&
        one !== null &&
        'lamps' in one &&
        Array.isArray(one.lamps) &&
        'at' in one &&
        typeof one.at === 'number' &&
        'waitMs' in one &&
        typeof one.waitMs === 'number'
          ? [
              [
                key,
                {
                  lamps: toNames(one.lamps) ?? new Set(),
                  again: ('again' in one ? toNames(one.again) : null) ?? new Set(),
                  at: one.at,
                  waitMs: one.waitMs,
                },
              ],
            ]
          : [],
    ),
  )
}

/** Parses stored segment levels; invalid entries count as never sent. */
function parseLevels(json: string | undefined): Map<string, SegmentLevel> {
  const stored = parseStored(json)
  return new Map(
    Object.entries(typeof stored === 'object' && stored !== null ? stored : {}).flatMap(
      ([key, one]: [string, unknown]): [string, SegmentLevel][] =>
        typeof one === 'object' &&
        one !== null &&
        'level' in one &&
        typeof one.level === 'number' &&
        'at' in one &&
        typeof one.at === 'number'
          ? [
              [
                key,
                {
                  level: one.level,
                  at: one.at,
                  asked: 'asked' in one ? toNames(one.asked) : null,
                  told: ('told' in one ? toNames(one.told) : null) ?? new Set(),
                },
              ],
            ]
          : [],
    ),
  )
}

/** Inverse of `parsePending` and `parseLevels`. */
const serializePending = (pending: ReadonlyMap<string, PendingLevel>): string =>
  JSON.stringify(
    Object.fromEntries(
      [...pending].map(([key, one]) => [key, { ...one, lamps: [...one.lamps], again: [...one.again] }]),
    ),
  )
const serializeLevels = (levels: ReadonlyMap<string, SegmentLevel>): string =>
  JSON.stringify(
    Object.fromEntries(
      [...levels].map(([key, one]) => [key, { ...one, asked: one.asked && [...one.asked], told: [...one.told] }]),
    ),
  )

/** Tunnel id of a segment key. */
export const getTunnelId = (key: string): string => key.slice(0, key.lastIndexOf('/'))

/** Merges two pending levels; the earlier retry applies. */
function mergePending(one: PendingLevel, other: PendingLevel | null): PendingLevel {
  if (!other) return one
  return {
    lamps: new Set([...one.lamps, ...other.lamps]),
    again: new Set([...one.again, ...other.again]),
    at: Math.min(one.at, other.at),
    waitMs: Math.min(one.waitMs, other.waitMs),
  }
}

const toNames = (value: unknown): ReadonlySet<string> | null =>
  Array.isArray(value) ? new Set(value.filter((name) => typeof name === 'string')) : null

function parseStored(json: string | undefined): unknown {
  try {
    return JSON.parse(json ?? '{}')
  } catch {
    return null
  }
}
