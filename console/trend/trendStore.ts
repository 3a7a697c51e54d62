import { makeObservable, observable, observableRef, runInAction } from 'mobx'
import type { Row } from '../../contract/entity/define.ts'
import type { TrendDefinition, TrendPen, TrendRange } from '../../contract/platform/trendDefinition.ts'
import { emptyTrend } from '../../contract/platform/trendDefinition.ts'
import { limits } from '../../contract/limits.ts'
import type { TagStatistics } from '../../contract/routes.ts'
import type { TagSample } from '../stores/live/tagSamples.ts'
import { LatestRequest } from '../stores/entities/latestRequest.ts'
import type { Client } from '../net/client.ts'
import type { PenTag } from './axes.ts'
import { appendValue, shiftCurve, type TrendCurve } from './curve.ts'
import { type Period, toFixedRange, toPeriod } from './range.ts'

export interface TrendStoreParts {
  readonly client: Pick<Client, 'call'>
  readonly now: () => number
  /** Newest live value of a tag. */
  readonly sample: (tag: string) => TagSample
  /** Whether a switch is inverted: 0 is on. */
  readonly isReversed?: ((tag: PenTag) => boolean) | undefined
}

/** Quality from which a live value is a gap. */
const badQuality = 2
/** A live curve is read again after this time, in milliseconds, so that it stays reduced to a few points. */
export const reloadMs = 30_000
const minPoints = 600
const maxBack = 50
const { history } = limits

/** Curves, statistics and settings of one trend. Loads whenever pens or period change. */
export class TrendStore {
  definition: TrendDefinition
  /** Displayed period. Moves with time in live mode. */
  period: Period
  tags: ReadonlyMap<string, PenTag> = new Map()
  curves: ReadonlyMap<string, TrendCurve> = new Map()
  /** Curves of the earlier period, moved to the displayed one. */
  earlier: ReadonlyMap<string, TrendCurve> = new Map()
  statistics: ReadonlyMap<string, TagStatistics> = new Map()
  /** Time under the cursor; null without a cursor. */
  cursor: number | null = null
  /** The definition differs from the saved one. */
  isChanged = false
  readonly curveRequest = new LatestRequest()
  readonly statisticsRequest = new LatestRequest()
  readonly #parts: TrendStoreParts
  #back: TrendRange[] = []
  #points = 1500
  #loads = 0
  #loadedAt = 0
  #reloadAt = Infinity

  constructor(parts: TrendStoreParts, definition: TrendDefinition = emptyTrend) {
    this.#parts = parts
    this.definition = definition
    this.period = toPeriod(definition.range, parts.now())
    makeObservable(this, {
      definition: observableRef,
      period: observableRef,
      tags: observableRef,
      curves: observableRef,
      earlier: observableRef,
      statistics: observableRef,
      cursor: observable,
      isChanged: observable,
    })
  }

  get pens(): readonly TrendPen[] {
    return this.definition.pens
  }

  get isLive(): boolean {
    return this.definition.range.kind === 'live'
  }

  get canGoBack(): boolean {
    return this.#back.length > 0
  }

  /** Project of the trend: that of its first pen. */
  get project(): string | undefined {
    return this.pens[0]?.tag.split('/')[0]
  }

  /** Width of the plot in pixels: two values per pixel keep the lowest and the highest one. */
  setWidth(pixels: number): void {
    this.#points = Math.min(history.maxPoints, Math.max(minPoints, Math.round(pixels) * 2))
  }

  setCursor(at: number | null): void {
    runInAction(() => {
      this.cursor = at
    })
  }

  /** Opens a saved or empty definition. */
  open(definition: TrendDefinition): void {
    this.#back = []
    this.#set(definition, false)
  }

  /** Marks the definition as saved. */
  markSaved(): void {
    runInAction(() => {
      this.isChanged = false
    })
  }

  /** Changes the definition; loads again if it affects the data. */
  change(changes: Partial<TrendDefinition>): void {
    this.#set({ ...this.definition, ...changes }, true)
  }

