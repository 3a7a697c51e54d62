import { sql } from 'kysely'
import { quality } from '@mimic/engine/bindings'
import { limits } from '../../../../contract/limits.ts'
import { parseTag } from '../../../../contract/telemetry/index.ts'
import type { Broker } from '../../../broker/index.ts'
import type { History, Reading } from '../../../database/history.ts'
import type { Db } from '../../../database/index.ts'
import { offlineAfterMs } from '../../base/offlineTimeout.ts'
import type { Aggregate, Sample, AggregateResult } from './aggregate.ts'
import { startAggregate, extendAggregate, aggregateResult } from './aggregate.ts'
import type { Period } from './periods.ts'
import { nextEnd, periodBefore } from './periods.ts'
import type { Kept, Scene, Variable } from './rows.ts'

export interface CollectInputsOptions {
  readonly db: Db
  readonly history: Pick<History, 'read' | 'newest'>
  readonly broker: Pick<Broker, 'isOnline'>
  /** Wall clock, determines the period. */
  readonly now: () => number
  /** Monotonic clock, for the time since the last message. */
  readonly steady: () => number
}

/** Source of an input variable. */
interface Source {
  readonly tag: string
  readonly holdMs: number
  /** Current value, which may not be in history yet. */
  readonly present: Sample | undefined
  readonly isInHistory: boolean
  /** True if the first known value also applies to the time before it (entered variables). */
  readonly isEntered: boolean
  /**
   * Whether the device still reported at the end of a period that has just ended; undefined to derive it from history.
   */
  readonly isFresh: boolean | undefined
}

const hourMs = 3_600_000
/** History retention plus one day. */
const historyMs = 8 * 24 * hourMs
/** Maximum readings per hour, more than fifty per second. */
const mostReadings = 200_000
/** Values that hardly change are stored once a minute. */
const thinnedMs = 90_000
const rhythmReadings = 20
const patience = 4
const shortestLookMs = 120_000
/** For this long after the end of a period, the broker's last message time decides freshness. */
const justOverMs = 65_000

/**
 * Collects the input values of a formula over a period, from history and, where history has none, from the current
 * value.
 */
export class InputCollector {
  readonly #parts: CollectInputsOptions
  readonly #heard = new Map<string, { readonly ms: number; readonly every: number }>()
  #followed: ReadonlySet<string> = new Set()

  constructor(parts: CollectInputsOptions) {
    this.#parts = parts
  }

