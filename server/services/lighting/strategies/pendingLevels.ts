import type { Db } from '../../../database/index.ts'
import { readSetting, writeSetting } from '../../installation/install.ts'

const shownKey = 'lightingShown'
const owedKey = 'lightingOwed'

/** Lamps that a level is owed to. */
export interface PendingLevel {
  readonly lamps: ReadonlySet<string>
  /** Those of them that begin with it, or return to it: they get it also where they were switched off by themselves. */
  readonly again: ReadonlySet<string>
  readonly at: number
  readonly waitMs: number
}

/** A level in percent, since when it is asked for, of whom, and who was told. */
export interface Shown {
  readonly level: number
  readonly at: number
  /** Null: not known. */
  readonly asked: ReadonlySet<string> | null
  readonly told: ReadonlySet<string>
}

/** What is remembered of the segments of tunnels, by tunnel and segment: `shown` what was sent last, `owed` whom that has not reached, and when they are tried again. Read once. */
export function createStrategyState(db: Db) {
  let shown: Map<string, Shown> | undefined
  let owed: Map<string, PendingLevel> | undefined

  const shownNow = async (): Promise<Map<string, Shown>> => {
    if (shown) return shown
    const rows = await db.selectFrom('setting').select(['key', 'value']).where('key', 'like', `${shownKey}/%`).execute()
    const all = await readSetting(db, shownKey)
    shown ??= new Map([...readShown(all), ...rows.flatMap(({ value }) => [...readShown(value)])])
    if (all === undefined) return shown
    // It was one text for all tunnels once.
    await keepShown(new Set([...shown.keys()].map(tunnelOf)))
    await db.deleteFrom('setting').where('key', '=', shownKey).execute()
    return shown
  }

  /** Each tunnel is kept by itself: one that follows the day writes no other's lamps. */
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

    /** What is owed in the place of `before`; what came to be owed since then is owed besides. Kept at once: a server that begins anew goes on with whom it did not reach. */
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

/** What a kept text says is still owed to segments; what it does not say well is left out. */
function readOwed(kept: string | undefined): Map<string, PendingLevel> {
  const stored = storedIn(kept)
  return new Map(Object.entries(typeof stored === 'object' && stored !== null ? stored : {}).flatMap(([key, one]: [string, unknown]): [string, PendingLevel][] =>
    (typeof one === 'object' && one !== null && 'lamps' in one && Array.isArray(one.lamps) && 'at' in one && typeof one.at === 'number' && 'waitMs' in one && typeof one.waitMs === 'number'
      ? [[key, { lamps: namesIn(one.lamps) ?? new Set(), again: ('again' in one ? namesIn(one.again) : null) ?? new Set(), at: one.at, waitMs: one.waitMs }]] : [])))
}

/** What a kept text says of the segments; what it does not say well is as if nothing had been sent. */
function readShown(kept: string | undefined): Map<string, Shown> {
  const stored = storedIn(kept)
  return new Map(Object.entries(typeof stored === 'object' && stored !== null ? stored : {}).flatMap(([key, one]: [string, unknown]): [string, Shown][] =>
    (typeof one === 'object' && one !== null && 'level' in one && typeof one.level === 'number' && 'at' in one && typeof one.at === 'number'
      ? [[key, { level: one.level, at: one.at, asked: 'asked' in one ? namesIn(one.asked) : null, told: ('told' in one ? namesIn(one.told) : null) ?? new Set() }]] : [])))
}

/** Both as `readOwed` and `readShown` read them. */
const writeOwed = (owed: ReadonlyMap<string, PendingLevel>): string => JSON.stringify(Object.fromEntries([...owed].map(([key, one]) => [key, { ...one, lamps: [...one.lamps], again: [...one.again] }])))
const writeShown = (shown: ReadonlyMap<string, Shown>): string =>
  JSON.stringify(Object.fromEntries([...shown].map(([key, one]) => [key, { ...one, asked: one.asked && [...one.asked], told: [...one.told] }])))

/** Of a tunnel and segment. */
export const tunnelOf = (key: string): string => key.slice(0, key.lastIndexOf('/'))

/** Tried together: when the first of them is due. */
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