  changePen(index: number, changes: Partial<TrendPen>): void {
    this.change({ pens: this.pens.map((pen, at) => (at === index ? { ...pen, ...changes } : pen)) })
  }

  removePen(index: number): void {
    this.change({ pens: this.pens.filter((_pen, at) => at !== index) })
  }

  /** Adds tags that are not shown yet, up to the limit. Returns the number of tags that did not fit. */
  addTags(tags: readonly PenTag[]): number {
    const added = tags.filter(({ path }) => !this.pens.some(({ tag }) => tag === path))
    const fitting = added.slice(0, history.tags - this.pens.length)
    runInAction(() => {
      this.tags = new Map([...this.tags, ...fitting.map((tag) => [tag.path, tag] as const)])
    })
    const used = new Set(this.pens.map(({ color }) => color))
    const colors: number[] = []
    for (let color = 0; colors.length < fitting.length; color++) if (!used.has(color)) colors.push(color)
    if (fitting.length > 0)
      this.change({ pens: [...this.pens, ...fitting.map(({ path }, index) => createPen(path, colors[index] ?? 0))] })
    return added.length - fitting.length
  }

  /** Shows exactly these tags; settings of those that are shown already are kept. */
  setTags(tags: readonly PenTag[]): void {
    const paths = tags.slice(0, history.tags).map(({ path }) => path)
    if (paths.join() === this.pens.map(({ tag }) => tag).join()) return
    runInAction(() => {
      this.tags = new Map([...this.tags, ...tags.map((tag) => [tag.path, tag] as const)])
    })
    this.change({
      pens: paths.map((path, index) => this.pens.find(({ tag }) => tag === path) ?? createPen(path, index)),
    })
  }

