import type { FeedSource, OpenedFeed } from '@mimic/engine'
import { limits } from '../../../contract/limits.ts'
import type { Curve } from '../../../contract/routes.ts'
import { parseTag } from '../../../contract/telemetry/tags.ts'
import { type Alarm, levelByKind, newest, nextAlarms, type WatchedPoint } from './alarms.ts'
import type { PlantAlarms } from './plantAlarms.ts'
import { type Outcome, type Page, Polls, repeat, tick } from './polling.ts'
import { type JsonResponse, request, type Requests } from './request.ts'

export interface FeedOptions extends Requests {
  readonly page: Page
  /** URL of the camera service, if configured. */
  readonly cameraUrl: string | undefined
  /** Default weather URL for drawings without an address, if configured. */
  readonly weatherUrl: string | undefined
  readonly curves: (tags: readonly string[], spanMs: number, signal: AbortSignal) => Promise<readonly Curve[]>
  /** Current points of the drawing; null without a connection. */
  readonly points: (nowMs: number) => readonly WatchedPoint[] | null
  /**
   * Plant alarms, if the account has permission to see them; otherwise lists show alarms derived from the drawing's
   * points.
   */
  readonly plant?: Pick<PlantAlarms, 'open'> | null
  /** Text of an alarm in the current language. */
  readonly formatAlarm: (alarm: Alarm) => string
}

type Deliver = Parameters<FeedSource['open']>[1]

/**
 * Creates the data feeds of a running drawing other than tags: clock, HTTP requests, history, alarms, weather and
 * cameras.
 */
export function createFeeds(options: FeedOptions): FeedSource {
  const requests = new Polls<JsonResponse>(options.page)
  const pasts = new Polls<readonly Curve[]>(options.page)
  const alarms = new AlarmWatch(options)
  return {
    open(feed, deliver) {
      switch (feed.kind) {
        case 'clock':
          return tick(feed.everyMs, deliver, options.page)
        case 'request':
          return requests.subscribe(
            feed.url,
            feed.everyMs,
            (signal) => request(feed.url, signal, options),
            tolerateFailures(deliver, (answer) => answer.at(feed.path)),
          )
        case 'history':
          return pasts.subscribe(
            historyKey(feed),
            historyEveryMs(feed),
            (signal) => readHistory(feed, signal, options),
            tolerateFailures(deliver, (curves) => JSON.stringify(curves)),
          )
        case 'alarms':
          return options.plant
            ? options.plant.open(feed.limit, deliver)
            : alarms.open(feed.limit, feed.everyMs, deliver)
        case 'weather': {
          const url = placedUrl(feed.url || options.weatherUrl || '', feed.place)
          if (url !== '')
            return requests.subscribe(
              url,
              feed.everyMs,
              (signal) => request(url, signal, options),
              tolerateFailures(deliver, (answer) => answer.at(feed.path)),
            )
          deliver('null')
          return () => undefined
        }
        case 'camera': {
          if (options.cameraUrl !== undefined)
            deliver(`${options.cameraUrl}/live/${encodeURIComponent(feed.serial)}/${feed.channel}.flv`)
          return () => undefined
        }
      }
    },
  }
}

/**
 * Fills the place into a URL template. Only three placeholders exist, and values are escaped so that they cannot change
 * the structure of the URL.
 */
function placedUrl(url: string, place: (OpenedFeed & { readonly kind: 'weather' })['place']): string {
  return url.replace(/\{(province|city|district)\}/g, (_, name: string) =>
    encodeURIComponent((name === 'province' ? place.province : name === 'city' ? place.city : place.district).trim()),
  )
}

/**
 * Number of consecutive failures after which a value is marked as doubtful. A response without a value is not a
 * failure.
 */
const failuresToDoubt = 2

function tolerateFailures<T>(
  deliver: Deliver,
  read: (answer: T) => string | null | undefined,
): (outcome: Outcome<T>) => void {
  let failures = 0
  return (outcome) => {
    const value = 'answer' in outcome ? read(outcome.answer) : undefined
    failures = value === undefined ? failures + 1 : 0
    if (value !== undefined) deliver(value ?? undefined)
    else if (failures === failuresToDoubt) deliver(null)
  }
}

type HistoryFeed = OpenedFeed & { readonly kind: 'history' }

const historyKey = ({ tags, spanMs }: HistoryFeed): string => `${spanMs} ${tags.join(' ')}`

/** Polling more often than the chart has points would show no difference. */
const historyEveryMs = ({ everyMs, spanMs }: HistoryFeed): number =>
  Math.max(everyMs, Math.round(spanMs / limits.history.points))

/**
 * Requests history per project, so that a project without permission does not fail the others, and in batches of the
 * maximum number of tags.
 */
async function readHistory(
  { tags, spanMs }: HistoryFeed,
  signal: AbortSignal,
  { curves }: FeedOptions,
): Promise<readonly Curve[]> {
  const groups = new Map<string, string[][]>()
  for (const tag of new Set(tags)) {
    const project = parseTag(tag)?.project ?? ''
    const lists = groups.get(project) ?? [[]]
    const last = lists.at(-1)
    if (last && last.length < limits.history.tags) last.push(tag)
    else lists.push([tag])
    groups.set(project, lists)
  }
  const found = (await Promise.all([...groups.values()].flat().map((list) => curves(list, spanMs, signal)))).flat()
  const byTag = new Map(found.map((curve) => [curve.tag, curve]))
  return tags.map((tag) => byTag.get(tag) ?? { tag, at: [], values: [] })
}

/**
 * Derives alarms every second, regardless of the refresh interval of the lists, so that start times are exact. Lists
 * are scheduled on the monotonic clock.
 */
class AlarmWatch {
  readonly #options: FeedOptions
  readonly #lists = new Map<
    symbol,
    { readonly limit: number; readonly everyMs: number; readonly deliver: Deliver; dueAt: number; shown: string | null }
  >()
  #alarms: readonly Alarm[] = []
  #stop: (() => void) | null = null

  constructor(options: FeedOptions) {
    this.#options = options
  }

  open(limit: number, everyMs: number, deliver: Deliver): () => void {
    const key = Symbol('list')
    this.#lists.set(key, { limit, everyMs, deliver, dueAt: 0, shown: null })
    this.#stop ??= repeat(limits.feed.everyMs, () => this.#check())
    this.#check()
    return () => {
      this.#lists.delete(key)
      if (this.#lists.size > 0) return
      this.#stop?.()
      this.#stop = null
    }
  }

  #check(): void {
    const [nowMs, steadyMs] = [Date.now(), performance.now()]
    const points = this.#options.points(nowMs)
    if (points) this.#alarms = nextAlarms(this.#alarms, points, nowMs)
    for (const list of this.#lists.values()) {
      if (points && steadyMs < list.dueAt) continue
      const content = points && JSON.stringify(newest(this.#alarms, list.limit).map((alarm) => this.#row(alarm)))
      if (points) list.dueAt = steadyMs + list.everyMs
      else list.dueAt = 0
      if (content !== list.shown) list.deliver(content)
      list.shown = content
    }
  }

  #row(alarm: Alarm) {
    const { at, tag, kind, state } = alarm
    return { at, tag, text: this.#options.formatAlarm(alarm), level: levelByKind[kind], state }
  }
}
