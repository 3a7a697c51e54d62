import { sql } from 'kysely'
import { quality } from '@mimic/engine/bindings'
import { limits } from '../../../../contract/limits.ts'
import { parseTag } from '../../../../contract/telemetry/index.ts'
import type { Broker } from '../../../broker/index.ts'
import type { History, Reading } from '../../../database/history/history.ts'
import type { Db } from '../../../database/index.ts'
import { getOfflineTimeoutMs } from '../../base/offlineTimeout.ts'
import type { Aggregate, Sample, AggregateResult } from './aggregate.ts'
import { startAggregate, extendAggregate, computeResult } from './aggregate.ts'
import type { Period } from './periods.ts'
import { getNextEnd, getPreviousPeriod } from './periods.ts'
import type { StoredValue, Scene, Variable } from './rows.ts'

export interface CollectInputsOptions {
  readonly db: Db
  readonly history: Pick<History, 'read' | 'newest'>
  readonly broker: Pick<Broker, 'isOnline'>
  /** Wall clock, determines the period. */
  readonly now: () => number
  /** Monotonic clock, for the time since the last message. */
  readonly monotonicNow: () => number
}

/** Source of an input variable. */
interface Source {
  readonly tag: string
  readonly holdMs: number
  /** Current value, which may not be in history yet. */
  readonly currentSample: Sample | undefined
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
const maxReadings = 200_000
/** Values that hardly change are stored once a minute. */
const downsampledIntervalMs = 90_000
const intervalReadings = 20
const gapFactor = 4
const minLookbackMs = 120_000
/** For this long after the end of a period, the broker's last message time decides freshness. */
const recentPeriodMs = 65_000

/**
 * Collects the input values of a formula over a period, from history and, where history has none, from the current
 * value.
 */
export class InputCollector {
  readonly #parts: CollectInputsOptions
  readonly #lastMessages = new Map<string, { readonly ms: number; readonly every: number }>()
  #trackedDevices: ReadonlySet<string> = new Set()

  constructor(parts: CollectInputsOptions) {
    this.#parts = parts
  }