  /** Adds tags by path. */
  async addPaths(paths: readonly string[]): Promise<number> {
    return this.addTags(await this.#findTags(paths))
  }

  /** Shows a range; `goBack` returns to the previous one. */
  show(range: TrendRange): void {
    this.#back = [...this.#back, this.definition.range].slice(-maxBack)
    this.change({ range })
  }

  showPeriod(period: Period): void {
    this.show(toFixedRange(period, this.#parts.now()))
  }

  goBack(): void {
    const range = this.#back.pop()
    if (range) this.change({ range })
  }

  /** Loads the tags of the pens, their curves and statistics. */
  async load(): Promise<void> {
    const { pens } = this
    const load = ++this.#loads
    await this.#loadTags()
    if (load !== this.#loads) return
    const nowMs = this.#parts.now()
    const period = toPeriod(this.definition.range, nowMs)
    this.#loadedAt = nowMs
    this.#reloadAt = nowMs + reloadMs
    runInAction(() => {
      this.period = period
    })
    const shown = pens.map(({ tag }) => tag)
    const { compareMs } = this.definition
    if (shown.length === 0) {
      this.curveRequest.clear()
      this.statisticsRequest.clear()
      runInAction(() => {
        for (const name of ['curves', 'earlier', 'statistics'] as const) this[name] = new Map()
      })
      return
    }
    const tags = shown.join(',')
    await this.curveRequest.run(
      async (signal) => {
        const read = (from: number, to: number) =>
          this.#parts.client.call(
            'history.read',
            { query: { tags, from: Math.floor(from), to: Math.ceil(to), points: this.#points } },
            { signal, quiet: true },
          )
        const curves = await read(period.from, period.to)
        const earlier = compareMs === null ? [] : await read(period.from - compareMs, period.to - compareMs)
        return { curves, earlier }
      },
      ({ curves, earlier }) => {
        const show = (list: typeof curves) => list.map((curve) => ({ ...curve, ...this.#orient(curve.tag, curve) }))
        this.curves = new Map(show(curves).map((curve) => [curve.tag, curve]))
        this.earlier = new Map(show(earlier).map((curve) => [curve.tag, shiftCurve(curve, compareMs ?? 0)]))
      },
    )
    // Otherwise the statistics of an earlier period could replace those of a later load.
    if (load !== this.#loads) return
    await this.statisticsRequest.run(
      (signal) =>
        this.#parts.client.call(
          'history.statistics',
          { query: { tags, from: Math.floor(period.from), to: Math.ceil(period.to) } },
          { signal, quiet: true },
        ),
      (statistics) => {
        this.statistics = new Map(
          statistics.map((one) => [one.tag, this.#isReversed(one.tag) ? invertStatistics(one) : one]),
        )
      },
    )
  }

  /** Moves a live trend to now and appends the newest values. Call it about once a second. */
  tick(): void {
    const { range } = this.definition
    if (range.kind !== 'live' || this.pens.length === 0) return
    const nowMs = this.#parts.now()
    if (nowMs >= this.#reloadAt && !this.curveRequest.isLoading) return void this.load()
    const curves = new Map(this.curves)
    for (const [tag, curve] of this.curves) {
      const { value, quality, atMs } = this.#parts.sample(tag)
      if (atMs <= this.#loadedAt - range.spanMs || atMs > nowMs + reloadMs) continue
      const isValid = quality < badQuality && Number.isFinite(value)
      const shown = this.#orient(tag, { at: [atMs], values: [isValid ? value : null] }).values[0] ?? null
      curves.set(tag, appendValue(curve, atMs, shown, history.gapMs))
    }
    runInAction(() => {
      this.period = { from: nowMs - range.spanMs, to: nowMs }
      this.curves = curves
    })
  }

  destroy(): void {
    this.curveRequest.stop()
    this.statisticsRequest.stop()
  }

  #set(definition: TrendDefinition, isChanged: boolean): void {
    const before = this.definition
    runInAction(() => {
      this.definition = definition
      this.isChanged = isChanged
    })
    const getData = ({ pens, range, compareMs }: TrendDefinition): string =>
      JSON.stringify([pens.map(({ tag }) => tag), range, compareMs])
    if (!isChanged || getData(before) !== getData(definition)) void this.load()
  }

  #isReversed(path: string): boolean {
    const tag = this.tags.get(path)
    return tag !== undefined && this.#parts.isReversed?.(tag) === true
  }

  /** Inverts the values of an inverted switch. */
  #orient(tag: string, curve: TrendCurve): TrendCurve {
    if (!this.#isReversed(tag)) return curve
    return { at: curve.at, values: curve.values.map((value) => (value === null ? null : 1 - value)) }
  }

  async #loadTags(): Promise<void> {
    const missing = this.pens.map(({ tag }) => tag).filter((tag) => !this.tags.has(tag))
    if (missing.length === 0) return
    const found = await this.#findTags(missing)
    runInAction(() => {
      this.tags = new Map([...this.tags, ...found.map((tag) => [tag.path, tag] as const)])
    })
  }

  async #findTags(paths: readonly string[]): Promise<readonly PenTag[]> {
    const pages = await Promise.all(
      paths.map((path) =>
        this.#parts.client
          .call('tag.list', { query: { search: path, page: 1, pageSize: 20 } }, { quiet: true })
          .then(({ rows }) => rows.filter((row) => row.path === path))
          // A trend also opens if a tag was deleted or is no longer visible.
          .catch(() => []),
      ),
    )
    return pages.flat()
  }
}

const createPen = (tag: string, color: number): TrendPen => ({
  tag,
  label: '',
  color,
  line: 'solid',
  course: 'auto',
  axis: 'unit',
  isHidden: false,
})

function invertStatistics(one: TagStatistics): TagStatistics {
  const invert = (value: number | null): number | null => (value === null ? null : 1 - value)
  return {
    ...one,
    low: invert(one.high),
    high: invert(one.low),
    mean: invert(one.mean),
    timeMean: invert(one.timeMean),
    last: invert(one.last),
  }
}

/** Definition of a saved trend as stored. */
export const getDefinitionText = (row: Row): string | null => {
  const stored = (row as Readonly<Record<string, unknown>>)['definition']
  return typeof stored === 'string' ? stored : null
}