  /** Sets the tags whose devices' message times are tracked. */
  follow(tags: Iterable<string>): void {
    this.#followed = new Set([...tags].map(deviceOf))
    for (const device of this.#heard.keys()) if (!this.#followed.has(device)) this.#heard.delete(device)
  }

  heard({ project, device, heardMs, every }: { readonly project: string; readonly device: string; readonly heardMs: number; readonly every: number }): void {
    const key = `${project}/${device}`
    if (this.#followed.has(key)) this.#heard.set(key, { ms: heardMs, every })
  }

  /** Returns one input variable aggregated over a period by the statistic of `of`; null if it is not readable. */
  async told(scene: Scene, of: Variable, named: Variable | undefined, kept: ReadonlyMap<string, Kept>, period: Period): Promise<AggregateResult | null> {
    const source = named && await this.#sourceOf(scene, named, kept.get(named.id), period)
    if (!source) return null
    const fold = await this.#fold(of, source, period)
    return aggregateResult(fold, of.statistic, source.holdMs, source.isFresh)
  }

  /** Aggregates the current period so far, because its beginning may be deleted from history before its end. */
  async advance(scene: Scene, of: Variable, named: Variable | undefined, kept: ReadonlyMap<string, Kept>, period: Period): Promise<void> {
    const source = named && await this.#sourceOf(scene, named, kept.get(named.id), period)
    if (source) await this.#fold(of, source, period)
  }

  async #sourceOf(scene: Scene, named: Variable, kept: Kept | undefined, { to }: Period): Promise<Source | null> {
    const { tag, origin } = named
    if (tag === null) return null
    if (origin === 'tag') {
      const heard = this.#heard.get(deviceOf(tag))
      const rhythm = medianOf((await this.#lookBack(tag, to, historyMs, rhythmReadings)).map(({ at }) => at))
      const device = parseTag(tag)
      const isGone = device !== null && this.#parts.broker.isOnline(device) === false
      const overMs = this.#parts.now() - to
      const isFresh = overMs >= justOverMs ? undefined : isGone ? false : heard && this.#parts.steady() - heard.ms <= overMs + offlineAfterMs(heard.every)
      const least = heard ? Math.max(thinnedMs, offlineAfterMs(heard.every)) : limits.history.gapMs
      const newest = this.#parts.history.newest(tag)
      return { tag, holdMs: Math.max(least, patience * rhythm), present: newest && sampleOf(newest), isInHistory: true, isEntered: false, isFresh }
    }
    const present = kept && presentOf(named, kept)
    const holdMs = origin === 'input' ? Number.MAX_SAFE_INTEGER : 2 * lengthOf(scene, named, to)
    return { tag, holdMs, present, isInHistory: named.isStored, isEntered: origin === 'input', isFresh: undefined }
  }

  async #fold(of: Variable, source: Source, period: Period): Promise<Aggregate> {
    const isLong = of.cycle.kind === 'week' || of.cycle.kind === 'month'
    const before = isLong ? await this.#saved(of.id, source.tag, period) : undefined
    const samples = async (from: number, to: number): Promise<Sample[]> => {
      const stored = source.isInHistory ? (await this.#parts.history.read(source.tag, from, to, mostReadings)).map(sampleOf) : []
      const { present } = source
      const isNews = present && present.at > (stored.findLast(({ at }) => at !== present.at)?.at ?? -Infinity) && present.at <= to
      return isNews ? [...stored.filter(({ at }) => at !== present.at), present] : stored
    }
    const oldest = this.#parts.now() - historyMs
    let fold = before
    if (!fold) {
      const first = await samples(Math.max(oldest, period.from), Math.min(period.to, Math.max(oldest, period.from) + hourMs))
      const [carried] = source.isInHistory ? (await this.#lookBack(source.tag, period.from, Math.min(source.holdMs, historyMs), 1)).map(sampleOf) : []
      const { present } = source
      const known = present && present.at <= period.from ? present : undefined
      fold = startAggregate(period.from, newerOf(carried, known) ?? (source.isEntered && first[0] ? { ...first[0], at: period.from } : undefined), source.holdMs)
    }
    if (fold.until < oldest) fold = extendAggregate(fold, [], Math.min(oldest, period.to), source.holdMs)
    while (fold.until < period.to) {
      const until = Math.min(fold.until + hourMs, period.to)
      fold = extendAggregate(fold, await samples(fold.until, until), until, source.holdMs)
    }
    if (isLong) await this.#save(of.id, source.tag, fold)
    return fold
  }

  /**
   * Reads the newest readings up to `to` in growing intervals. A query over the whole past would make the embedded
   * database sort everything.
   */
  async #lookBack(tag: string, to: number, mostMs: number, count: number): Promise<readonly Reading[]> {
    for (let reach = Math.min(shortestLookMs, mostMs); ; reach = Math.min(reach * 10, mostMs)) {
      const found = await this.#parts.history.read(tag, to - reach, to, count)
      if (found.length >= count || reach >= mostMs) return found
    }
  }

  async #saved(variable: string, tag: string, { from, to }: Period): Promise<Aggregate | undefined> {
    const { rows: [row] } = await sql<{ fold: Aggregate }>`select fold from scene_fold where variable = ${variable} and tag = ${tag} and from_at = ${new Date(from)}`.execute(this.#parts.db)
    return row && row.fold.until <= to ? row.fold : undefined
  }

  /** Keeps the last two periods, because an edited formula is recomputed over the previous period. */
  async #save(variable: string, tag: string, fold: Aggregate): Promise<void> {
    const { db } = this.#parts
    await sql`insert into scene_fold (variable, tag, from_at, fold) values (${variable}, ${tag}, ${new Date(fold.from)}, ${JSON.stringify(fold)}::jsonb)
      on conflict (variable, tag, from_at) do update set fold = excluded.fold`.execute(db)
    await sql`delete from scene_fold where variable = ${variable} and from_at < ${new Date(fold.from - 63 * 24 * hourMs)}`.execute(db)
  }
}

/** Converts a stored value to a sample. A value never entered applies from time 0. */
function presentOf({ kind }: Variable, { at, value, text, quality: mark }: Kept): Sample {
  return sampleOf({ at: at ?? 0, value: kind === 'text' ? null : value, quality: mark, text })
}

function sampleOf({ at, value, quality: mark, text }: Reading): Sample {
  const number = value ?? (text === null || text.trim() === '' ? NaN : Number(text))
  return { at, value: mark >= quality.bad || !Number.isFinite(number) ? NaN : number, isDoubtful: mark === quality.uncertain }
}

const newerOf = (a: Sample | undefined, b: Sample | undefined): Sample | undefined => (a && b ? (b.at >= a.at ? b : a) : a ?? b)

const deviceOf = (tag: string): string => tag.slice(0, tag.lastIndexOf('/'))

function lengthOf({ zone }: Scene, { cycle }: Variable, atMs: number): number {
  const { from, to } = periodBefore(zone, cycle, atMs)
  return Math.max(to - from, nextEnd(zone, cycle, atMs) - to)
}

/** Median interval between times (oldest first); 0 without intervals. */
function medianOf(times: readonly number[]): number {
  const distances = times.slice(1).map((at, index) => at - (times[index] ?? at)).toSorted((a, b) => a - b)
  return distances[Math.floor(distances.length / 2)] ?? 0
}