  /** Sets the tags whose devices' message times are tracked. */
  track(tags: Iterable<string>): void {
    this.#trackedDevices = new Set([...tags].map(getDevice))
    for (const device of this.#lastMessages.keys())
      if (!this.#trackedDevices.has(device)) this.#lastMessages.delete(device)
  }

  onFrame({
    project,
    device,
    arrivedMs: heardMs,
    every,
  }: {
    readonly project: string
    readonly device: string
    readonly arrivedMs: number
    readonly every: number
  }): void {
    const key = `${project}/${device}`
    if (this.#trackedDevices.has(key)) this.#lastMessages.set(key, { ms: heardMs, every })
  }

  /** Returns one input variable aggregated over a period by the statistic of `of`; null if it is not readable. */
  async collect(
    scene: Scene,
    consumer: Variable,
    input: Variable | undefined,
    storedValues: ReadonlyMap<string, StoredValue>,
    period: Period,
  ): Promise<AggregateResult | null> {
    const source = input && (await this.#findSource(scene, input, storedValues.get(input.id), period))
    if (!source) return null
    const aggregate = await this.#aggregate(consumer, source, period)
    return computeResult(aggregate, consumer.statistic, source.holdMs, source.isFresh)
  }

  /** Aggregates the current period so far, because its beginning may be deleted from history before its end. */
  async advance(
    scene: Scene,
    consumer: Variable,
    input: Variable | undefined,
    storedValues: ReadonlyMap<string, StoredValue>,
    period: Period,
  ): Promise<void> {
    const source = input && (await this.#findSource(scene, input, storedValues.get(input.id), period))
    if (source) await this.#aggregate(consumer, source, period)
  }

  async #findSource(
    scene: Scene,
    input: Variable,
    storedValues: StoredValue | undefined,
    { to }: Period,
  ): Promise<Source | null> {
    const { tag, origin } = input
    if (tag === null) return null
    if (origin === 'tag') {
      const lastMessage = this.#lastMessages.get(getDevice(tag))
      const medianIntervalMs = computeMedianInterval(
        (await this.#lookBack(tag, to, historyMs, intervalReadings)).map(({ at }) => at),
      )
      const device = parseTag(tag)
      const isOffline = device !== null && this.#parts.broker.isOnline(device) === false
      const sinceEndMs = this.#parts.now() - to
      const isFresh =
        sinceEndMs >= recentPeriodMs
          ? undefined
          : isOffline
            ? false
            : lastMessage &&
              this.#parts.monotonicNow() - lastMessage.ms <= sinceEndMs + getOfflineTimeoutMs(lastMessage.every)
      const minHoldMs = lastMessage
        ? Math.max(downsampledIntervalMs, getOfflineTimeoutMs(lastMessage.every))
        : limits.history.gapMs
      const newest = this.#parts.history.newest(tag)
      return {
        tag,
        holdMs: Math.max(minHoldMs, gapFactor * medianIntervalMs),
        currentSample: newest && toSample(newest),
        isInHistory: true,
        isEntered: false,
        isFresh,
      }
    }
    const currentSample = storedValues && toCurrentSample(input, storedValues)
    const holdMs = origin === 'input' ? Number.MAX_SAFE_INTEGER : 2 * getPeriodLength(scene, input, to)
    return {
      tag,
      holdMs,
      currentSample,
      isInHistory: input.isStored,
      isEntered: origin === 'input',
      isFresh: undefined,
    }
  }

  async #aggregate(consumer: Variable, source: Source, period: Period): Promise<Aggregate> {
    const isLong = consumer.cycle.kind === 'week' || consumer.cycle.kind === 'month'
    const before = isLong ? await this.#readSaved(consumer.id, source.tag, period) : undefined
    const samples = async (from: number, to: number): Promise<Sample[]> => {
      const stored = source.isInHistory
        ? (await this.#parts.history.read(source.tag, from, to, maxReadings)).map(toSample)
        : []
      const { currentSample } = source
      const isNewer =
        currentSample &&
        currentSample.at > (stored.findLast(({ at }) => at !== currentSample.at)?.at ?? -Infinity) &&
        currentSample.at <= to
      return isNewer ? [...stored.filter(({ at }) => at !== currentSample.at), currentSample] : stored
    }
    const oldest = this.#parts.now() - historyMs
    let aggregate = before
    if (!aggregate) {
      const first = await samples(
        Math.max(oldest, period.from),
        Math.min(period.to, Math.max(oldest, period.from) + hourMs),
      )
      const [previousSample] = source.isInHistory
        ? (await this.#lookBack(source.tag, period.from, Math.min(source.holdMs, historyMs), 1)).map(toSample)
        : []
      const { currentSample } = source
      const knownSample = currentSample && currentSample.at <= period.from ? currentSample : undefined
      aggregate = startAggregate(
        period.from,
        getNewer(previousSample, knownSample) ??
          (source.isEntered && first[0] ? { ...first[0], at: period.from } : undefined),
        source.holdMs,
      )
    }
    if (aggregate.until < oldest) aggregate = extendAggregate(aggregate, [], Math.min(oldest, period.to), source.holdMs)
    while (aggregate.until < period.to) {
      const until = Math.min(aggregate.until + hourMs, period.to)
      aggregate = extendAggregate(aggregate, await samples(aggregate.until, until), until, source.holdMs)
    }
    if (isLong) await this.#save(consumer.id, source.tag, aggregate)
    return aggregate
  }

  /**
   * Reads the newest readings up to `to` in growing intervals. A query over the whole past would make the embedded
   * database sort everything.
   */
  async #lookBack(tag: string, to: number, maxMs: number, count: number): Promise<readonly Reading[]> {
    for (let spanMs = Math.min(minLookbackMs, maxMs); ; spanMs = Math.min(spanMs * 10, maxMs)) {
      const found = await this.#parts.history.read(tag, to - spanMs, to, count)
      if (found.length >= count || spanMs >= maxMs) return found
    }
  }

  async #readSaved(variable: string, tag: string, { from, to }: Period): Promise<Aggregate | undefined> {
    const {
      rows: [row],
    } = await sql<{
      fold: Aggregate
    }>`select fold from scene_fold where variable = ${variable} and tag = ${tag} and from_at = ${new Date(from)}`.execute(
      this.#parts.db,
    )
    return row && row.fold.until <= to ? row.fold : undefined
  }

  /** Keeps the last two periods, because an edited formula is recomputed over the previous period. */
  async #save(variable: string, tag: string, aggregate: Aggregate): Promise<void> {
    const { db } = this.#parts
    await sql`insert into scene_fold (variable, tag, from_at, fold) values (${variable}, ${tag}, ${new Date(aggregate.from)}, ${JSON.stringify(aggregate)}::jsonb)
      on conflict (variable, tag, from_at) do update set fold = excluded.fold`.execute(db)
    await sql`delete from scene_fold where variable = ${variable} and from_at < ${new Date(aggregate.from - 63 * 24 * hourMs)}`.execute(
      db,
    )
  }
}

/** Converts a stored value to a sample. A value never entered applies from time 0. */
function toCurrentSample({ kind }: Variable, { at, value, text, quality: qualityCode }: StoredValue): Sample {
  return toSample({ at: at ?? 0, value: kind === 'text' ? null : value, quality: qualityCode, text })
}

function toSample({ at, value, quality: qualityCode, text }: Reading): Sample {
  const number = value ?? (text === null || text.trim() === '' ? NaN : Number(text))
  return {
    at,
    value: qualityCode >= quality.bad || !Number.isFinite(number) ? NaN : number,
    isDoubtful: qualityCode === quality.uncertain,
  }
}

const getNewer = (a: Sample | undefined, b: Sample | undefined): Sample | undefined =>
  a && b ? (b.at >= a.at ? b : a) : (a ?? b)

const getDevice = (tag: string): string => tag.slice(0, tag.lastIndexOf('/'))

function getPeriodLength({ zone }: Scene, { cycle }: Variable, atMs: number): number {
  const { from, to } = getPreviousPeriod(zone, cycle, atMs)
  return Math.max(to - from, getNextEnd(zone, cycle, atMs) - to)
}

/** Median interval between times (oldest first); 0 without intervals. */
function computeMedianInterval(times: readonly number[]): number {
  const distances = times
    .slice(1)
    .map((at, index) => at - (times[index] ?? at))
    .toSorted((a, b) => a - b)
  return distances[Math.floor(distances.length / 2)] ?? 0
}
