import { autorun, computed, makeObservable, observableRef, reaction } from 'mobx'
import type { Row } from '../../../contract/entity/define.ts'
import { limits } from '../../../contract/limits.ts'
import type { EntityClient, EntityPage } from '../../net/entityClient.ts'
import type { AlarmStore } from '../../stores/live/alarmStore.ts'
import { LatestRequest } from '../../stores/entities/latestRequest.ts'
import { repeat } from './polling.ts'

export interface PlantAlarmsOptions {
  readonly client: Pick<EntityClient, 'list' | 'move'>
  readonly project: string
  readonly alarmStore: Pick<AlarmStore, 'start' | 'open'>
  /** Counter of alarm notifications of the server. */
  readonly getChangeCount: () => number
  /** Returns false if the connection to the server is lost. */
  readonly isLinked: () => boolean
  /** Text of an alarm in the current language. */
  readonly format: (row: Row) => string
}

/** An alarm in the format of a drawing's list component. */
interface ListedAlarm {
  readonly at: number
  readonly tag: string
  readonly text: string
  /** 1 is the most urgent, the reverse of the alarm list. */
  readonly level: number
  readonly state: 'active' | 'cleared'
}

type Deliver = (value: string | null) => void

const retryMs = 5_000
/** Refresh interval in milliseconds, because notifications are lost while the connection is down. */
const everyMs = 60_000
const maxLevel = 4

/**
 * Unconfirmed alarms of the drawing's project, newest first. Refreshes on alarm notifications, when the header count
 * changes, on reconnect, shortly after a failure, and once a minute.
 */
export class PlantAlarms {
  rows: readonly Row[] = []
  total = 0
  /** True after the first response. */
  isKnown = false
  readonly #options: PlantAlarmsOptions
  readonly #latest = new LatestRequest()
  /** Number of rows that each open list shows. */
  readonly #lists = new Map<symbol, number>()
  #stop: (() => void) | null = null

  constructor(options: PlantAlarmsOptions) {
    this.#options = options
    makeObservable(this, { rows: observableRef, total: observableRef, isKnown: observableRef, listed: computed })
  }

  /** List content; null if it may be outdated. */
  get listed(): readonly ListedAlarm[] | null {
    return this.isKnown && this.#latest.failure === null && this.#options.isLinked()
      ? this.rows.map((row) => toListedAlarm(row, this.#options.format(row)))
      : null
  }

  /** Delivers the newest `limit` alarms now and on every change. Returns a function that stops. */
  open(limit: number, deliver: Deliver): () => void {
    const key = Symbol('list')
    this.#lists.set(key, limit)
    if (this.#lists.size === 1) this.#stop = this.#follow()
    else if (this.isKnown && this.rows.length < Math.min(limit, this.total)) void this.#load()
    let shown: string | null = null
    // Until the first response the list is empty and marked as doubtful, so that placeholder rows of the design are not
    // shown as alarms.
    deliver('')
    deliver(null)
    const end = autorun(() => {
      const content = this.listed && JSON.stringify(this.listed.slice(0, limit))
      if (content !== shown) deliver(content)
      shown = content
    })
    return () => {
      end()
      this.#lists.delete(key)
      if (this.#lists.size > 0) return
      this.#stop?.()
      this.#stop = null
    }
  }

  /** Confirms an alarm. Throws if it fails; the failure has been shown. */
  async confirm(row: Row): Promise<void> {
    await this.#options.client.move(row.id, 'confirm', {})
    void this.#load()
  }

  #follow(): () => void {
    const { alarmStore: desk, getChangeCount, isLinked } = this.#options
    const stopAlarms = desk.start()
    const stopReaction = reaction(
      () => JSON.stringify([getChangeCount(), desk.open, isLinked()]),
      () => void this.#load(),
      { fireImmediately: true },
    )
    const stopRetry = repeat(retryMs, () => {
      if (this.#latest.failure !== null) void this.#load()
    })
    const stopRefresh = repeat(everyMs, () => void this.#load())
    return () => {
      stopAlarms()
      stopReaction()
      stopRetry()
      stopRefresh()
      this.#latest.stop()
    }
  }

  async #load(): Promise<void> {
    const { client, project } = this.#options
    const pageSize = Math.max(...limits.list.pageSizes)
    const question = async (signal: AbortSignal): Promise<EntityPage> => {
      // Keyed by id: an alarm that is raised between two requests shifts the pages.
      const found = new Map<string, Row>()
      for (let page = 1; ; page++) {
        const { rows, total } = await client.list(
          { page, pageSize, project, filter: { status: 'unconfirmed' }, sort: '-at' },
          { signal, quiet: true },
        )
        for (const row of rows) found.set(row.id, row)
        if (rows.length < pageSize || page * pageSize >= Math.max(...this.#lists.values()))
          return { rows: [...found.values()], total }
      }
    }
    await this.#latest.run(question, ({ rows, total }) => {
      this.rows = rows
      this.total = total
      this.isKnown = true
    })
  }
}

function toListedAlarm(row: Row, text: string): ListedAlarm {
  const { at, device, point, level, clearedAt }: Readonly<Record<string, unknown>> = { ...row }
  return {
    at: typeof at === 'number' ? at : 0,
    tag: [device, point].filter((part) => typeof part === 'string' && part !== '').join('/'),
    text,
    level: maxLevel - Number(level),
    state: clearedAt === null ? 'active' : 'cleared',
  }
}
